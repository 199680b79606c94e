import * as v from 'valibot'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import { dateTime, fields, integer } from '../../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { itemLimits } from '../../../model/item-limits.ts'
import type { RunRow } from '../../../model/runs.ts'
import { type RunRemakeRow, remakeStatuses } from '../../../model/runs.ts'
import { runLimits } from '../limits.ts'
import { pieceNumber, reasonText } from '../schema.ts'

const span = namedStrictObject('RunPieceSpan', 'Pieces beside each other in the package of a run.', {
  from: described(pieceNumber, 'First place in the package, counted from 1.'),
  to: described(pieceNumber, 'Last place; the same for one piece.'),
})

/** How the pieces are named, one of the three. */
const ways = {
  ranges: described(
    v.optional(v.pipe(v.array(span), v.minLength(1), v.maxLength(runLimits.remakeSpans))),
    'Spans of places in the package. These, `codes` or `uploadId`.',
  ),
  codes: described(
    v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(itemLimits.printedCodeLength))),
        v.minLength(1),
        v.maxLength(runLimits.remakeCodes),
      ),
    ),
    'What was scanned from the pieces: the text of a sheet’s mark or of the lines beside it, the address of a QR code, its code, or the item’s id.',
  ),
  uploadId: described(
    v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
    'A list of `POST /v1/uploads`, of kind CSV or XLSX, with a column `code` or `sequence`, `upl_…`.',
  ),
}

export const remakeInput = namedStrictObject('RunRemakeCreate', 'Which pieces of a run are made again.', {
  ...ways,
  reason: described(v.optional(reasonText), 'Why they are made again; it stands in the ticket.'),
  again: described(
    v.optional(v.boolean(), false),
    'True: also pieces that an earlier remake of this run holds. Without it they are refused.',
  ),
})

export const remakeCheckInput = namedStrictObject(
  'RunRemakeCheck',
  'Pieces of a run, as a remake names them.',
  ways,
)

export const remakeCheckResult = namedObject('RunRemakeChecked', 'What a remake would hold.', {
  itemCount: described(integer, 'How many pieces it would hold.'),
  pieces: described(
    v.array(
      v.object({
        sequence: described(integer, 'Place in the run’s package.'),
        itemId: described(v.string(), 'The item, `itm_…`.'),
        recipientName: described(v.string(), 'To whom it is addressed.'),
        remade: described(v.boolean(), 'True if an earlier remake of the run holds it: it needs `again`.'),
      }),
    ),
    'The pieces, in the order of the package.',
  ),
})

export type RemakeInput = v.InferOutput<typeof remakeInput>

/** Where remakes are with their run, once the printer has had both. */
const statusesOfRuns = ['HANDED_TO_CARRIER', 'COMPLETED'] as const

/** A remake that the printer has had goes with its run. */
const statusWith = ({ status }: RunRemakeRow, run: Pick<RunRow, 'status'>) =>
  status === 'HANDED_TO_PRINTER' ? (statusesOfRuns.find((later) => later === run.status) ?? status) : status

export const remakeSchema = namedObject('RunRemake', 'Spoiled pieces of a run that are printed again.', {
  runId: described(v.string(), 'The run, `run_…`.'),
  number: described(integer, 'Counts the remakes of the run from 1.'),
  status: described(
    v.picklist([...remakeStatuses, ...statusesOfRuns]),
    'Where it is. `WAITING`: for its printer; `HANDING_OVER`: on its way there; `HANDED_TO_PRINTER`; from then on where its run is: `HANDED_TO_CARRIER`, `COMPLETED`. `FAILED`: see `waitReason`.',
  ),
  sequences: described(v.array(integer), 'Places in the run’s package, ascending.'),
  itemCount: described(integer, 'How many pieces it holds.'),
  reason: described(v.nullable(v.string()), 'Why they are made again; null if nobody said.'),
  waitReason: described(v.nullable(v.string()), 'Why it waits or failed, as a sentence; null otherwise.'),
  failureCode: described(
    v.nullable(v.picklist(['permission_withdrawn'])),
    '`permission_withdrawn`: it FAILED before its printer had it, because its caller lost the permission; `runs.handOverRemake` hands it over. Null otherwise.',
  ),
  uncertain: described(
    v.boolean(),
    'True if it is not known whether the printer has it, or what of it is on paper after the printer gave it up: it waits for an operator.',
  ),
  partner: described(v.nullable(v.string()), 'Who prints it; null before the hand-over.'),
  partnerReference: described(
    v.nullable(v.string()),
    'Under what the printer knows it; null before the hand-over, or where it says nothing.',
  ),
  handedToPrinterAt: described(
    v.nullable(dateTime),
    'When the printer got it, RFC 3339 in UTC; null until then.',
  ),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})

export const remakeListSchema = namedObject('RunRemakes', 'The remakes of a run.', {
  data: described(v.array(remakeSchema), 'In the order in which they were asked for.'),
})

export const remakeParams = v.strictObject({
  id: described(v.string(), 'The run, `run_…`.'),
  number: described(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number)),
    'Number of the remake in its run.',
  ),
})

export const remakeHandOverInput = v.optional(
  namedStrictObject('RunRemakeHandOver', 'How a remake is handed over.', {
    printed: described(
      v.optional(v.boolean()),
      'Whether the printer has it. Needed where that is uncertain, and while printing is held.',
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
