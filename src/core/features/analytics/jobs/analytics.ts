import { defineJob } from '../../../engine/jobs/job.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { minuteMs } from '../../../kernel/time.ts'
import { verifyRebuild } from '../check.ts'
import { isRebuilding, rebuildChunk } from '../rebuild.ts'

/** Longer than any call, and longer than a job runs without extending its lease. */
const underWayMs = 10 * minuteMs

/**
 * Recounts days in the new time zone, some hundred items per transaction. Calls and jobs running during the
 * change may have counted in the old one, so it checks again after they must have ended.
 */
export const rebuildAnalytics = defineJob({
  kind: 'analytics.rebuild',
  async handler(context) {
    const { services, job, args, now, transact, extend } = context
    const scope = { organisationId: job.organisationId!, mode: args.mode as Mode }
    if (await services.store.read((rows) => isRebuilding(rows, scope.organisationId, scope.mode))) {
      while (await transact((transaction) => rebuildChunk(transaction, scope.organisationId, scope.mode)))
        await extend()
      return { resumeAt: now + underWayMs }
    }
    await verifyRebuild(context, scope)
    return undefined
  },
})
