import type { Services } from '../../engine/services.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import type { PrinterHealth, PrinterRow } from '../../model/printers.ts'
import type { RunRow } from '../../model/runs.ts'
import type { PrinterAnswer } from '../../ports/print-partner.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { defaultPrinterId, printerIdOf, type RunPrinter } from './default-printer.ts'
import { setUpOf } from './desk.ts'
import { secretOf } from './secret.ts'
import { printerSentences } from './sentences.ts'

/** Result of a query or a hand-over. */
export type PrinterState = Pick<PrinterHealth, 'ok' | 'detail'>

/** Keeps the revision, because nothing is edited. */
const storeHealth = async (
  rows: Pick<WritableRows, 'printers'>,
  printerId: string,
  { ok, detail }: PrinterState,
  at: number,
): Promise<void> => void (await rows.printers.update(everyone, printerId, { health: { ok, detail, at } }))

/** Simulated printers of test mode have no state. */
export const storeHealthOf = async (
  rows: Pick<WritableRows, 'printers'>,
  run: Pick<RunRow, 'mode'> & RunPrinter,
  found: PrinterState,
  at: number,
): Promise<void> => {
  if (run.mode === 'live') await storeHealth(rows, printerIdOf(run), found, at)
}

export const accepted: PrinterState = { ok: true, detail: 'It accepted the last package.' }

/** Asks a printer and stores its answer. Prints nothing. */
export const queryPrinterHealth = async (services: Services, printer: PrinterRow): Promise<PrinterAnswer> => {
  const answer = await queryNow(services, printer)
  await services.store.write((rows) => storeHealth(rows, printer.id, answer, services.clock.now()))
  return answer
}

const queryNow = async (services: Services, printer: PrinterRow): Promise<PrinterAnswer> => {
  const { printPartners, printers } = services
  try {
    if (printer.id === defaultPrinterId) {
      const { name, ask } = printPartners.live
      return (
        (await ask?.()) ?? { ok: true, detail: `The printer configured in the server’s settings (${name}).` }
      )
    }
    if (!printers) return { ok: false, detail: `This server cannot connect to the printer ${printer.key}.` }
    const read = await secretOf(services, printer)
    if (read && 'refused' in read) return { ok: false, detail: unread(printer, read.refused) }
    return await printers.ask(setUpOf(printer, read?.secret))
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** Stores unreadable secrets as their printers' health and returns them. Queries those readable again. */
export const findUnreadableSecrets = async (
  services: Services,
): Promise<{ key: string; detail: string }[]> => {
  const refused: { key: string; detail: string }[] = []
  const rows = await services.store.read((rows) => rows.printers.find(everyone, {}))
  for (const row of rows.filter(({ status }) => status !== 'ARCHIVED')) {
    const read = await secretOf(services, row)
    if (read && 'refused' in read) {
      const detail = unread(row, read.refused)
      refused.push({ key: row.key, detail })
      if (row.health?.detail === detail) continue
      await services.store.write((rows) =>
        storeHealth(rows, row.id, { ok: false, detail }, services.clock.now()),
      )
    } else if (row.health?.detail.startsWith(unread(row, ''))) {
      await queryPrinterHealth(services, row)
    }
  }
  return refused
}

const unread = ({ key }: PrinterRow, reason: Sentence | ''): string =>
  printerSentences.sentence('printer_secret.unread', { printer: key, reason }).message
