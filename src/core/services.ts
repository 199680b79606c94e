import type { KnownKey } from './access/authenticate.ts'
import type { KnownSession } from './access/session.ts'
import type { SecurityLog } from './audit/security-log.ts'
import type { Config } from './config.ts'
import type { RequestLog } from './developers/request-log.ts'
import type { Ids } from './ids.ts'
import type { Mailing } from './items/mailing.ts'
import type { Scheduler } from './jobs/scheduler.ts'
import type { Health } from './platform/health.ts'
import type { Blobs } from './ports/blobs.ts'
import type { Clock } from './ports/clock.ts'
import type { Crypto } from './ports/crypto.ts'
import type { Csv } from './ports/csv.ts'
import type { Log } from './ports/log.ts'
import type { Machine } from './ports/machine.ts'
import type { Mailer } from './ports/mailer.ts'
import type { Meter } from './ports/meter.ts'
import type { OneTimeCodes } from './ports/one-time-codes.ts'
import type { Passwords } from './ports/passwords.ts'
import type { PrintPartner } from './ports/print-partner.ts'
import type { Random } from './ports/random.ts'
import type { RateCounter } from './ports/rate-counter.ts'
import type { Renderer } from './ports/renderer.ts'
import type { Store } from './ports/store.ts'
import type { Turns } from './ports/turns.ts'
import type { WebhookSender } from './ports/webhook-sender.ts'
import type { Xml } from './ports/xml.ts'
import type { ReadCache } from './read-cache.ts'

/** Everything outside the core that it needs; a composition root puts it together. */
export interface Ports {
  store: Store
  /** Counts requests; in this process's memory unless several share a database. */
  rateCounter?: RateCounter
  clock: Clock
  random: Random
  crypto: Crypto
  blobs: Blobs
  csv: Csv
  xml: Xml
  renderer: Renderer
  webhookSender: WebhookSender
  passwords: Passwords
  oneTimeCodes: OneTimeCodes
  mailer: Mailer
  /** Who prints live runs, and who pretends to print test runs. */
  printPartners: { live: PrintPartner; test: PrintPartner }
  log: Log
  /** Where it runs; absent in a library. */
  machine?: Machine
  /** Counts for `/metrics`; nothing by default. */
  meter?: Meter
  /** The event loop's turns; nobody waits for any by default. */
  turns?: Turns
}

/** Small rows that nearly every request asks for, kept while they do not change. */
export interface Caches {
  keys: ReadCache<KnownKey | undefined>
  mailings: ReadCache<Mailing | undefined>
  /** By the token's hash and the organisation that is asked for. */
  sessions: ReadCache<KnownSession | undefined>
}

/** What handlers and jobs work with: the ports, and what the core makes of them. */
export interface Services extends Ports {
  rateCounter: RateCounter
  meter: Meter
  turns: Turns
  health: Health
  ids: Ids
  config: Config
  caches: Caches
  requestLog: RequestLog
  /** What was tried and refused: `services.security.note({ event: 'host_refused', subject: host })`. */
  security: SecurityLog
  /** Moves test clocks, for the operation and the job that do. */
  readonly scheduler: Scheduler
  /** Says that work became due: a job or a delivery was committed. */
  wake(): void
}
