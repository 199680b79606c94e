import type * as v from 'valibot'
import type { HealthReport } from '../../engine/health.ts'
import type { Services } from '../../engine/services.ts'
import { sentenceOf } from '../../kernel/sentence-schema.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { instanceEntries } from './schema.ts'

/** The server itself, as the health check found it. */
export const instanceOf = (
  { machine, printPartners, mailer, config }: Services,
  report: HealthReport,
): v.InferOutput<v.ObjectSchema<typeof instanceEntries, undefined>> => ({
  runtime: machine?.runtime ?? null,
  store: machine?.store ?? null,
  schema: machine?.schema ?? null,
  startedAt: machine ? toDateTime(machine.startedAt) : null,
  freeBytes: report.freeBytes ?? null,
  memoryBytes: machine?.memoryBytes() ?? null,
  pendingJobs: report.pendingJobs,
  failedJobs: report.failedJobs,
  jobsLagMs: report.jobsLagMs,
  deliveriesLagMs: report.deliveriesLagMs,
  storeProbeMs: report.probeMs,
  printers: { live: printPartners.live.name, test: printPartners.test.name },
  mailServer: mailer.available,
  baseUrl: config.baseUrl,
  unready: report.unready?.message ?? null,
  unreadySentence: sentenceOf(report.unready),
})
