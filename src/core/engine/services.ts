import type { Config } from '../kernel/config.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Clock } from '../ports/clock.ts'
import type { Crypto } from '../ports/crypto.ts'
import type { Csv } from '../ports/csv.ts'
import type { Log } from '../ports/log.ts'
import type { Machine } from '../ports/machine.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Meter } from '../ports/meter.ts'
import type { OneTimeCodes } from '../ports/one-time-codes.ts'
import type { Passwords } from '../ports/passwords.ts'
import type { PrintPartner } from '../ports/print-partner.ts'
import type { Random } from '../ports/random.ts'
import type { RateCounter } from '../ports/rate-counter.ts'
import type { Renderer } from '../ports/renderer.ts'
import type { Store } from '../ports/store.ts'
import type { Turns } from '../ports/turns.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'
import type { Xml } from '../ports/xml.ts'
import type { SecurityLog } from './audit/security-log.ts'
import type { EventListener } from './events/event.ts'
import type { Health } from './health.ts'
import type { Ids } from './ids.ts'
import type { ParticipantKind } from './participant.ts'
import type { Caches } from './read-cache.ts'
import type { RequestLog } from './request-log/request-log.ts'

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

/** What handlers and jobs work with: the ports, and what the core makes of them. */
export interface Services extends Ports {
  rateCounter: RateCounter
  meter: Meter
  turns: Turns
  health: Health
  ids: Ids
  config: Config
  /** Small rows that nearly every request asks for, kept while they do not change. */
  caches: Caches
  requestLog: RequestLog
  /** What was tried and refused: `services.security.note({ event: 'host_refused', subject: host })`. */
  security: SecurityLog
  /** Moves test clocks, for the operation and the job that do. */
  readonly scheduler: Scheduler
  /** Who takes part in every transaction, in the order in which they are written. */
  participants: readonly ParticipantKind[]
  /** Writes what follows from events. */
  onEvents: EventListener
  /** Says that work became due: a job or a delivery was committed. */
  wake(): void
}

/** How far an advance of a test clock came. */
export interface Advanced {
  ran: number
  done: boolean
  /** Another process runs one of its jobs: nothing can be done before that ends. */
  elsewhere?: boolean
}

/** Runs what is due, by real time and by every organisation's test clock. */
export interface Scheduler {
  /** Runs every due job; returns how many ran and the real instant at which the next one is due. */
  tick(): Promise<{ ran: number; nextAt: number | undefined }>
  /**
   * Sets free lanes to work on what is due and waits for none of it: for a server, which looks again with every commit.
   * Returns the real instant at which something falls due next.
   */
  look(): Promise<{ nextAt: number | undefined }>
  /** Adds the recurring jobs that an instance of an older version does not have yet. */
  addMissing(): Promise<void>
  /** Takes nothing up any more that `look` found; resolves when what is under way has ended or given way. */
  drain(): Promise<void>
  /**
   * Moves an organisation's test clock forward and runs everything that falls due on the way, in order, each
   * at its own time. Stops on the way once `pause()` is true, or while another process runs one of its jobs: whoever
   * asked goes on with another call. In the end the clock shows at least `to`, and is at least `offsetMs` ahead of real time:
   * the moments that running took are then not taken off an advance by a duration.
   */
  advance(organisationId: string, to: number, pause?: () => boolean, offsetMs?: number): Promise<Advanced>
  /** Makes jobs wait again that a lost process was running; `all` for a process that is now the only one. */
  reap(options?: { all: boolean }): Promise<number>
  /** Jobs that this process runs now. */
  underWay(): number
}
