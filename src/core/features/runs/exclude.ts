import { asError, problem, validationFailed } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { RunRow } from '../../model/runs.ts'
import { assertAction } from '../../model/runs-lifecycle.ts'
import type { Rows } from '../../ports/store.ts'
import { type MoveContext, moveItem } from '../items/move.ts'
import { saveItem } from '../items/save.ts'
import { detachFromRun, jobOfRun } from '../items/scheduling.ts'
import { anew, moveRun } from './run.ts'
import { runSentences, runStateProblems } from './sentences.ts'

/**
 * Takes items out of a run that no printer has: they become FAILED, and their money is released. Where pages
 * of them are drawn already, the run goes back to CUTOFF_REACHED and is rendered again without them. `run`
 * was read in this transaction. Throws 422 that names every id that is not in the run, 409 where the run does
 * not allow it.
 */
export const excludeItems = async (
  move: MoveContext,
  run: RunRow,
  ids: readonly string[],
  reason: string,
): Promise<RunRow> => {
  assertAction('exclude', run.status)
  const { rows, work } = move.transaction
  const scope = { organisationId: run.organisationId, mode: run.mode }
  for (const item of await itemsOfRun(rows, run, ids)) {
    if (item.status !== 'SCHEDULED') {
      throw problem(
        runStateProblems.say('invalid_state.not_excluded', { item: item.id, status: item.status }),
      )
    }
    const failed = moveItem(move, item, 'FAILED', {
      reason: `Excluded from ${run.id}: ${reason}`,
      patch: await detachFromRun(move, item),
    })
    await saveItem(rows, failed)
  }
  const left = { ...run, itemCount: run.itemCount - new Set(ids).size }
  if (run.status === 'OPEN') return left
  // None of their pages may stay in the package, and no sequence number may be missing.
  work.enqueue(jobOfRun(run, 'runs.cutoff', move.now))
  if (run.status !== 'CUTOFF_REACHED') {
    return {
      ...(await moveRun(move.transaction, run, 'CUTOFF_REACHED', move.now, anew)),
      itemCount: left.itemCount,
    }
  }
  await rows.runs.update(scope, run.id, { ...anew, updatedAt: move.now })
  return { ...left, ...anew, updatedAt: move.now }
}

/** The named items, each once. Throws 422 on `items[n]` for those that are not in the run. */
export const itemsOfRun = async (rows: Rows, run: RunRow, ids: readonly string[]): Promise<ItemRow[]> => {
  const unique = [...new Set(ids)]
  const found = await rows.items.find(
    { organisationId: run.organisationId, mode: run.mode },
    { id: oneOf(unique), runId: run.id },
  )
  const byId = new Map(found.map((item) => [item.id, item]))
  const unknown = runSentences.say('unknown.item_of_run', { run: run.id })
  const errors = ids.flatMap((id, index) => (byId.has(id) ? [] : [asError(unknown, `items[${index}]`)]))
  if (errors.length > 0) throw validationFailed(errors)
  return unique.map((id) => byId.get(id)!)
}
