import { rebuildAnalytics } from './jobs/analytics.rebuild.ts'
import { exportAnalyticsCsv } from './operations/analytics.exportCsv.ts'
import { getAnalyticsSummary } from './operations/analytics.summary.ts'

export const analyticsOperations = [getAnalyticsSummary, exportAnalyticsCsv]

export const analyticsJobs = [rebuildAnalytics]
