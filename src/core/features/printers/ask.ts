import type { Services } from '../../engine/services.ts'
import type { PrinterRow } from '../../model/printers.ts'
import type { PrinterAnswer } from '../../ports/printers.ts'
import { everyone } from '../../ports/store.ts'
import { defaultPrinterId } from './default-printer.ts'
import { setUpOf } from './desk.ts'

/** Asks a printer how it is, and keeps what it said. Prints nothing. */
export const askPrinter = async (services: Services, printer: PrinterRow): Promise<PrinterAnswer> => {
  const answer = await askNow(services, printer)
  const health = { ok: answer.ok, detail: answer.detail, at: services.clock.now() }
  // The revision stays: nobody changed the printer.
  await services.store.write((rows) => rows.printers.update(everyone, printer.id, { health }))
  return answer
}

const askNow = async (services: Services, printer: PrinterRow): Promise<PrinterAnswer> => {
  try {
    if (printer.id === defaultPrinterId || !services.printers) {
      // What is known of the server's own printer is among what is examined of the machine.
      const { name } = services.printPartners.live
      return { ok: true, detail: `The printer of the server’s own settings (${name}).` }
    }
    return await services.printers.ask(await setUpOf(services, printer))
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}
