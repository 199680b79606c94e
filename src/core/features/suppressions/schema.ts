import * as v from 'valibot'
import { recipientOutput, recipientSchema } from '../../address/schema.ts'
import { findingSchema } from '../../kernel/finding.ts'
import { fields } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { suppressionSources, suppressionStatuses } from '../../model/suppressions.ts'
import { stops } from '../../model/vocabulary.ts'
import { suppressionMatchPart } from '../../model/wire-enums.ts'
import { maxTermKey } from '../vocabulary/schema.ts'

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
    id: described(v.string(), 'The entry, `sup_…`.'),
    isTest: fields.isTest,
    status: described(
      v.picklist(suppressionStatuses),
      '`ACTIVE`, or `PROPOSED`: stops nothing until it is made ACTIVE.',
    ),
    source: described(v.picklist(suppressionSources), 'Where the entry comes from.'),
    addressKey: described(
      v.string(),
      'The normalised address that items are compared with, e.g. `NL|1012LG|12`.',
    ),
    matchName: described(v.boolean(), 'True: stops only mail to this name (or company) at the address.'),
    advertisingCategory: described(
      v.nullable(v.string()),
      'Stops only advertising of this category; null for all that its reason stops.',
    ),
    stops: described(stopsSchema, 'Which mail it stops.'),
    reason: described(v.string(), 'Key of its reason, e.g. `opt_out`.'),
    recipient: described(recipientOutput, 'Whom it is about.'),
    itemId: described(
      v.nullable(v.string()),
      'The item that led to it, opted out of or come back, `itm_…`; null if none did.',
    ),
    findings: described(
      v.optional(v.array(findingSchema)),
      'Of `suppressions.create`: warnings about values that are missing or damaged, and whether they keep the entry from stopping mail. Absent in other answers.',
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
    recipient: described(recipientSchema, 'Whom it is about.'),
    reason: described(termKey, 'Key of the reason, e.g. `opt_out`.'),
    matchName: described(
      v.optional(v.boolean(), false),
      'True: others at the same address still get mail. The recipient then needs a name or a company name.',
    ),
    advertisingCategory: described(
      v.optional(v.nullable(termKey), null),
      'Stops only advertising of this category; null for all that its reason stops.',
    ),
  },
)

export const suppressionPatch = namedStrictObject(
  'SuppressionUpdate',
  'Changes to an entry; its recipient stays. A field that is not sent stays as it is.',
  {
    reason: described(v.optional(termKey), 'Key of the reason, e.g. `opt_out`.'),
    matchName: described(v.optional(v.boolean()), 'True: others at the same address still get mail.'),
    advertisingCategory: described(
      v.optional(v.nullable(termKey)),
      'Stops only advertising of this category; null for all that its reason stops.',
    ),
    status: described(
      v.optional(v.literal('ACTIVE')),
      'Accepts a proposal. An active entry is taken away by deleting it.',
    ),
  },
)

export const modeInput = namedStrictObject(
  'SuppressionMode',
  'Whether an entry of test mode is a wish of a person.',
  { isTest: described(v.boolean(), 'False: it becomes live. True: it stays in test mode.') },
)

export const suppressionParams = v.strictObject({ id: described(v.string(), 'The entry, `sup_…`.') })

export const checkInput = namedStrictObject('SuppressionCheck', 'A recipient to look for.', {
  recipient: described(recipientSchema, 'Whom the mail is for.'),
  advertisingCategory: described(
    v.optional(v.nullable(termKey), null),
    'Category of the mail in question; null for mail that is no advertising.',
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
    addressKey: described(v.string(), 'The normalised address that entries are compared with.'),
    matches: described(
      v.array(
        v.object({
          entry: described(suppressionSchema, 'The entry.'),
          matchedBy: described(v.array(suppressionMatchPart), 'What of the item matched it.'),
        }),
      ),
      'Every entry that matches, the widest first; an item shows the first.',
    ),
  },
)
