import { setFact } from '../../engine/facts.ts'
import type { Condition, Health, HealthReport } from '../../engine/health.ts'
import { earliestWaiting } from '../../engine/jobs/job.ts'
import type { Services } from '../../engine/services.ts'
import { allOf, gte, isNotNull, lte, not, oneOf, type Where } from '../../kernel/query.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { minuteMs, secondMs } from '../../kernel/time.ts'
import { isWaiting, type JobRow } from '../../model/jobs.ts'
import { everyone, type Rows, StoreBusy, StoreGone } from '../../ports/store.ts'
import { defaultPrinterId } from '../printers/default-printer.ts'
import { failingByKind } from './jobs.ts'
import { healthSentences } from './sentences.ts'

const { sentence } = healthSentences

/** How long a report is reused. */
const freshMs = 5 * secondMs
/** How long a refused write makes the server unready. */
const refusalMs = 30 * secondMs
/** Below this, a run can hardly be rendered, and writes to the database will soon fail. */
const leastFreeBytes = 32 * 1024 * 1024
const jobsLate = 2 * minuteMs
const deliveriesLate = 5 * minuteMs
/** Deliveries that could not be sent are retried every minute. */
const unsentMs = 2 * minuteMs
/** After this many failures, over about three minutes, an operator should check the job. */
const stubbornJobs: Where<JobRow> = { attempts: gte(5), clock: 'real' }

export const createHealth = (services: () => Services): Health => {
  let refusedAt = Number.NEGATIVE_INFINITY
  let unsentAt = Number.NEGATIVE_INFINITY
  let last: { at: number; report: Promise<HealthReport> } | undefined
  return {
    noteUnwritable() {
      refusedAt = services().clock.now()
      last = undefined
    },
    noteUnsent() {
      unsentAt = services().clock.now()
    },
    noteWritten() {
      if (refusedAt === Number.NEGATIVE_INFINITY) return
      refusedAt = Number.NEGATIVE_INFINITY
      last = undefined
    },
    look() {
      const now = services().clock.now()
      // After the clock was set back, old reports and notes must not stay valid for hours.
      const within = (ms: number, at: number) => Math.abs(now - at) < ms
      const seen = { refused: within(refusalMs, refusedAt), unsent: within(unsentMs, unsentAt) }
      if (!last || !within(freshMs, last.at)) {
        last = { at: now, report: examine(services(), now, seen) }
      }
      return last.report
    },
  }
}

const examine = async (
  services: Services,
  now: number,
  { refused, unsent }: { refused: boolean; unsent: boolean },
): Promise<HealthReport> => {
  const freeBytes = await services.machine?.freeBytes().catch(() => undefined)
  const began = services.clock.now()
  const [seen, refusal, filesAnswer] = await Promise.all([
    services.store.read((rows) => waiting(rows, now)).catch(() => undefined),
    probe(services, now),
    canReachFiles(services),
  ])
  const probeMs = services.clock.now() - began
  const full = freeBytes !== undefined && freeBytes < leastFreeBytes
  const unready = !seen
    ? sentence('unready.unreadable')
    : full
      ? sentence('unready.disk')
      : (refusal ?? (refused ? sentence('unready.unwritable') : undefined))
  const { jobsLagMs, deliveriesLagMs, pendingJobs, failingJobs, printerWaits, stubborn } = seen ?? nothing
  const lacksPrinter = services.printPartners.live.available === false && !seen?.otherPrinters
  return {
    at: now,
    components: {
      store: unready ? 'OUTAGE' : 'OPERATIONAL',
      jobs: worse(lateness(jobsLagMs, jobsLate, unready), stubborn ? 'DEGRADED' : 'OPERATIONAL'),
      deliveries: worse(
        lateness(deliveriesLagMs, deliveriesLate, unready),
        unsent ? 'DEGRADED' : 'OPERATIONAL',
      ),
      printer: unready ? 'OUTAGE' : printerWaits || lacksPrinter ? 'DEGRADED' : 'OPERATIONAL',
      files: filesAnswer ? 'OPERATIONAL' : 'OUTAGE',
    },
    unready,
    jobsLagMs,
    deliveriesLagMs,
    pendingJobs,
    failingJobs,
    failedJobs: Object.values(failingJobs).reduce((sum, count) => sum + count, 0),
    freeBytes,
    probeMs,
  }
}

const nothing = {
  jobsLagMs: 0,
  deliveriesLagMs: 0,
  pendingJobs: 0,
  failingJobs: {} as Record<string, number>,
  stubborn: false,
  printerWaits: false,
  /** True if a printer other than the default one is in use. */
  otherPrinters: false,
}

const worse = (one: Condition, other: Condition): Condition => (one === 'OPERATIONAL' ? other : one)

const lateness = (lagMs: number, late: number, unready: Sentence | undefined): Condition =>
  unready || lagMs > 10 * late ? 'OUTAGE' : lagMs > late ? 'DEGRADED' : 'OPERATIONAL'

const waiting = async (rows: Rows, now: number): Promise<typeof nothing> => {
  const job = await earliestWaiting(rows, 'wakeAt', { wakeAt: lte(now) })
  const [delivery] = await rows.webhookDeliveries.find(
    everyone,
    { status: 'PENDING', nextAttemptAt: allOf(isNotNull, lte(now)) },
    { order: [{ field: 'nextAttemptAt' }], limit: 1 },
  )
  const stuck = await rows.runs.find(
    everyone,
    { status: oneOf(['FAILED', 'RENDERING', 'RENDERED', 'HANDING_OVER']), mode: 'live', reason: isNotNull },
    { limit: 1 },
  )
  const remakes = await rows.runRemakes.find(
    everyone,
    { status: oneOf(['WAITING', 'HANDING_OVER']), mode: 'live', waitReason: isNotNull },
    { limit: 1 },
  )
  const others = await rows.printers.find(
    everyone,
    { status: 'ACTIVE', id: not(defaultPrinterId) },
    { limit: 1 },
  )
  return {
    otherPrinters: others.length > 0,
    jobsLagMs: job ? now - job.wakeAt : 0,
    deliveriesLagMs: delivery ? now - delivery.nextAttemptAt! : 0,
    pendingJobs: await rows.jobs.count(everyone, isWaiting),
    failingJobs: await failingByKind(rows),
    stubborn: (await rows.jobs.find(everyone, stubbornJobs, { limit: 1 })).length > 0,
    printerWaits: stuck.length + remakes.length > 0,
  }
}

/** Returns whether external files can be read. If not, the server stays ready for other requests. */
const canReachFiles = async ({ blobs, log }: Services): Promise<boolean> => {
  try {
    await blobs.look?.()
    return true
  } catch (error) {
    log.error('files cannot be reached', { error })
    return false
  }
}

/** Tries a small synced write. Returns undefined if it succeeds, or if other writes keep the store busy. */
const probe = async ({ store, log }: Services, now: number): Promise<Sentence<'unready'> | undefined> => {
  try {
    await store.write(
      async (rows) => {
        await setFact(rows, 'lastProbe', String(now))
      },
      { party: 'health' },
    )
    return undefined
  } catch (error) {
    if (error instanceof StoreBusy) return undefined
    log.error('the store refuses writes', { error })
    return error instanceof StoreGone
      ? sentence('unready.gone', { detail: error.message })
      : sentence('unready.unwritable')
  }
}
