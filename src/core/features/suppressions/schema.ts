import * as v from 'valibot'
import { recipientOutput, recipientSchema } from '../../address/schema.ts'
import { findingSchema } from '../../kernel/finding.ts'
import { described, fields, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { suppressionSources, suppressionStatuses } from '../../model/suppressions.ts'
import { stops } from '../../model/vocabulary.ts'
import { suppressionMatchPart } from '../../model/wire-enums.ts'
import { maxTermKey } from '../vocabulary/schema.ts'

export const stopsSchema = named(
  'SuppressionStops',
  '`ALL`: stops all mail; `ADVERTISING`: stops advertising; mail without an advertising category is still sent.',
  v.picklist(stops),
)
const termKey = v.pipe(v.string(), v.minLength(1), v.maxLength(maxTermKey))

export const suppressionSchema = namedObject(
  'Suppression',
  'An entry of the suppression list: an address, or a person at an address, that gets no mail.',
  {
    id: described(v.string(), 'The entry, `sup_…`.'),
    isTest: fields.isTest,
    status: described(
      v.picklist(suppressionStatuses),
      '`ACTIVE`, or `PROPOSED`: stops nothing until it becomes ACTIVE.',
    ),
    source: described(v.picklist(suppressionSources), 'Origin of the entry.'),
    addressKey: described(
      v.string(),
      'The normalised address for comparison with items, e.g. `NL|1012LG|12`.',
    ),
    matchName: described(v.boolean(), 'True: stops only mail to this name (or company) at the address.'),
    advertisingCategory: described(
      v.nullable(v.string()),
      'Stops only advertising of this category; null for all mail that its reason stops.',
    ),
    stops: described(stopsSchema, 'Mail that it stops.'),
    reason: described(v.string(), 'Key of its reason, e.g. `opt_out`.'),
    recipient: described(recipientOutput, 'The recipient.'),
    itemId: described(
      v.nullable(v.string()),
      'The item behind it, which was opted out of or returned, `itm_…`; null if there is none.',
    ),
    findings: described(
      v.optional(v.array(findingSchema)),
      'In responses of `suppressions.create`: warnings about missing or damaged values, and whether they prevent the entry from stopping mail. Absent in other responses.',
    ),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
)
export type Suppression = v.InferOutput<typeof suppressionSchema>

export const suppressionInput = namedStrictObject(
  'SuppressionCreate',
  'A new entry of the suppression list.',
  {
    recipient: described(recipientSchema, 'The recipient.'),
    reason: described(termKey, 'Key of the reason, e.g. `opt_out`.'),
    matchName: described(
      v.optional(v.boolean(), false),
      'True: others at the same address still get mail. The recipient then needs a name or a company name.',
    ),
    advertisingCategory: described(
      v.optional(v.nullable(termKey), null),
      'Stops only advertising of this category; null for all mail that its reason stops.',
    ),
  },
)

export const suppressionPatch = namedStrictObject(
  'SuppressionUpdate',
  'Changes to an entry, except its recipient. Omitted fields are unchanged.',
  {
    reason: described(v.optional(termKey), 'Key of the reason, e.g. `opt_out`.'),
    matchName: described(v.optional(v.boolean()), 'True: others at the same address still get mail.'),
    advertisingCategory: described(
      v.optional(v.nullable(termKey)),
      'Stops only advertising of this category; null for all mail that its reason stops.',
    ),
    status: described(
      v.optional(v.literal('ACTIVE')),
      'Accepts a proposal. To deactivate an entry, delete it.',
    ),
  },
)

export const modeInput = namedStrictObject('SuppressionMode', 'Whether a test entry stays in test mode.', {
  isTest: described(v.boolean(), 'False: it becomes live. True: it stays in test mode.'),
})

export const suppressionParams = v.strictObject({ id: described(v.string(), 'The entry, `sup_…`.') })

export const checkInput = namedStrictObject('SuppressionCheck', 'A recipient to check.', {
  recipient: described(recipientSchema, 'The recipient of the mail.'),
  advertisingCategory: described(
    v.optional(v.nullable(termKey), null),
    'Category of the mail; null for mail that is not advertising.',
  ),
})

export const checkOutput = namedObject(
  'SuppressionCheckResult',
  'Whether mail to a recipient would be suppressed.',
  {
    suppressed: described(
      v.boolean(),
      'Whether an item of this category to this recipient would be SUPPRESSED now.',
    ),
    addressKey: described(v.string(), 'The normalised address for comparison with entries.'),
    matches: described(
      v.array(
        v.object({
          entry: described(suppressionSchema, 'The entry.'),
          matchedBy: described(v.array(suppressionMatchPart), 'Parts of the item that matched it.'),
        }),
      ),
      'All matching entries, widest first. Items show the first.',
    ),
  },
)
