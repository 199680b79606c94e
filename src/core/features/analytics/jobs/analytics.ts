import { defineJob } from '../../../engine/jobs/job.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { hourMs, minuteMs, toDateTime } from '../../../kernel/time.ts'
import { verifyRebuild } from '../check.ts'
import { isRebuilding, rebuildChunk } from '../rebuild.ts'

/** Longer than any call, and longer than a job runs without extending its lease. */
const underWayMs = 10 * minuteMs

/** At most this long between comparisons. No divisor of a day, so that they reach its quiet hours. */
const longestWaitMs = 7 * hourMs

/**
 * Recounts days in the new time zone, some hundred items per transaction. Calls and jobs running during the
 * change may have counted in the old one, so it compares the days after they must have ended, and later again
 * if the data keeps changing.
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
    if (await verifyRebuild(context, scope)) return undefined
    const resumeAt = now + waitMs(now - job.createdAt)
    const next = { ...scope, next: toDateTime(resumeAt) }
    services.log.warn('the days of a changed time zone could not be compared and will be later', next)
    return { resumeAt }
  },
})

/** Returns how long to wait: as long as the job has existed, from ten minutes to seven hours. */
const waitMs = (existedMs: number): number => Math.min(Math.max(existedMs, underWayMs), longestWaitMs)
