import type { Sentence } from '../kernel/sentences.ts'
import type { PrinterCapabilities, PrinterKind, PrinterSettings, SecretReference } from '../model/printers.ts'
import type { Plex } from '../template/sheet.ts'

/**
 * A printer that receives rendered runs. Handing over can't be undone, so the core first commits its intent
 * (HANDING_OVER) and calls `find` before it retries.
 */
export interface PrintPartner {
  /** Stored with the run: `folder`, `simulated`, … */
  readonly name: string
  /** False if no printer is configured. Live runs then wait. */
  readonly available?: false
  /** Delivers the whole package or nothing. `unavailable`: nothing was delivered, retry later. */
  handOver(handOver: HandOver): Promise<HandOverResult>
  /**
   * The state after a crash during `handOver`. `delivered` and `absent` are certain. `uncertain` needs a
   * decision by an operator, because the printer may have removed the package. Throws if the printer can't be
   * reached.
   */
  find(runId: string): Promise<'delivered' | 'absent' | 'uncertain'>
  /**
   * Removes the rest of a delivered package, because a recipient was erased. The run still counts as
   * delivered. Files that the printer has removed cause no error. Throws if the printer can't be reached.
   * `handedOver` is true if the run was handed over, which the partner's records may lack after a restore.
   */
  discard(runId: string, known?: { handedOver: boolean }): Promise<void>
  /**
   * Reports the printer's condition; prints nothing. Rejects with a sentence if the printer can't be used.
   * Absent if only a hand-over shows the condition, or if `Printers.ask` reports it.
   */
  ask?(): Promise<{ ok: boolean; detail: string }>
  /**
   * The outcome of a delivered package, for printers that report it later. Throws if the printer can't be
   * reached.
   */
  fateOf?(runId: string): Promise<PackageFate>
}

/**
 * `waiting`: queued or printing. `done`: printed or no longer known. `given_up`: the printer accepted it and
 * did not finish; `reason` is a sentence for operators.
 */
export type PackageFate = { state: 'waiting' | 'done' } | { state: 'given_up'; reason: string }

export interface HandOver {
  runId: string
  organisationId: string
  /**
   * An operator confirmed that the printer does not have the package, so records of earlier attempts are
   * ignored. Without this, a hand-over with an earlier attempt throws.
   */
  confirmedAbsent?: boolean
  /** Used by printers that print directly. Lengths in mm. */
  sheet?: { plex: Plex; w: number; h: number }
  /** In writing order. */
  files: AsyncIterable<PackageFile>
}

export interface PackageFile {
  name: string
  content: AsyncIterable<Uint8Array>
}

export type HandOverResult =
  | { outcome: 'delivered'; reference: string }
  | { outcome: 'unavailable'; reason: string }

/** Why live runs wait without a printer. A sentence for operators. */
export const noPrinterReason =
  'No printer is configured for live mail. Pass one as ports.printPartners.live to createLettershop; rendered runs wait until then.'

/** Hands nothing over, so nothing counts as printed. */
export const noPrinter: PrintPartner = {
  name: 'none',
  available: false,
  handOver: async () => ({ outcome: 'unavailable', reason: noPrinterReason }),
  find: async () => 'absent',
  async discard() {},
  ask: async () => ({ ok: false, detail: noPrinterReason }),
}

/** `intended`: publishing was about to start. `delivered`: the package was published, wherever it is now. */
export type HandOverState = 'intended' | 'delivered'

/** The record of one attempt to hand over a run. */
export interface HandOverEntry {
  attempt: string
  state: HandOverState
  /** Data of the adapter, such as numbers of print jobs. */
  note?: string | undefined
}

/**
 * The instance's own record of hand-overs: printers remove packages, so their folders don't show whether a
 * run was printed or never delivered. Every attempt has its own entry; writing or removing it leaves the
 * others unchanged. Every method throws `JournalFailed` if the journal can't be read or written.
 */
export interface HandOverJournal {
  entries(runId: string): Promise<HandOverEntry[]>
  /**
   * Records that the attempt is about to publish. Throws `AnotherAttempt` if the run has an entry of another
   * attempt and the journal can check that atomically.
   */
  intend(runId: string, attempt: string, note?: string): Promise<void>
  /** Marks an intent as delivered. Throws if the entry was removed, and does not restore it. */
  deliver(runId: string, attempt: string): Promise<void>
  forget(runId: string, attempts: readonly string[]): Promise<void>
}

/** The journal can't be read or written: an error of this instance, not of the printer. */
export class JournalFailed extends Error {}

/** Another attempt for the same run has an entry. Only `find` can tell its outcome. */
export class AnotherAttempt extends Error {
  constructor() {
    super('Another attempt to hand over this run was in progress.')
  }
}

export interface PrinterSetUp {
  id: string
  key: string
  kind: PrinterKind
  settings: PrinterSettings
  /** Password, private key or signing secret in plain text. */
  secret: string | undefined
}

export interface PrinterAnswer {
  ok: boolean
  /** A sentence for operators. */
  detail: string
  capabilities?: PrinterCapabilities
}

/** Printers of every kind, except the one in the server's own settings. */
export interface Printers {
  /** Opens no connection before its first use. */
  open(printer: PrinterSetUp, journal: HandOverJournal): PrintPartner
  /** Opens the simulation of a printer for test mode, which prints nothing. */
  twin(printer: Pick<PrinterSetUp, 'id' | 'key' | 'kind'>, journal: HandOverJournal): PrintPartner
  /** Returns why settings are refused; undefined if a connection may be tried. */
  refuse(kind: PrinterKind, settings: PrinterSettings): Sentence | undefined
  /**
   * Reads a secret outside the instance, or returns why it can't be read. Only secrets that the server's
   * settings allow for this printer at its host are readable.
   */
  readSecret(
    reference: SecretReference,
    printer: Pick<PrinterSetUp, 'key' | 'settings'>,
  ): Promise<{ secret: string } | { refused: Sentence }>
  /** Queries the printer's condition. Prints nothing and never throws. */
  ask(printer: PrinterSetUp): Promise<PrinterAnswer>
}
