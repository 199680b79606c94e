import { createSecurityLog } from '../engine/audit/security-log.ts'
import { createIds } from '../engine/ids.ts'
import { createJobRunner } from '../engine/jobs/runner.ts'
import { createScheduler } from '../engine/jobs/scheduler.ts'
import { createCall } from '../engine/pipeline.ts'
import { createRateCounter } from '../engine/rate-limit.ts'
import { createCaches } from '../engine/read-cache.ts'
import { createRegistry, type Registry } from '../engine/registry.ts'
import type { CallRequest, CallResponse } from '../engine/request.ts'
import { createRequestLog } from '../engine/request-log.ts'
import type { LiveStreams, Ports, Scheduler, Services } from '../engine/services.ts'
import { createLiveStreams } from '../features/events/live-stream.ts'
import { createBackups } from '../features/instance/backups.ts'
import { createHealth } from '../features/platform/health.ts'
import { withInstanceAssets } from '../features/platform-assets/instance-assets.ts'
import { createPrinterDesk } from '../features/printers/desk.ts'
import { createDispatcher, type Dispatcher } from '../features/webhooks/delivery/dispatcher.ts'
import { fanOut } from '../features/webhooks/delivery/fan-out.ts'
import { type Config, defaultConfig } from '../kernel/config.ts'
import { noTurns, silentMeter } from '../ports/system.ts'
import { routes } from './routes.gen.ts'
import { transactionHooks } from './transaction-hooks.ts'

/** The domain without server or database: the base of the HTTP server, the library and the command line. */
export interface Core {
  services: Services
  registry: Registry
  /** Runs an operation through the pipeline; never throws. */
  call(request: CallRequest): Promise<CallResponse>
  scheduler: Scheduler
  /** Sends webhook deliveries; a listener of `onWake` must call it. */
  webhooks: Dispatcher
  /** Live streams of events; call its `look` when its `onWake` fires. */
  live: LiveStreams
  /** Calls `listener` when a committed job or delivery became due. Returns a function that unsubscribes. */
  onWake(listener: () => void): () => void
  /** True once `close` was called; no work can be started then. */
  readonly isClosed: boolean
  /** Finishes running work and closes the ports. */
  close(): Promise<void>
}

/** Composes the domain from its ports. Reads and writes nothing, and starts no work. */
export const createCore = (ports: Ports, config: Partial<Config> = {}): Core => {
  const listeners = new Set<() => void>()
  const ids = createIds(ports.clock, ports.random)
  const services: Services = {
    ...ports,
    renderer: withInstanceAssets(ports.renderer, ports),
    rateCounter: ports.rateCounter ?? createRateCounter(),
    meter: ports.meter ?? silentMeter,
    turns: ports.turns ?? noTurns,
    printerDesk: createPrinterDesk(() => services),
    health: createHealth(() => services),
    backups: createBackups(() => services),
    config: { ...defaultConfig, ...config },
    ids,
    requestLog: createRequestLog({ store: ports.store, ids }),
    security: createSecurityLog({ ...ports, ids }),
    caches: createCaches(ports.store),
    catalogueParts: async () => (await import('./catalogue-parts.ts')).catalogueParts,
    transactionHooks: transactionHooks,
    onEvents: (rows, organisationId, events) => fanOut(services, rows, organisationId, events),
    // Created below, since the scheduler itself needs the services.
    get scheduler() {
      return scheduler
    },
    get live() {
      return live
    },
    wake: () => {
      for (const listener of listeners) listener()
    },
  }
  const runner = createJobRunner(services, async () =>
    Object.values((await import('./jobs.ts')).jobDefinitions),
  )
  const scheduler = createScheduler(services, runner)
  const webhooks = createDispatcher(services)
  const live = createLiveStreams(services)
  let isClosed = false
  return {
    services,
    registry: createRegistry(routes, async () => (await import('./operations.ts')).operations),
    call: createCall(services),
    scheduler,
    webhooks,
    live,
    onWake(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get isClosed() {
      return isClosed
    },
    close: () => {
      isClosed = true
      return closeCore(services, webhooks)
    },
  }
}

/** Ends running work, writes data kept in memory, and closes the ports. */
const closeCore = async (services: Services, webhooks: Dispatcher): Promise<void> => {
  const { log } = services
  services.live.end()
  await services.backups.end()
  await webhooks.drain()
  await services.requestLog
    .flush()
    .catch((error: unknown) => log.warn('the last requests were not logged', { error }))
  await services.security
    .flush('all')
    .catch((error: unknown) => log.warn('the last security events are in this log only', { error }))
  await services.webhookSender.close()
  await services.mailer.close()
  await services.renderer.close()
  await services.store.close()
}
