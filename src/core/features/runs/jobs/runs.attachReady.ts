import { defineJob } from '../../../engine/jobs/job.ts'
import { inChunks } from '../../items/chunks.ts'
import { attachToRun } from '../../items/scheduling.ts'

/**
 * Schedules items that are READY without a run: those that were created while their organisation was
 * suspended.
 */
export const attachReadyItems = defineJob({
  kind: 'runs.attachReady',
  async handler(context) {
    const { organisationId, mode } = context.job
    if (organisationId === null || mode === null) throw new Error('The job names no organisation and mode.')
    await inChunks(context, organisationId, { organisationId, mode, status: 'READY' }, attachToRun)
    return undefined
  },
})
