import { defineJob } from '../../../engine/jobs/job.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { minuteMs } from '../../../kernel/time.ts'
import { verifyRebuild } from '../check.ts'
import { isRebuilding, rebuildChunk } from '../rebuild.ts'

/** Longer than any call, and longer than a job runs without extending its lease. */
const underWayMs = 10 * minuteMs

/**
 * Recounts an organisation's days in its new time zone, in transactions of some hundred items. Calls and jobs
 * that were running during the change may have counted in the old zone, so it checks again after they must
 * have ended.
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
