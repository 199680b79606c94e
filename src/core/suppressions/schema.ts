import * as v from 'valibot'
import { recipientOutput, recipientSchema, recipientToWire } from '../items/address/index.ts'
import { toDateTime } from '../time.ts'
import { suppressionReasonKeys } from './reasons.ts'
import type { SuppressionRow } from './store.ts'

const reason = v.picklist(suppressionReasonKeys)

export const suppressionSchema = v.object({
  id: v.string(),
  isTest: v.boolean(),
  /** The normalised address that items are compared with. */
  addressKey: v.string(),
  /** The entry suppresses only mail to this name (or company) at the address. */
  matchName: v.boolean(),
  /** Only advertising of this category; null for all mail. */
  advertisingCategory: v.nullable(v.string()),
  reason: v.string(),
  recipient: recipientOutput,
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
})

export const suppressionInput = v.strictObject({
  recipient: recipientSchema,
  reason,
  /** True: others at the same address still get mail. The recipient then needs a name or a company name. */
  matchName: v.optional(v.boolean(), false),
  advertisingCategory: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(41))), null),
})

export const suppressionParams = v.strictObject({ id: v.string() })

export const suppressionToWire = (row: SuppressionRow): v.InferOutput<typeof suppressionSchema> => ({
  id: row.id,
  isTest: row.mode === 'test',
  addressKey: row.addressKey,
  matchName: row.nameKey !== null,
  advertisingCategory: row.advertisingCategory,
  reason: row.reason,
  recipient: recipientToWire(row.recipient),
  createdAt: toDateTime(row.createdAt),
})
