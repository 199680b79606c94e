import { type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import { LeaseLost } from '../../engine/jobs/runner.ts'
import { runLifecycle } from '../../model/runs-lifecycle.ts'
import { moveRun } from './run.ts'

/** About ten minutes of retries with back-off; after that an operator has to look at the run. */
export const attemptsBeforeFailed = 6

/**
 * Runs one step of a run. An error is noted on the run and retried with back-off; after
 * `attemptsBeforeFailed` the run is FAILED and waits for `run retry`.
 */
export const failAfterRetries = async (
  context: JobContext,
  step: () => Promise<{ resumeAt: number } | undefined>,
): Promise<{ resumeAt: number } | undefined> => {
  try {
    return await step()
  } catch (error) {
    // Another process works on the run by now and notes its own errors.
    if (error instanceof LeaseLost) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const failed = await note(context, reason, context.job.attempts + 1 >= attemptsBeforeFailed)
    if (!failed) throw error
    context.services.log.error('run failed', {
      run: context.job.payload.runId,
      kind: context.job.kind,
      error,
    })
    return undefined
  }
}

const note = ({ job, now, transact }: JobContext, reason: string, last: boolean): Promise<boolean> =>
  transact(async (transaction) => {
    const run = await transaction.rows.runs.get(organisationOf(job), String(job.payload.runId))
    if (!run || runLifecycle.isEnd(run.status)) return true
    if (last && runLifecycle.allows(run.status, 'FAILED')) {
      await moveRun(transaction, run, 'FAILED', now, { reason })
      return true
    }
    await transaction.rows.runs.update(run, run.id, {
      reason: `${reason} It is tried again.`,
      updatedAt: now,
    })
    return false
  })
