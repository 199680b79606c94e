import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { offerToCarrier } from '../printing/progress.ts'

/**
 * Reports for the simulated printer of test mode that the carrier has the run. In live mode a person or the
 * printer reports it.
 */
export const runOfferToCarrier = defineJob({
  kind: 'runs.offerToCarrier',
  async handler({ services, job, args, now, transact }) {
    await transact(async (transaction) => {
      const run = await transaction.rows.runs.get(organisationOf(job), args.runId)
      if (run?.status === 'HANDED_TO_PRINTER') await offerToCarrier(services, transaction, run, now)
    })
    return undefined
  },
})
