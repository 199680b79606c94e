import { problem } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import type { ActorThen } from '../../model/audit.ts'
import type { RunRow } from '../../model/runs.ts'
import type { MoveContext } from '../items/move.ts'
import { runLimits } from './limits.ts'
import { inProduction, requestRemake } from './remake.ts'
import { changeRun } from './run.ts'
import { runStateProblems } from './sentences.ts'

const { say } = runStateProblems

/**
 * A person has looked at what a printer gave up (`watch-printing.ts`). `printed`: all of the run is on paper, or
 * asked for as remakes. False: its pieces are printed again as a remake, whose sheets say so, without those that
 * have ended and those that a remake holds already. Throws 409 where the person says neither.
 */
export const settleGivenUp = async (
  move: MoveContext,
  run: RunRow,
  printed: boolean | undefined,
  by: ActorThen,
): Promise<RunRow> => {
  const { transaction, now } = move
  const { rows } = transaction
  if (printed === undefined) throw problem(say('invalid_state.given_up'))
  if (!printed) await remakeAll(move, run, by)
  const current = (await rows.runs.get(run, run.id))!
  return changeRun(rows, current, { uncertain: false, reason: null }, now)
}

const remakeAll = async (move: MoveContext, run: RunRow, by: ActorThen): Promise<void> => {
  const { rows } = move.transaction
  const limit = runLimits.remakePieces
  const remakes = await rows.runRemakes.find(run, { runId: run.id })
  const held = new Set(remakes.filter(({ status }) => status !== 'FAILED').flatMap(({ itemIds }) => itemIds))
  const scope = { organisationId: run.organisationId, mode: run.mode }
  const ofRun = { runId: run.id, status: oneOf([...inProduction]), erasureRequestedAt: null }
  if (run.itemCount > limit) throw problem(say('invalid_state.given_up_large', { limit }))
  const items = (await rows.items.find(scope, ofRun)).filter(({ id }) => !held.has(id))
  if (items.length === 0) return
  const ids = items.map(({ id }) => id)
  await requestRemake(move, run, ids, { reason: 'The printer did not finish the run.', again: true, by })
}
