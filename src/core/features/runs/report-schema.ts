import * as v from 'valibot'
import { dateTime, integer } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { type PieceOutcome, pieceOutcomes } from '../../model/runs-lifecycle.ts'
import { runStatus } from '../../model/wire-enums.ts'
import { actorSchema } from '../audit/schema.ts'
import { runLimits } from './limits.ts'
import { reasonSentence } from './public-reason.ts'
import { pieceNumber, reasonText, runSchema } from './schema.ts'

const pieceOutcome = v.picklist(Object.keys(pieceOutcomes) as PieceOutcome[])

export const runHistory = namedObject('RunHistory', 'The statuses that a run has had.', {
  data: described(
    v.array(
      v.object({
        status: described(runStatus, 'The status that it came into.'),
        at: described(dateTime, 'When, RFC 3339 in UTC; in test mode by the test clock.'),
        reason: described(
          v.nullable(v.string()),
          'Why it waited, failed or was cancelled, as a sentence; null if no reason was given.',
        ),
        reasonSentence,
      }),
    ),
    'Every status that the run has had, oldest first; of one that was tried again and again the last hundred.',
  ),
  remakes: described(
    v.array(
      v.object({
        at: described(dateTime, 'When, RFC 3339 in UTC; in test mode by the test clock.'),
        number: described(integer, 'Number of the remake in its run, counted from 1.'),
        pieces: described(integer, 'How many pieces were asked for again.'),
        by: described(
          v.nullable(actorSchema),
          'Who asked for it, a person by their name; null where that was not kept.',
        ),
      }),
    ),
    'Remakes that were asked for, oldest first.',
  ),
  reports: described(
    v.array(
      v.object({
        at: described(dateTime, 'When, RFC 3339 in UTC; in test mode by the test clock.'),
        outcome: described(pieceOutcome, 'What became of the pieces.'),
        pieces: described(integer, 'How many pieces it was about.'),
        reprinted: described(integer, 'How many of them a new item was made for at once.'),
        by: described(
          v.nullable(actorSchema),
          'Who reported them, a person by their name, the printer itself as `printer`; null where that was not kept.',
        ),
      }),
    ),
    'What was reported of pieces, oldest first: one entry for each outcome of a report.',
  ),
})

export const reportInput = namedStrictObject('RunReport', 'What became of single pieces.', {
  pieces: described(
    v.pipe(
      v.array(
        v.strictObject({
          sequence: described(
            v.optional(pieceNumber),
            'Place in the package, counted from 1. This or `itemId`.',
          ),
          itemId: described(
            v.optional(v.pipe(v.string(), v.maxLength(40))),
            'The item, `itm_…`. This or `sequence`.',
          ),
          outcome: described(
            pieceOutcome,
            'What became of it. `RETURNED`: came back; any other: was not sent, and is refunded.',
          ),
          reason: described(v.optional(reasonText), 'The reason, which the customer sees.'),
        }),
      ),
      v.minLength(1),
      v.maxLength(runLimits.items),
    ),
    'The pieces, each named by `sequence` or `itemId`.',
  ),
  reprint: described(
    v.optional(v.boolean(), false),
    'Makes a new item for each piece that was not sent, at the price that is refunded.',
  ),
})
export type ReportInput = v.InferOutput<typeof reportInput>

export const reportResult = namedObject('RunReportResult', 'The run and the pieces that were reported.', {
  run: described(runSchema, 'The run as it is now.'),
  pieces: described(
    v.array(
      v.object({
        itemId: described(v.string(), 'The item, `itm_…`.'),
        sequence: described(
          v.nullable(integer),
          'Its place in the package, counted from 1; null if it has none.',
        ),
        status: described(v.string(), 'The item’s status now.'),
        reprintItemId: described(
          v.nullable(v.string()),
          'The item that prints it again, `itm_…`; null if none does.',
        ),
      }),
    ),
    'One for each piece, in their order.',
  ),
})
