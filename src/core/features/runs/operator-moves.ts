import { operatorActor } from '../../engine/audit/actor.ts'
import type { JobKind } from '../../engine/jobs/kinds.ts'
import { problem } from '../../kernel/errors.ts'
import type { ActorThen } from '../../model/audit.ts'
import type { RunRow } from '../../model/runs.ts'
import { assertAction } from '../../model/runs-lifecycle.ts'
import { everyone } from '../../ports/store.ts'
import type { MoveContext } from '../items/move.ts'
import { notReady } from '../items/ready-for-live.ts'
import { jobOfRun, type RunJob } from '../items/scheduling.ts'
import { partnerNameOf } from '../printers/desk.ts'
import { holdOf, printInSpiteOfHold } from '../printers/printing-hold.ts'
import { settleGivenUp } from './given-up.ts'
import { complete, enterProduction, offerToCarrier } from './progress.ts'
import { readinessOf } from './readiness.ts'
import { type ConfirmedAbsent, confirmedAbsentPayload, moveRun } from './run.ts'
import { runStateProblems } from './sentences.ts'

/*
 * Moves of a run that operators ask for. Each takes the `run` that was read in the caller's transaction.
 * Every function throws 409 `invalid_state` that names the present status where the run does not allow the
 * move.
 */

/** Closes a run before its cutoff; its suppression check and rendering follow as at the cutoff. */
export const closeRun = async (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('close', run.status)
  if (move.organisation.status === 'SUSPENDED') {
    throw problem(runStateProblems.say('invalid_state.suspended_run'))
  }
  const closed = await moveRun(move.transaction, run, 'CUTOFF_REACHED', move.now)
  enqueue(move, run, 'runs.cutoff')
  return closed
}

/** Renders a run now: one that waits, one that is being retried, or one that failed while it was rendered. */
export const renderRun = async (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('render', run.status)
  if (run.status === 'FAILED' && run.renderedAt !== null) {
    throw problem(runStateProblems.say('invalid_state.failed_rendered'))
  }
  const waiting =
    run.status === 'FAILED' ? await moveRun(move.transaction, run, 'CUTOFF_REACHED', move.now) : run
  // The suppression list is checked again before the first part is rendered, also where that check was
  // interrupted.
  const begin = waiting.status === 'CUTOFF_REACHED' && waiting.parts.length === 0
  enqueue(move, run, begin ? 'runs.cutoff' : 'runs.render')
  return waiting
}

/** The printer of a run that was printed outside this instance. */
const byHand = { partner: 'manual', reference: null }

/**
 * Asks for the hand-over now. `printed` is an operator's statement whether the printer has the run. It is
 * required for an uncertain run and while printing is held. `true` for a rendered run also says that its
 * package was printed elsewhere. Throws 409 `not_ready_for_live` where a person has to correct something
 * first. `by` says so of a run that its printer gave up.
 */
export const requestHandOver = async (
  move: MoveContext,
  run: RunRow,
  printed?: boolean,
  by: ActorThen = operatorActor,
): Promise<RunRow> => {
  const { services, transaction, now } = move
  if (run.status === 'HANDED_TO_PRINTER' && run.uncertain) return settleGivenUp(move, run, printed, by)
  assertAction('handOver', run.status)
  if (run.status === 'FAILED' && run.renderedAt === null) {
    throw problem(runStateProblems.say('invalid_state.failed_unrendered'))
  }
  const hold = await holdOf(transaction.rows, run)
  if (hold && printed === false) await printInSpiteOfHold(transaction.rows, run)
  if (run.uncertain) {
    if (printed === undefined) {
      throw problem(runStateProblems.say('invalid_state.uncertain'))
    }
    if (printed) {
      const name = await partnerNameOf(services, transaction.rows, run)
      return enterProduction(services, transaction, run, now, { partner: name, reference: null })
    }
    return requeue(move, run, confirmedAbsentPayload)
  }
  if (hold && printed === undefined) {
    throw problem(runStateProblems.say('invalid_state.held_run'))
  }
  if (printed === undefined || (hold && !printed)) {
    if (run.status !== 'HANDING_OVER') {
      const { findings } = await readinessOf(services, transaction.rows, run)
      if (findings.length > 0) throw notReady(findings)
    }
    if (run.status === 'FAILED') return requeue(move, run)
    // A second attempt would interrupt the first in the middle of its package and start again.
    const isUnderWay = run.status === 'HANDING_OVER' && (await isRunning(move, run, 'runs.handOver'))
    if (!isUnderWay) enqueue(move, run, 'runs.handOver')
    return run
  }
  if (!printed || run.status === 'HANDING_OVER') {
    throw problem(runStateProblems.say('invalid_state.certain', { status: run.status }))
  }
  const rendered = run.status === 'FAILED' ? await moveRun(transaction, run, 'RENDERED', now) : run
  const intended = await moveRun(transaction, rendered, 'HANDING_OVER', now)
  return enterProduction(services, transaction, intended, now, byHand)
}

/**
 * Moves the run back to RENDERED and queues its hand-over. `payload` carries an operator's confirmation that
 * no printer has the run.
 */
const requeue = async (move: MoveContext, run: RunRow, payload?: ConfirmedAbsent): Promise<RunRow> => {
  const rendered = await moveRun(move.transaction, run, 'RENDERED', move.now, { uncertain: false })
  enqueue(move, run, 'runs.handOver', payload)
  return rendered
}

/** Starts the next step of a run at once. */
export const retryRun = (move: MoveContext, run: RunRow): Promise<RunRow> => {
  const rendered = run.status === 'FAILED' ? run.renderedAt !== null : run.status !== 'CUTOFF_REACHED'
  return rendered && run.status !== 'RENDERING' ? requestHandOver(move, run) : renderRun(move, run)
}

/** Records that the carrier has the run. In test mode this happens without a call. */
export const offerRun = (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('offerToCarrier', run.status)
  return offerToCarrier(move.services, move.transaction, run, move.now)
}

/** Records that the run was delivered before the configured days had passed. */
export const completeRun = (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('complete', run.status)
  return complete(move.transaction, run, move.now)
}

/**
 * Cancels a run that no printer has; its items go back to READY and join the next one. `reason` is shown to
 * customers.
 */
export const cancelRun = async (move: MoveContext, run: RunRow, reason: string): Promise<RunRow> => {
  assertAction('cancel', run.status)
  const cancelled = await moveRun(move.transaction, run, 'CANCELLED', move.now, { reason })
  enqueue(move, run, 'runs.cutoff')
  return cancelled
}

/** Whether a job of this kind is running for the run, or has a lease left from a process that stopped. */
const isRunning = async ({ transaction }: MoveContext, run: RunRow, kind: JobKind): Promise<boolean> => {
  const running = await transaction.rows.jobs.find(everyone, { status: 'RUNNING', kind })
  return running.some(({ payload }) => payload.runId === run.id)
}

const enqueue = (
  { transaction, now }: MoveContext,
  run: RunRow,
  kind: RunJob,
  payload?: ConfirmedAbsent,
): void => transaction.work.enqueue(jobOfRun(run, kind, now, payload && { payload }))
