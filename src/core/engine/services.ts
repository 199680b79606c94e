import type { Config } from '../kernel/config.ts'
import type { RunRow } from '../model/runs.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Holidays, SampleCatalogues } from '../ports/catalogue-sources.ts'
import type { OneTimeCodes, Passwords } from '../ports/credentials.ts'
import type { Crypto } from '../ports/crypto.ts'
import type { Csv } from '../ports/csv.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Printers, PrintPartner } from '../ports/print-partner.ts'
import type { RateCounter } from '../ports/rate-limit-counter.ts'
import type { Renderer } from '../ports/renderer.ts'
import type { Store } from '../ports/store.ts'
import type { Clock, Log, Machine, Meter, Random, Turns } from '../ports/system.ts'
import type { BackupProgress, MadeBackup, Upkeep } from '../ports/upkeep.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'
import type { Xml } from '../ports/xml.ts'
import type { Actor } from './audit/actor.ts'
import type { SecurityLog } from './audit/security-log.ts'
import type { ModeScope } from './caller.ts'
import type { CataloguePart } from './catalogue-part.ts'
import type { EventListener, Hint } from './events/event.ts'
import type { Health } from './health.ts'
import type { Ids } from './ids.ts'
import type { Caches } from './read-cache.ts'
import type { RequestLog } from './request-log.ts'
import type { TransactionHookKind } from './unit-of-work.ts'

/** Makes backups one at a time. */
export interface Backups {
  /** Progress of the backup that this process is making. */
  progress(): BackupProgress | undefined
  /** Starts a backup without waiting for it. Throws 409 while another one is running. */
  begin(folder: string, by: Actor): Promise<void>
  /** Makes a backup after the running one has ended. Rejects if it fails. */
  make(folder: string, by: Actor): Promise<MadeBackup>
  /** Aborts the running backup and removes its files. Call before the process exits. */
  end(): Promise<void>
}

/** Ports that a composition root passes to the core. */
export interface Ports {
  store: Store
  /** In memory by default. */
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
  /** Catalogues that a new instance is offered. */
  sampleCatalogues: SampleCatalogues
  /** Public holidays by country, which calendars leave out. */
  holidays: Holidays
  /** The printer of the server's settings for live runs, and the simulated printer for test runs. */
  printPartners: { live: PrintPartner; test: PrintPartner }
  /** Further printers; if absent, there are only `printPartners`. */
  printers?: Printers
  log: Log
  /** The host machine; undefined in a library. */
  machine?: Machine
  /** Backups and the like; undefined in a library. */
  upkeep?: Upkeep
  /** Metrics for `/metrics`; none by default. */
  meter?: Meter
  /** Yields to the event loop during long work; never by default. */
  turns?: Turns
}

/** The ports, and what the core builds on them. */
export interface Services extends Ports {
  rateCounter: RateCounter
  meter: Meter
  turns: Turns
  printerDesk: PrinterDesk
  health: Health
  ids: Ids
  config: Config
  /** Caches of small rows that nearly every request needs. */
  caches: Caches
  requestLog: RequestLog
  /** Records refused attempts: `services.security.note({ event: 'host_refused', subject: host })`. */
  security: SecurityLog
  /** Runs jobs and moves test clocks. */
  readonly scheduler: Scheduler
  /** In an order in which each part follows those that it refers to. */
  catalogueParts(): Promise<readonly CataloguePart[]>
  /** In flush order. */
  transactionHooks: readonly TransactionHookKind[]
  /** Called with a transaction's events, to write their webhook deliveries. */
  onEvents: EventListener
  readonly live: LiveStreams
  backups: Backups
  /** Wakes the ticker after a commit with a job or delivery. */
  wake(): void
}

/** Implemented in `features/printers/desk.ts`. */
export interface PrinterDesk {
  /** In test mode, the printer's simulated twin. Throws if its settings can't be read. */
  of(run: Pick<RunRow, 'mode' | 'printerId' | 'givenPrinterId'>): Promise<PrintPartner>
}

/** A caller subscribing to an organisation's events in one mode. */
export interface NewListener {
  scope: ModeScope
  callerId: string
  /** Sequence number of the last event received; undefined starts with the next event. */
  after?: number | undefined
  /** Undefined once the session has ended. */
  permissionsNow(): Promise<readonly string[] | undefined>
}

/** Streams of committed events of all processes (docs/design/portal.md). */
export interface LiveStreams {
  /** Opens Server-Sent Events. Throws 429 if too many streams are open. */
  open(listener: NewListener): Promise<AsyncIterable<Uint8Array>>
  /** Call it after this process has committed events of these organisations. */
  noteCommitted(organisationIds: ReadonlySet<string>): void
  /** Call it for changes without events by this process. Pages connected to other processes poll for them. */
  noteHints(hints: readonly Hint[]): void
  /** When open streams are checked next, in ms of real time. */
  nextLookAt(): number | undefined
  /** Call it with every wake and every second. Returns the delay in ms until the next call. */
  look(): Promise<number>
  /** Calls `wake` when a stream has something to send. Returns a function that unsubscribes. */
  onWake(wake: () => void): () => void
  /** Ends all streams, and later ones as they open. */
  end(): void
}

/** `ran`: number of jobs run. `done`: the clock shows its target. */
export interface Advanced {
  ran: number
  done: boolean
  /** Another process runs a job of this clock; the advance can't continue before it ends. */
  elsewhere?: boolean
}

/** Runs due jobs by real time and by test clocks. */
export interface Scheduler {
  /** Runs every due job. `nextAt` is in ms of real time. */
  tick(): Promise<{ ran: number; nextAt: number | undefined }>
  /** A server calls it after every commit. Starts due jobs in free lanes. `nextAt` is in ms of real time. */
  look(): Promise<{ nextAt: number | undefined }>
  /** Adds recurring jobs that an instance of an older version lacks. */
  addMissing(): Promise<void>
  /** Starts no further jobs. Resolves when the running ones have ended or yielded. */
  drain(): Promise<void>
  /**
   * Runs every job that falls due on the test clock, in order and at its own time. Stops early if `pause()`
   * returns true, or while another process runs a job of this clock; call again to continue. At the end the
   * clock shows at least `to` and is at least `offsetMs` ahead of real time, so that the jobs' duration
   * doesn't shorten the advance. Times in ms.
   */
  advance(organisationId: string, to: number, pause?: () => boolean, offsetMs?: number): Promise<Advanced>
  /** Requeues jobs of lost processes and returns how many. `all`: every running job, for the only process. */
  reap(options?: { all: boolean }): Promise<number>
  /** Jobs running in this process. */
  activeCount(): number
}
