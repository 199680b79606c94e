import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { complete } from '../printing/progress.ts'

/** Completes a run after its specification's delivery time. */
export const runComplete = defineJob({
  kind: 'runs.complete',
  async handler({ job, args, now, transact }) {
    await transact(async (transaction) => {
      const run = await transaction.rows.runs.get(organisationOf(job), args.runId)
      if (run?.status === 'HANDED_TO_CARRIER') await complete(transaction, run, now)
    })
    return undefined
  },
})
