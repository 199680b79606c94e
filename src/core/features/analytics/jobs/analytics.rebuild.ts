import { defineJob } from '../../../engine/jobs/registry.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { minuteMs } from '../../../kernel/time.ts'
import { proveRebuilt } from '../prove-rebuilt.ts'
import { isRebuilding, rebuildChunk } from '../rebuild.ts'

/** Longer than any call lasts, and than a job goes on without saying so. */
const underWayMs = 10 * minuteMs

/**
 * Counts an organisation's days in its new time zone, some hundred items in a transaction. Once whatever was under way
 * when the zone changed must have ended, it looks once more: that may have been counted in the old zone behind it.
 */
export const rebuildAnalytics = defineJob({
  kind: 'analytics.rebuild',
  async handler(context) {
    const { services, job, now, transact, extend } = context
    const scope = { organisationId: job.organisationId!, mode: job.payload.mode as Mode }
    if (await services.store.read((rows) => isRebuilding(rows, scope.organisationId, scope.mode))) {
      while (await transact((transaction) => rebuildChunk(transaction, scope.organisationId, scope.mode)))
        await extend()
      return { resumeAt: now + underWayMs }
    }
    await proveRebuilt(context, scope)
    return undefined
  },
})
