import * as v from 'valibot'
import { recipientOutput } from '../../address/schema.ts'
import { findingSchema } from '../../kernel/finding.ts'
import { dateTime, integer } from '../../kernel/wire-fields.ts'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import { warningLimits } from '../../model/postbatches.ts'

const code = described(
  v.string(),
  'The code of the warning, for `filter[warnings]` of `items.list`: `printed_otherwise`, `name_order_doubtful`, …',
)
const itemCount = described(integer, 'How many items have it.')

export const warningCounts = described(
  v.nullable(
    namedObject('PostbatchWarningCounts', 'How many items of a Postbatch have warnings.', {
      itemCount: described(integer, 'How many items have at least one warning.'),
      codes: described(
        v.array(
          namedObject('PostbatchWarningCount', 'A warning and how many items have it.', { code, itemCount }),
        ),
        'The most frequent first.',
      ),
    }),
  ),
  'Warnings of the items that wait for the approval, as of the validation; `postbatches.warnings` shows samples. A warning keeps nothing from being approved. Null before the Postbatch is validated, and where a version before 0.3.0 validated it: change nothing and validate it again to have them counted.',
)

export const postbatchWarnings = namedObject(
  'PostbatchWarnings',
  'The warnings of the items of a Postbatch, as of its validation.',
  {
    countedAt: described(
      v.nullable(dateTime),
      'When the Postbatch was validated, RFC 3339 in UTC. Null before that, and where a version before 0.3.0 validated it; nothing is listed then.',
    ),
    itemCount: described(
      v.nullable(integer),
      'How many items have at least one warning; null where `countedAt` is.',
    ),
    data: described(
      v.array(
        namedObject('PostbatchWarning', 'A warning, how many items have it, and some of them.', {
          code,
          itemCount,
          samples: described(
            v.array(
              namedObject('PostbatchWarningSample', 'An item with the warning.', {
                itemId: described(v.string(), 'The item, `itm_…`.'),
                findings: described(v.array(findingSchema), 'Its findings of this code.'),
                recipient: described(recipientOutput, 'The recipient as it was given.'),
                printedLines: described(
                  v.array(v.string()),
                  'The address as it is printed, from top to bottom.',
                ),
              }),
            ),
            `The first of these items, at most ${warningLimits.samples}.`,
          ),
        }),
      ),
      'The most frequent warning first.',
    ),
  },
)
export type WarningsOfPostbatch = v.InferOutput<typeof postbatchWarnings>
