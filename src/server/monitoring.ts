import { createHash, timingSafeEqual } from 'node:crypto'
import type { H3 } from 'h3'
import type { Core } from '../core/app/index.ts'
import { notFound, problem } from '../core/kernel/errors.ts'
import type { Sentence } from '../core/kernel/sentences.ts'
import { requestIdOf } from './request.ts'
import { plainResponse, problemResponse } from './respond.ts'
import { serverProblems } from './sentences.ts'

/** Mounts `/healthz`, always 200, and `/readyz`, 503 while draining or if the store can't be used. */
export const mountHealth = (app: H3, core: Core, draining: () => boolean): void => {
  const { ids, health } = core.services
  const ok = (requestId: string, status: string) =>
    plainResponse(requestId, 200, JSON.stringify({ status }), { 'Content-Type': 'application/json' })
  app.get('/healthz', (event) => ok(requestIdOf(event.req, ids), draining() ? 'ending' : 'ok'))
  app.get('/readyz', async (event) => {
    const requestId = requestIdOf(event.req, ids)
    const unavailable = (sentence: Sentence<'storage_unavailable'>) =>
      problemResponse(problem(sentence, { headers: { 'Retry-After': '5' } }), requestId)
    if (draining()) return unavailable(serverProblems.sentence('storage_unavailable.shutting_down'))
    const { unready } = await health.look()
    return unready === undefined
      ? ok(requestId, 'ready')
      : unavailable(serverProblems.sentence('storage_unavailable.unready', { reason: unready }))
  })
}

export interface MetricsOptions {
  /** The metrics in the text format of Prometheus. */
  text(): string
  /** Required as `Authorization: Bearer …`. Without a token, every client gets 403, even on this machine. */
  token?: string | undefined
}

/** Mounts `/metrics` for Prometheus: 404 for a wrong token, 403 if none is configured. */
export const mountMetrics = (app: H3, core: Core, { text, token }: MetricsOptions): void => {
  const { ids, health } = core.services
  const takeLongestDelay = watchEventLoop()
  app.get('/metrics', async (event) => {
    const requestId = requestIdOf(event.req, ids)
    if (token === undefined) {
      return problemResponse(problem(serverProblems.sentence('insufficient_scope.metrics_token')), requestId)
    }
    const given = event.req.headers.get('authorization') ?? ''
    if (!equal(given, `Bearer ${token}`)) return problemResponse(notFound('resource'), requestId)
    const report = await health.look()
    const gauges: [name: string, value: number | undefined][] = [
      ['lettershop_ready', report.unready === undefined ? 1 : 0],
      ['lettershop_jobs_pending', report.pendingJobs],
      ['lettershop_jobs_failed', report.failedJobs],
      ['lettershop_jobs_lag_seconds', report.jobsLagMs / 1000],
      ['lettershop_deliveries_lag_seconds', report.deliveriesLagMs / 1000],
      ['lettershop_store_probe_seconds', report.probeMs / 1000],
      ['lettershop_disk_free_bytes', report.freeBytes],
      ['lettershop_event_loop_delay_max_seconds', takeLongestDelay() / 1000],
      ['process_resident_memory_bytes', process.memoryUsage.rss()],
      ['process_cpu_seconds_total', cpuSeconds()],
    ]
    const lines = gauges.flatMap(([name, value]) =>
      value === undefined || Number.isNaN(value)
        ? []
        : [`# TYPE ${name} ${typeOf(name)}`, `${name} ${value}`],
    )
    const failing = Object.entries(report.failingJobs).map(
      ([kind, count]) => `lettershop_jobs_failing{kind="${kind}"} ${count}`,
    )
    if (failing.length > 0) lines.push('# TYPE lettershop_jobs_failing gauge', ...failing)
    const headers = {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    }
    return plainResponse(requestId, 200, `${text()}${lines.join('\n')}\n`, headers)
  })
}

const tickMs = 20

/** Measures the maximum timer delay in ms between calls. Bun's `monitorEventLoopDelay` is always 0. */
const watchEventLoop = (): (() => number) => {
  let longest = 0
  let expected = performance.now() + tickMs
  setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - expected)
    expected = now + tickMs
  }, tickMs).unref()
  return () => {
    const taken = longest
    longest = 0
    return taken
  }
}

const typeOf = (name: string): string => (name.endsWith('_total') ? 'counter' : 'gauge')

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Compares in constant time, regardless of lengths. */
const equal = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
