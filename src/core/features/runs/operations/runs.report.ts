import { actorThen } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { asError, type ParameterError, validationFailed } from '../../../kernel/errors.ts'
import { moveContext } from '../../items/move.ts'
import { itemsAt, type ReportedPiece, reportPieces } from '../report.ts'
import { type ReportInput, reportInput, reportResult } from '../report-schema.ts'
import { runById, runToWire } from '../run.ts'
import { runParams } from '../schema.ts'
import { runSentences } from '../sentences.ts'

export const reportOnRunPieces = defineOperation({
  id: 'runs.report',
  method: 'POST',
  path: '/runs/{id}/report',
  summary: 'Report what happened to pieces of a run',
  description:
    'DAMAGED, MISPRINTED and NOT_HANDED_OVER make an item NOT_SENT and refund it; RETURNED is mail that came back. All of it is noted, or nothing. `reprint` makes a new item for each piece that was not sent, for what was refunded.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'write',
  params: runParams,
  body: reportInput,
  output: reportResult,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.not_sent', 'item.returned', 'item.created', 'item.ready', 'item.scheduled', 'item.held'],
  /** The records of the package's parts say which item has which sequence. */
  async prepare({ services, scope }, { params, body }) {
    assertNamed(body)
    const run = await services.store.read((rows) => runById({ rows, scope }, params.id))
    const numbered = body.pieces.flatMap(({ sequence }, index) =>
      sequence === undefined ? [] : [{ sequence, index }],
    )
    const ids = await itemsAt(
      services,
      run,
      numbered.map(({ sequence }) => sequence),
      (at) => `pieces[${numbered[at]!.index}].sequence`,
    )
    const byIndex = new Map(numbered.map(({ index }, at) => [index, ids[at]!]))
    return body.pieces.map(
      ({ itemId, outcome, reason }, index): ReportedPiece => ({
        itemId: byIndex.get(index) ?? itemId!,
        outcome,
        reason,
      }),
    )
  },
  async handler(context, { params, body }, pieces) {
    const run = await runById(context, params.id)
    const options = { reprint: body.reprint, tolerant: false, by: actorThen(context.caller) }
    const reported = await reportPieces(moveContext(context), run, pieces, options)
    return { run: runToWire(reported.run), pieces: reported.pieces }
  },
})

const assertNamed = ({ pieces }: ReportInput): void => {
  const errors = pieces.flatMap(({ sequence, itemId }, index): ParameterError[] => {
    if ((sequence === undefined) !== (itemId === undefined)) return []
    const key = sequence === undefined ? 'required.piece' : 'exclusive.piece'
    return [asError(runSentences.say(key), `pieces[${index}].sequence`)]
  })
  if (errors.length > 0) throw validationFailed(errors)
}
