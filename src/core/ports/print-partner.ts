import type { Said } from '../kernel/sentences.ts'
import type { PrinterCapabilities, PrinterKind, PrinterSettings, SecretReference } from '../model/printers.ts'
import type { Plex } from '../template/sheet.ts'

/**
 * A printer that takes rendered runs. Handing over is the one step that cannot be undone, so the core first
 * commits its intent (HANDING_OVER) and calls `find` before it tries again.
 */
export interface PrintPartner {
  /** The name that is stored with the run: `folder`, `simulated`, … */
  readonly name: string
  /** False where there is no printer at all: live runs wait until the shop is given one. */
  readonly available?: false
  /**
   * Delivers the whole package or nothing. `unavailable` means that nothing was delivered, and it should be
   * tried later.
   */
  handOver(handOver: HandOver): Promise<HandOverResult>
  /**
   * After a crash during `handOver`: `delivered` and `absent` are certain; `uncertain` is not (the package
   * may have been taken away), so a person must decide. Throws where the printer cannot be asked now.
   */
  find(runId: string): Promise<'delivered' | 'absent' | 'uncertain'>
  /**
   * Removes what is left of a delivered package that is no longer needed, because a person in it was erased.
   * The run still counts as delivered. Files that the printer has taken away are no error; throws where the
   * printer cannot be reached now. `handedOver` tells a partner whose own records may be older than the run,
   * after a restore, that it was handed over.
   */
  discard(runId: string, known?: { handedOver: boolean }): Promise<void>
  /**
   * How the printer is; prints nothing. Rejects with a sentence where it cannot be used. Absent where that is not
   * known without handing something over, and where another port asks (`Printers.ask`).
   */
  ask?(): Promise<{ ok: boolean; detail: string }>
  /**
   * What became of a delivered package, of a printer that prints by itself and can say so later. Throws where the
   * printer cannot be asked now. Absent where nobody can say.
   */
  fateOf?(runId: string): Promise<PackageFate>
}

/**
 * `waiting`: it waits or prints; `done`: nothing is left to be said, because it is printed or no longer known;
 * `given_up`: the printer took it and did not finish it, for a reason that is a sentence for operators.
 */
export type PackageFate = { state: 'waiting' | 'done' } | { state: 'given_up'; reason: string }

export interface HandOver {
  runId: string
  organisationId: string
  /**
   * A person has confirmed that the printer does not have it, so records of earlier hand-overs do not count.
   * Without this, a hand-over that finds an earlier one throws, and `find` gives the answer.
   */
  confirmedAbsent?: boolean
  /** The sheets of its pieces, for printers that print by themselves; lengths in mm. */
  sheet?: { plex: Plex; w: number; h: number }
  /** The files of the package in the order in which they are written. */
  files: AsyncIterable<PackageFile>
}

export interface PackageFile {
  name: string
  content: AsyncIterable<Uint8Array>
}

export type HandOverResult =
  | { outcome: 'delivered'; reference: string }
  | { outcome: 'unavailable'; reason: string }

/** Why live runs wait in a shop that was given no printer, in a sentence for operators. */
export const noPrinterReason =
  'This shop has no printer for live mail. Pass one as ports.printPartners.live to createLettershop; rendered runs wait until then.'

/** In place of a printer where none was given: nothing is handed over, so nothing counts as printed. */
export const noPrinter: PrintPartner = {
  name: 'none',
  available: false,
  handOver: async () => ({ outcome: 'unavailable', reason: noPrinterReason }),
  find: async () => 'absent',
  async discard() {},
  ask: async () => ({ ok: false, detail: noPrinterReason }),
}

/** `intended`: the package was about to appear. `delivered`: it has appeared, wherever it is now. */
export type HandOverState = 'intended' | 'delivered'

/** What one attempt to hand a run over has noted. */
export interface HandOverEntry {
  attempt: string
  state: HandOverState
  /** What the printer's adapter noted with its intent, such as the numbers of print jobs. */
  note?: string | undefined
}

/**
 * What this instance knows of each hand-over, kept outside the printer, because a printer takes packages
 * away: one without the package does not tell what was printed from what was never delivered. Every attempt
 * has an entry of its own; writing or removing it leaves the others as they are. Every method throws
 * `JournalFailed` where the journal cannot be kept.
 */
export interface HandOverJournal {
  entries(runId: string): Promise<HandOverEntry[]>
  /**
   * Notes that the attempt is about to publish. Throws `AnotherAttempt` where the journal can see in the same
   * step that another attempt of the run has an entry.
   */
  intend(runId: string, attempt: string, note?: string): Promise<void>
  /**
   * Marks an existing intent as delivered. Throws where the entry was removed, which must not bring it back.
   */
  deliver(runId: string, attempt: string): Promise<void>
  forget(runId: string, attempts: readonly string[]): Promise<void>
}

/** The journal cannot be kept because of an error on this instance's side, not on the printer's. */
export class JournalFailed extends Error {}

/** Another attempt to hand the same run over has noted something: only `find` can tell what became of it. */
export class AnotherAttempt extends Error {
  constructor() {
    super('Another attempt to hand this run over was under way.')
  }
}

/** A printer as its way needs it. */
export interface PrinterSetUp {
  id: string
  key: string
  kind: PrinterKind
  settings: PrinterSettings
  /** The password, private key or signing secret, in plain text; undefined where it has none. */
  secret: string | undefined
}

/** What a printer says when it is asked, and what it can do as far as it says so. */
export interface PrinterAnswer {
  ok: boolean
  /** A sentence for operators. */
  detail: string
  capabilities?: PrinterCapabilities
}

/** The ways to printers of every kind, besides the printer of the server's own settings. */
export interface Printers {
  /** Opens no connection before it is used. */
  open(printer: PrinterSetUp, journal: HandOverJournal): PrintPartner
  /** What stands for the printer in test mode: nothing of it reaches paper. */
  twin(printer: Pick<PrinterSetUp, 'id' | 'key' | 'kind'>, journal: HandOverJournal): PrintPartner
  /** Why the settings are refused as they are written; undefined where they may be tried. */
  refuse(kind: PrinterKind, settings: PrinterSettings): Said | undefined
  /**
   * Reads a secret that stands outside the instance, or says why it cannot be read: only what the server's own
   * settings open to this printer at its host is.
   */
  readSecret(
    reference: SecretReference,
    printer: Pick<PrinterSetUp, 'key' | 'settings'>,
  ): Promise<{ secret: string } | { refused: Said }>
  /** Asks the printer how it is. Prints nothing and never throws. */
  ask(printer: PrinterSetUp): Promise<PrinterAnswer>
}
