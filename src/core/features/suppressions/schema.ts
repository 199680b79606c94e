import * as v from 'valibot'
import { recipientOutput, recipientSchema } from '../../address/index.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { stops } from '../../model/stops.ts'
import { suppressionSources, suppressionStatuses } from '../../model/suppressions.ts'
import { suppressionMatchPart } from '../../model/wire-enums.ts'
import { maxTermKey } from '../vocabulary/schema.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())
export const stopsSchema = named(
  'SuppressionStops',
  '`ALL`: stops all mail; `ADVERTISING`: stops advertising, while mail without an advertising category still goes.',
  v.picklist(stops),
)
const termKey = v.pipe(v.string(), v.minLength(1), v.maxLength(maxTermKey))

export const suppressionSchema = namedObject(
  'Suppression',
  'An entry of the suppression list: an address, or one person there, that gets no mail.',
  {
    id: v.string(),
    isTest: v.boolean(),
    /** A PROPOSED entry suppresses nothing until it is made ACTIVE. */
    status: v.picklist(suppressionStatuses),
    source: v.picklist(suppressionSources),
    /** The normalised address that items are compared with. */
    addressKey: v.string(),
    /** The entry suppresses only mail to this name (or company) at the address. */
    matchName: v.boolean(),
    /** Only advertising of this category; null for all that its reason stops. */
    advertisingCategory: v.nullable(v.string()),
    /** `ADVERTISING`: mail without an advertising category still goes. */
    stops: stopsSchema,
    /** Key of a suppression reason. */
    reason: v.string(),
    recipient: recipientOutput,
    /** The piece of mail that led to it: opted out of, or come back. */
    itemId: v.nullable(v.string()),
    createdAt: dateTime,
    updatedAt: dateTime,
  },
)
export type Suppression = v.InferOutput<typeof suppressionSchema>

export const suppressionInput = namedStrictObject(
  'SuppressionCreate',
  'A new entry of the suppression list.',
  {
    recipient: recipientSchema,
    reason: termKey,
    /** True: others at the same address still get mail. The recipient then needs a name or a company name. */
    matchName: v.optional(v.boolean(), false),
    advertisingCategory: v.optional(v.nullable(termKey), null),
  },
)

export const suppressionPatch = namedStrictObject(
  'SuppressionUpdate',
  'Changes to an entry; its recipient stays. A field that is not sent stays as it is.',
  {
    reason: v.optional(termKey),
    matchName: v.optional(v.boolean()),
    advertisingCategory: v.optional(v.nullable(termKey)),
    /** Accepts a proposal. An active entry is taken away by deleting it. */
    status: v.optional(v.literal('ACTIVE')),
  },
)

export const suppressionParams = v.strictObject({ id: v.string() })

export const checkInput = namedStrictObject('SuppressionCheck', 'A recipient to look for.', {
  recipient: recipientSchema,
  /** Of the mail in question; null for mail that is no advertising of any category. */
  advertisingCategory: v.optional(v.nullable(termKey), null),
})

export const checkOutput = namedObject(
  'SuppressionCheckResult',
  'Whether mail to a recipient would be suppressed.',
  {
    /** Whether an item of this category to this recipient would be SUPPRESSED now. */
    suppressed: v.boolean(),
    addressKey: v.string(),
    /** Every entry that matches, the widest first; an item shows the first. */
    matches: v.array(v.object({ entry: suppressionSchema, matchedBy: v.array(suppressionMatchPart) })),
  },
)
