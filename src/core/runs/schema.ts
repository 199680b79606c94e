import * as v from 'valibot'
import { runStatuses } from './lifecycle.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const dateTimeOrNull = v.nullable(dateTime)

export const runSchema = v.object({
  id: v.string(),
  status: v.picklist(runStatuses),
  isTest: v.boolean(),
  productId: v.string(),
  productSpecificationId: v.string(),
  cutoffAt: dateTime,
  itemCount: integer,
  parts: v.array(
    v.object({
      name: v.string(),
      bytes: integer,
      pages: integer,
      items: integer,
      /** Hex digest of the file. */
      sha256: v.string(),
    }),
  ),
  /** Who prints it: `folder`, `simulated`, …; null before the hand-over. */
  partner: v.nullable(v.string()),
  /** True when nobody knows whether the printer has it: the run waits for the operator. */
  uncertain: v.boolean(),
  /** Why it waits or failed, in a sentence. */
  reason: v.nullable(v.string()),
  cutoffReachedAt: dateTimeOrNull,
  renderedAt: dateTimeOrNull,
  handedToPrinterAt: dateTimeOrNull,
  handedToCarrierAt: dateTimeOrNull,
  completedAt: dateTimeOrNull,
  createdAt: dateTime,
  updatedAt: dateTime,
})
export type RunWire = v.InferOutput<typeof runSchema>

export const runParams = v.strictObject({ id: v.string() })

/** An item as the list of its run shows it; `GET /items/{id}` tells the rest. */
export const runItemSchema = v.object({
  id: v.string(),
  status: v.string(),
  postflowId: v.string(),
  recipientName: v.string(),
  country: v.string(),
  /** 1-based place in the package; null until it was rendered. */
  sequence: v.nullable(integer),
  reference: v.nullable(v.string()),
  createdAt: dateTime,
  updatedAt: dateTime,
})
