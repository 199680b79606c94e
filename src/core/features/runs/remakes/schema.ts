import * as v from 'valibot'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import {
  dateTime,
  described,
  fields,
  integer,
  namedObject,
  namedStrictObject,
} from '../../../kernel/wire-schema.ts'
import { itemLimits } from '../../../model/item-limits.ts'
import type { RunRow } from '../../../model/runs.ts'
import { type RunRemakeRow, remakeStatuses } from '../../../model/runs.ts'
import { runLimits } from '../limits.ts'
import { pieceNumber, reasonText } from '../schema.ts'

const span = namedStrictObject('RunPieceSpan', 'Consecutive pieces in the package of a run.', {
  from: described(pieceNumber, 'First place in the package, counted from 1.'),
  to: described(pieceNumber, 'Last place; the same as `from` for one piece.'),
})

const selectors = {
  ranges: described(
    v.optional(v.pipe(v.array(span), v.minLength(1), v.maxLength(runLimits.remakeSpans))),
    'Spans of places in the package. Alternative to `codes` and `uploadId`.',
  ),
  codes: described(
    v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(itemLimits.printedCodeLength))),
        v.minLength(1),
        v.maxLength(runLimits.remakeCodes),
      ),
    ),
    'Scanned codes of the pieces: the text of a sheet’s mark or of the lines beside it, the URL of a QR code, its code, or the item’s id.',
  ),
  uploadId: described(
    v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
    'A list of `POST /v1/uploads`, of kind CSV or XLSX, with a column `code` or `sequence`, `upl_…`.',
  ),
}

export const remakeInput = namedStrictObject('RunRemakeCreate', 'Pieces of a run to print again.', {
  ...selectors,
  reason: described(v.optional(reasonText), 'Why they are printed again; shown in the ticket.'),
  again: described(
    v.optional(v.boolean(), false),
    'Whether to include pieces that are in an earlier remake of this run. Otherwise they are refused.',
  ),
})

export const remakeCheckInput = namedStrictObject(
  'RunRemakeCheck',
  'Pieces of a run to check for a remake.',
  selectors,
)

export const remakeCheckResult = namedObject('RunRemakeChecked', 'Pieces of a possible remake.', {
  itemCount: described(integer, 'Number of pieces.'),
  pieces: described(
    v.array(
      v.object({
        sequence: described(integer, 'Place in the run’s package.'),
        itemId: described(v.string(), 'Id of the item, `itm_…`.'),
        recipientName: described(v.string(), 'Name of the recipient.'),
        remade: described(
          v.boolean(),
          'Whether it is in an earlier remake of the run, so that `again` is required.',
        ),
      }),
    ),
    'The pieces, in package order.',
  ),
})

export type RemakeInput = v.InferOutput<typeof remakeInput>

const statusesOfRuns = ['HANDED_TO_CARRIER', 'COMPLETED'] as const

/** Returns the remake's status; once the printer has the remake, the later status of its run. */
const statusWith = ({ status }: RunRemakeRow, run: Pick<RunRow, 'status'>) =>
  status === 'HANDED_TO_PRINTER' ? (statusesOfRuns.find((later) => later === run.status) ?? status) : status

export const remakeSchema = namedObject('RunRemake', 'Spoiled pieces of a run that are printed again.', {
  runId: described(v.string(), 'Its run, `run_…`.'),
  number: described(integer, 'Number of the remake in its run, counted from 1.'),
  status: described(
    v.picklist([...remakeStatuses, ...statusesOfRuns]),
    'Status. `WAITING`: for its printer; `HANDING_OVER`: on its way; `HANDED_TO_PRINTER`: at the printer; then the status of its run: `HANDED_TO_CARRIER`, `COMPLETED`. `FAILED`: see `waitReason`.',
  ),
  sequences: described(v.array(integer), 'Places in the run’s package, ascending.'),
  itemCount: described(integer, 'Number of pieces.'),
  reason: described(v.nullable(v.string()), 'Why they are printed again; null if not given.'),
  waitReason: described(v.nullable(v.string()), 'Why it waits or failed; null otherwise.'),
  failureCode: described(
    v.nullable(v.picklist(['permission_withdrawn'])),
    '`permission_withdrawn`: it FAILED before hand-over, because its caller lost the permission; `runs.handOverRemake` hands it over. Null otherwise.',
  ),
  uncertain: described(
    v.boolean(),
    'Whether it waits for an operator, because it is not known whether the printer has it, or how much the printer finished.',
  ),
  partner: described(v.nullable(v.string()), 'Name of its printer; null before the hand-over.'),
  partnerReference: described(
    v.nullable(v.string()),
    'The printer’s reference; null before the hand-over or without one.',
  ),
  handedToPrinterAt: described(
    v.nullable(dateTime),
    'When the printer received it (RFC 3339, UTC); null before that.',
  ),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})

export const remakeListSchema = namedObject('RunRemakes', 'The remakes of a run.', {
  data: described(v.array(remakeSchema), 'The remakes, in the order in which they were requested.'),
})

export const remakeParams = v.strictObject({
  id: described(v.string(), 'Id of the run, `run_…`.'),
  number: described(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number)),
    'Number of the remake in its run.',
  ),
})

export const remakeHandOverInput = v.optional(
  namedStrictObject('RunRemakeHandOver', 'Options for handing over a remake.', {
    printed: described(
      v.optional(v.boolean()),
      'Whether the printer has it. Required if that is uncertain, and while printing is held.',
    ),
  }),
  {},
)

export const remakeToWire = (
  row: RunRemakeRow,
  run: Pick<RunRow, 'status'>,
): v.InferOutput<typeof remakeSchema> => ({
  runId: row.runId,
  number: row.number,
  status: statusWith(row, run),
  sequences: row.sequences,
  itemCount: row.sequences.length,
  reason: row.reason,
  waitReason: row.waitReason,
  failureCode: row.failureCode,
  uncertain: row.uncertain,
  partner: row.partner,
  partnerReference: row.partnerReference,
  handedToPrinterAt: toDateTimeOrNull(row.handedToPrinterAt),
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})
