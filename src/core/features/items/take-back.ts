import { problem } from '../../kernel/errors.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { ItemRow } from '../../model/items.ts'
import type { MoveContext } from './move.ts'
import { detachFromRun } from './scheduling.ts'
import { itemProblems } from './sentences.ts'

/**
 * Whether the customer may still take a scheduled item out of its run: until the cutoff time, even if the job
 * that acts on it is late, and never once an operator has closed the run early.
 */
export const canBeTakenBack = async (context: MoveContext, item: ItemRow): Promise<boolean> => {
  if (item.status !== 'SCHEDULED' || item.runId === null) return true
  if (item.cancellableUntil !== null && context.now >= item.cancellableUntil) return false
  const scope = { organisationId: item.organisationId, mode: item.mode }
  const run = await context.transaction.rows.runs.get(scope, item.runId)
  return run === undefined || run.status === 'OPEN'
}

/**
 * Takes an item out of its run, where it has one, and returns the fields that change. Throws 409
 * `invalid_state` from the cutoff on.
 */
export const takeBack = async (context: MoveContext, item: ItemRow): Promise<Partial<ItemRow>> => {
  if (item.status !== 'SCHEDULED') return {}
  if (!(await canBeTakenBack(context, item))) {
    const cutoff = item.cancellableUntil === null ? undefined : toDateTime(item.cancellableUntil)
    throw problem(itemProblems.say('invalid_state.cancel_late', { status: item.status, cutoff }))
  }
  return detachFromRun(context, item)
}
