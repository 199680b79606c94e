import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { runBlob } from '../rendering/blobs.ts'

/**
 * Removes the pages of a cancelled run: its items go with another run, and must not be printed or found here.
 */
export const cleanRun = defineJob({
  kind: 'runs.clean',
  async handler({ services, job, args, transact }) {
    const runId = args.runId
    const run = await services.store.read((rows) => rows.runs.get(organisationOf(job), runId))
    if (run?.status !== 'CANCELLED') return undefined
    for await (const key of services.blobs.list(runBlob(runId, ''))) await services.blobs.remove(key)
    await transact(({ rows }) => rows.runs.update(run, runId, { parts: [] }))
    return undefined
  },
})
