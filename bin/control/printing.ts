import type { Core } from '../../src/core/index.ts'
import { holdPrinting, type PrintingHold, printingHold, resumePrinting } from '../../src/core/runs/hold.ts'
import { toDateTime } from '../../src/core/time.ts'

/** Whether live runs are handed over, as the command line shows it. */
const toJson = (hold: PrintingHold | undefined) => ({
  held: hold !== undefined,
  since: hold ? toDateTime(hold.since) : null,
  reason: hold?.reason ?? null,
})

export const printingCommands = {
  'printing.show': async ({ services }: Core) => toJson(await services.store.read(printingHold)),
  'printing.hold': async ({ services }: Core, { reason }: { reason: string }) => {
    const since = services.clock.now()
    return toJson(await services.store.write((rows) => holdPrinting(rows, { since, reason })))
  },
  'printing.resume': async ({ services }: Core) => {
    await resumePrinting(services)
    return toJson(undefined)
  },
}
