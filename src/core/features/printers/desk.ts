import type { PrinterDesk, Services } from '../../engine/services.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import type { PrinterRow } from '../../model/printers.ts'
import type { RunRow } from '../../model/runs.ts'
import type { PrinterSetUp, PrintPartner } from '../../ports/print-partner.ts'
import type { Rows } from '../../ports/store.ts'
import { defaultPrinterId, printerIdOf, printerRow, type RunPrinter } from './default-printer.ts'
import { createRowJournal } from './journal.ts'
import { secretOf } from './secret.ts'
import { printerSentences } from './sentences.ts'

/** Returns the kind of the printer, or the name of the default one, without opening a connection. */
export const partnerNameOf = async (
  { printPartners }: Pick<Services, 'printPartners'>,
  rows: Pick<Rows, 'printers'>,
  run: Pick<RunRow, 'mode'> & RunPrinter,
): Promise<string> => {
  const id = printerIdOf(run)
  const isDefault = run.mode === 'test' || id === defaultPrinterId
  const printer = isDefault ? undefined : await printerRow(rows, id)
  return printer ? printer.kind.toLowerCase() : printPartners[run.mode].name
}

/** Opens each connection once for each revision of the printer's row, so that it may keep state. */
export const createPrinterDesk = (services: () => Services): PrinterDesk => {
  const opened = new Map<string, { revision: number; secret: string | undefined; partner: PrintPartner }>()
  return {
    async of(run) {
      const { printPartners, printers, store, clock } = services()
      const { mode } = run
      const printerId = printerIdOf(run)
      if (printerId === defaultPrinterId) return printPartners[mode]
      const row = await store.read((rows) => printerRow(rows, printerId))
      if (!row) throw new Error(`There is no printer ${printerId}.`)
      if (!printers) {
        if (mode === 'test') return printPartners.test
        throw new Error(`This server cannot connect to the printer ${row.key}.`)
      }
      // Read every time, because a secret outside the instance may have been replaced.
      const read = mode === 'live' ? await secretOf(services(), row) : undefined
      if (read && 'refused' in read) return withoutSecret(row, read.refused)
      const secret = read?.secret
      const known = opened.get(`${mode}|${row.id}`)
      if (known?.revision === row.revision && known.secret === secret) return known.partner
      const journal = createRowJournal({ store, clock, printerId })
      const partner =
        mode === 'test' ? printers.twin(row, journal) : printers.open(setUpOf(row, secret), journal)
      opened.set(`${mode}|${row.id}`, { revision: row.revision, secret, partner })
      return partner
    },
  }
}

/** Returns a partner that is always unavailable: an unreadable secret delays only its own printer's runs. */
const withoutSecret = ({ key, kind }: PrinterRow, refused: Sentence): PrintPartner => {
  const reason = printerSentences.sentence('printer_secret.unread', { printer: key, reason: refused }).message
  const away = () => Promise.reject(new Error(reason))
  return {
    name: kind.toLowerCase(),
    handOver: async () => ({ outcome: 'unavailable', reason }),
    find: away,
    discard: away,
    fateOf: away,
  }
}

/** The secret is in plain text. */
export const setUpOf = (
  { id, key, kind, settings }: PrinterRow,
  secret: string | undefined,
): PrinterSetUp => ({
  id,
  key,
  kind,
  settings,
  secret,
})
