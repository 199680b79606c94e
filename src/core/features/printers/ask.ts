import type { Services } from '../../engine/services.ts'
import type { PrinterRow } from '../../model/printers.ts'
import type { PrinterAnswer } from '../../ports/printers.ts'
import { defaultPrinterId } from './default-printer.ts'
import { setUpOf } from './desk.ts'
import { noteHealth } from './health.ts'

/** Asks a printer how it is, and keeps what it said. Prints nothing. */
export const askPrinter = async (services: Services, printer: PrinterRow): Promise<PrinterAnswer> => {
  const answer = await askNow(services, printer)
  await services.store.write((rows) => noteHealth(rows, printer.id, answer, services.clock.now()))
  return answer
}

const askNow = async (services: Services, printer: PrinterRow): Promise<PrinterAnswer> => {
  const { printPartners, printers } = services
  try {
    if (printer.id === defaultPrinterId) {
      const { name, ask } = printPartners.live
      return (await ask?.()) ?? { ok: true, detail: `The printer of the server’s own settings (${name}).` }
    }
    if (!printers) return { ok: false, detail: `This server knows no way to the printer ${printer.key}.` }
    return await printers.ask(await setUpOf(services, printer))
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}
