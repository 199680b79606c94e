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
import type { ParticipantKind } from './unit-of-work.ts'

/** Makes backups, one after the other, and knows how far the present one is. */
export interface Backups {
  /** The progress of the one that is made by this process. */
  underWay(): BackupProgress | undefined
  /** Begins a backup and does not wait for it. Throws 409 while another one is made. */
  begin(folder: string, by: Actor): Promise<void>
  /** Makes a backup, after the present one, and resolves once it is there. Rejects where it fails. */
  make(folder: string, by: Actor): Promise<MadeBackup>
  /** Ends the one that is made, of which nothing stays; to be called before the process ends. */
  end(): Promise<void>
}

/** The ports that a composition root supplies to the core. */
export interface Ports {
  store: Store
  /** Counts requests for rate limits; by default in this process's memory. */
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
  /** Catalogues to begin with. */
  sampleCatalogues: SampleCatalogues
  /** Knows the holidays of countries, which calendars leave out. */
  holidays: Holidays
  /**
   * The printer of the server's own settings for live runs, and the simulated printer of test runs.
   */
  printPartners: { live: PrintPartner; test: PrintPartner }
  /** The ways to further printers; without them there is that one printer. */
  printers?: Printers
  log: Log
  /** The machine that the server runs on; absent in a library. */
  machine?: Machine
  /** What the server can do for its instance as a whole; absent in a library. */
  upkeep?: Upkeep
  /** Metrics for `/metrics`; none by default. */
  meter?: Meter
  /** Yields to the event loop during long work; by default it never does. */
  turns?: Turns
}

/** What handlers and jobs work with: the ports, and what the core builds on them. */
export interface Services extends Ports {
  rateCounter: RateCounter
  meter: Meter
  turns: Turns
  /** The ways to the printers of runs. */
  printerDesk: PrinterDesk
  health: Health
  ids: Ids
  config: Config
  /** Caches of small rows that nearly every request needs. */
  caches: Caches
  requestLog: RequestLog
  /** Logs refused attempts: `services.security.note({ event: 'host_refused', subject: host })`. */
  security: SecurityLog
  /** Runs jobs and moves test clocks. */
  readonly scheduler: Scheduler
  /** The kinds of entries of the catalogue, in the order in which they refer to one another. */
  catalogueParts(): Promise<readonly CataloguePart[]>
  /** The participants of every transaction, in the order in which they are flushed. */
  participants: readonly ParticipantKind[]
  /** Called with the events of a transaction, for their webhook deliveries. */
  onEvents: EventListener
  readonly live: Live
  /** Makes backups of the instance, where the server can. */
  backups: Backups
  /** Wakes the ticker, because a job or a delivery was committed. */
  wake(): void
}

/** The ways to the printers of runs (`features/printers/desk.ts`). */
export interface PrinterDesk {
  /**
   * The way to the printer that the run names. Throws where its settings cannot be read. In test mode it is
   * the printer's simulated twin.
   */
  of(run: Pick<RunRow, 'mode' | 'printerId' | 'givenPrinterId'>): Promise<PrintPartner>
}

/** A caller who wants to hear of an organisation's events in one mode. */
export interface NewListener {
  scope: ModeScope
  callerId: string
  /** The number of the last event that the caller has heard of; from now on where there is none. */
  after?: number | undefined
  /** The permissions that the caller holds now; undefined once the session is over. */
  permissionsNow(): Promise<readonly string[] | undefined>
}

/** Streams of events as they are committed (docs/design/live-stream.md), by any process. */
export interface Live {
  /** Opens a stream of Server-Sent Events. Throws 429 where too many are open. */
  open(listener: NewListener): Promise<AsyncIterable<Uint8Array>>
  /** Says that this process has committed events of these organisations. */
  noteCommitted(organisationIds: ReadonlySet<string>): void
  /** Says that this process has changed what has no event. Other processes’ pages find it by asking. */
  noteHints(hints: readonly Hint[]): void
  /**
   * Tells all streams what was committed; to be called with every wake, and each second. Returns how long the
   * next look may wait, in ms, so that busy hours are told in groups.
   */
  /** When open streams are looked at next, in ms of real time; undefined without any. */
  nextLookAt(): number | undefined
  look(): Promise<number>
  /** Calls `wake` when a stream has something to be told. Returns a function that removes it. */
  onWake(wake: () => void): () => void
  /** Ends every stream, and each later one at its beginning. */
  end(): void
}

/** The result of advancing a test clock: how many jobs ran, and whether it is done. */
export interface Advanced {
  ran: number
  done: boolean
  /** Another process runs a job of this clock, and the advance cannot continue before that ends. */
  elsewhere?: boolean
}

/** Runs due jobs, by real time and by every organisation's test clock. */
export interface Scheduler {
  /** Runs every due job; returns how many ran and the real instant at which the next one is due. */
  tick(): Promise<{ ran: number; nextAt: number | undefined }>
  /**
   * Starts due jobs in free lanes without waiting for them: for a server, which calls it after every commit.
   * Returns the real instant (ms) at which the next job falls due.
   */
  look(): Promise<{ nextAt: number | undefined }>
  /** Adds the recurring jobs that an instance set up by an older version lacks. */
  addMissing(): Promise<void>
  /** Starts no further jobs of `look`; resolves when the running ones have ended or given way. */
  drain(): Promise<void>
  /**
   * Moves an organisation's test clock forward and runs every job that falls due on the way, in order, each
   * at its own time. Stops early once `pause()` is true, or while another process runs a job of this clock:
   * call again to continue. When done, the clock shows at least `to` and is at least `offsetMs` ahead of real
   * time, so that an advance by a duration is not shortened by the time that its jobs took. Times in ms.
   */
  advance(organisationId: string, to: number, pause?: () => boolean, offsetMs?: number): Promise<Advanced>
  /**
   * Requeues the jobs of lost processes and returns how many; `all` for a process that is now the only one.
   */
  reap(options?: { all: boolean }): Promise<number>
  /** The number of jobs that run in this process. */
  underWay(): number
}
