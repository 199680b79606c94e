import type { Said } from '../kernel/sentences.ts'
import type { PrinterCapabilities, PrinterKind, PrinterSettings, SecretReference } from '../model/printers.ts'
import type { HandOverJournal } from './hand-over-journal.ts'
import type { PrintPartner } from './print-partner.ts'

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
