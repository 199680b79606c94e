import { rebuildAnalytics } from './jobs/analytics.rebuild.ts'
import { exportAnalyticsCsv } from './operations/analytics.exportCsv.ts'
import { getAnalyticsPostflows } from './operations/analytics.postflows.ts'
import { getAnalyticsScans } from './operations/analytics.scans.ts'
import { getAnalyticsSummary } from './operations/analytics.summary.ts'

export const analyticsOperations = [
  getAnalyticsSummary,
  getAnalyticsPostflows,
  getAnalyticsScans,
  exportAnalyticsCsv,
]

export const analyticsJobs = [rebuildAnalytics]
