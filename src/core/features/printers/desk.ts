import { unseal } from '../../engine/sealed.ts'
import type { PrinterDesk, Services } from '../../engine/services.ts'
import type { PrinterRow } from '../../model/printers.ts'
import type { RunRow } from '../../model/runs.ts'
import type { PrintPartner } from '../../ports/print-partner.ts'
import type { PrinterSetUp } from '../../ports/printers.ts'
import type { Rows } from '../../ports/store.ts'
import { defaultPrinterId, printerIdOf, printerRow, type RunPrinter } from './default-printer.ts'
import { createRowJournal } from './journal.ts'

/** What a run's `partner` says before the way is opened: the kind, or what the server was given. */
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

/** A way is opened once for each state of its printer's row, so that it may keep what it learned. */
export const createPrinterDesk = (services: () => Services): PrinterDesk => {
  const opened = new Map<string, { revision: number; partner: PrintPartner }>()
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
        throw new Error(`This server knows no way to the printer ${row.key}.`)
      }
      const known = opened.get(`${mode}|${row.id}`)
      if (known?.revision === row.revision) return known.partner
      const journal = createRowJournal({ store, clock, printerId })
      const partner =
        mode === 'test' ? printers.twin(row, journal) : printers.open(setUpOf(services(), row), journal)
      opened.set(`${mode}|${row.id}`, { revision: row.revision, partner })
      return partner
    },
  }
}

/** A printer's row with its secret in plain text. Throws where this instance key does not open it. */
export const setUpOf = (services: Pick<Services, 'crypto'>, row: PrinterRow): PrinterSetUp => {
  const { id, key, kind, settings } = row
  const plain = row.secret && unseal(services, 'printerSecret', id, row.secret)
  if (row.secret && !plain) {
    throw new Error(`The secret of the printer ${key} cannot be opened with this instance key.`)
  }
  return { id, key, kind, settings, secret: plain ? new TextDecoder().decode(plain) : undefined }
}
