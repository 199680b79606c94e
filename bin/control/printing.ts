import type { Core } from '../../src/core/app/index.ts'
import { holdPrinting, printingHold, resumePrinting } from '../../src/core/features/runs/hold.ts'
import type { Instance } from '../instance/open.ts'
import { holdToJson } from './hold.ts'

export const printingCommands = {
  'printing.show': async ({ services }: Core) => holdToJson(await services.store.read(printingHold)),
  'printing.hold': async ({ services }: Core, { reason }: { reason: string }) => {
    const since = services.clock.now()
    return holdToJson(await services.store.write((rows) => holdPrinting(rows, { since, reason })))
  },
  'printing.resume': async ({ services }: Core) => {
    await resumePrinting(services)
    return holdToJson(undefined)
  },
  'printing.acceptFolder': async ({
    printFolder,
    acceptPrintFolder,
  }: Pick<Instance, 'printFolder' | 'acceptPrintFolder'>) => {
    await acceptPrintFolder()
    return { printFolder }
  },
}
