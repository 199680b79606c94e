import type { JobKind } from '../../engine/jobs/kinds.ts'
import { problem } from '../../kernel/errors.ts'
import type { RunRow } from '../../model/runs.ts'
import { assertAction } from '../../model/runs-lifecycle.ts'
import { everyone } from '../../ports/store.ts'
import type { MoveContext } from '../items/move.ts'
import { notReady } from '../items/ready-for-live.ts'
import { runJob } from '../items/scheduling.ts'
import { holdOf, printInSpiteOfHold } from './hold.ts'
import { complete, handedOver, offerToCarrier } from './progress.ts'
import { readinessOf } from './readiness.ts'
import { moveRun } from './run.ts'

/*
 * What the people who run the instance do with a run, each inside the caller's transaction: `run` was read there. Every
 * function throws 409 `invalid_state` that names the present status where the run does not allow it.
 */

/** Closes a run before its cutoff; its suppression check and rendering follow as at the cutoff. */
export const closeRun = async (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('close', run.status)
  if (move.organisation.status === 'SUSPENDED') {
    throw problem(
      'invalid_state',
      'The organisation is suspended: nothing of it is printed before it is resumed.',
    )
  }
  const closed = await moveRun(move.transaction, run, 'CUTOFF_REACHED', move.now)
  enqueue(move, run, 'runs.cutoff')
  return closed
}

/** Renders now: what waits, what is being retried, and what failed while it was rendered. */
export const renderRun = async (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('render', run.status)
  if (run.status === 'FAILED' && run.renderedAt !== null) {
    throw problem('invalid_state', 'This run is FAILED after it was rendered: hand it over.')
  }
  const waiting =
    run.status === 'FAILED' ? await moveRun(move.transaction, run, 'CUTOFF_REACHED', move.now) : run
  // Before anything is rendered the suppression list is looked at once more, also when that was interrupted.
  const begin = waiting.status === 'CUTOFF_REACHED' && waiting.parts.length === 0
  enqueue(move, run, begin ? 'runs.cutoff' : 'runs.render')
  return waiting
}

/** Who printed a run that no printer of ours was handed. */
const byHand = { partner: 'manual', reference: null }

/**
 * Hands over now. `printed` is a person's word: of an uncertain run, and of any while printing is held, whether the printer
 * has it; `true` of a rendered one also that its package was printed elsewhere. Without that word nothing uncertain or held
 * is handed over. Throws 409 `not_ready_for_live` where a person has to mend something first.
 */
export const handOverRun = async (move: MoveContext, run: RunRow, printed?: boolean): Promise<RunRow> => {
  const { services, transaction, now } = move
  assertAction('handOver', run.status)
  if (run.status === 'FAILED' && run.renderedAt === null) {
    throw problem('invalid_state', 'This run is FAILED before it was rendered: render it first.')
  }
  const hold = await holdOf(transaction.rows, run)
  if (hold && printed === false) await printInSpiteOfHold(transaction.rows, run)
  if (run.uncertain) {
    if (printed === undefined) {
      throw problem('invalid_state', 'It is uncertain whether the printer has this run: say `printed`.')
    }
    if (printed) {
      const { name } = services.printPartners[run.mode]
      return handedOver(services, transaction, run, now, { partner: name, reference: null })
    }
    return again(move, run, { again: true })
  }
  if (hold && printed === undefined) {
    throw problem(
      'invalid_state',
      'Printing is held: say `printed`, whether the printer has this run already.',
    )
  }
  if (printed === undefined || (hold && !printed)) {
    if (run.status !== 'HANDING_OVER') {
      const { findings } = await readinessOf(services, transaction.rows, run)
      if (findings.length > 0) throw notReady(findings)
    }
    if (run.status === 'FAILED') return again(move, run)
    // A second attempt would stop the first in the middle of its package, and begin anew.
    const isUnderWay = run.status === 'HANDING_OVER' && (await isRunning(move, run, 'runs.handOver'))
    if (!isUnderWay) enqueue(move, run, 'runs.handOver')
    return run
  }
  if (!printed || run.status === 'HANDING_OVER') {
    throw problem('invalid_state', `This run is ${run.status}, and nothing about it is uncertain.`)
  }
  const rendered = run.status === 'FAILED' ? await moveRun(transaction, run, 'RENDERED', now) : run
  const intended = await moveRun(transaction, rendered, 'HANDING_OVER', now)
  return handedOver(services, transaction, intended, now, byHand)
}

/** `payload` carries a person's word to the printer: the run was uncertain, and no printer has it. */
const again = async (move: MoveContext, run: RunRow, payload?: { again: true }): Promise<RunRow> => {
  const rendered = await moveRun(move.transaction, run, 'RENDERED', move.now, { uncertain: false })
  enqueue(move, run, 'runs.handOver', payload)
  return rendered
}

/** Goes on at once with whatever a run waits for. */
export const retryRun = (move: MoveContext, run: RunRow): Promise<RunRow> => {
  const rendered = run.status === 'FAILED' ? run.renderedAt !== null : run.status !== 'CUTOFF_REACHED'
  return rendered && run.status !== 'RENDERING' ? handOverRun(move, run) : renderRun(move, run)
}

/** The printer gave the run to the carrier (in test mode it happens by itself). */
export const offerRun = (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('offerToCarrier', run.status)
  return offerToCarrier(move.services, move.transaction, run, move.now)
}

/** The carrier confirmed before the configured days had passed. */
export const completeRun = (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('complete', run.status)
  return complete(move.transaction, run, move.now)
}

/** Cancels a run that no printer has; its items go back to READY and join the next one. `reason` is told customers. */
export const cancelRun = async (move: MoveContext, run: RunRow, reason: string): Promise<RunRow> => {
  assertAction('cancel', run.status)
  const cancelled = await moveRun(move.transaction, run, 'CANCELLED', move.now, { reason })
  enqueue(move, run, 'runs.cutoff')
  return cancelled
}

/** Whether a job of this kind is at the run, or was when its process went away: then its lease ends. */
const isRunning = async ({ transaction }: MoveContext, run: RunRow, kind: JobKind): Promise<boolean> => {
  const running = await transaction.rows.jobs.find(everyone, { status: 'RUNNING', kind })
  return running.some(({ payload }) => payload.runId === run.id)
}

const enqueue = (
  { transaction, now }: MoveContext,
  run: RunRow,
  kind: JobKind,
  payload?: { again: true },
): void => transaction.work.enqueue(runJob(run, kind, now, payload && { payload }))
