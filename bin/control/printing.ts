import type { Core } from '../../src/core/app/index.ts'
import { holdPrintingNow, resumePrintingNow } from '../../src/core/features/instance/command-line.ts'
import { showPrinting } from '../../src/core/features/instance/holds.ts'
import type { Instance } from '../instance/open.ts'

export const printingCommands = {
  'printing.show': ({ services }: Core) => services.store.read(showPrinting),
  'printing.hold': ({ services }: Core, said: { reason: string }) => holdPrintingNow(services, said),
  'printing.resume': ({ services }: Core) => resumePrintingNow(services),
  'printing.acceptFolder': async ({
    printFolder,
    acceptPrintFolder,
  }: Pick<Instance, 'printFolder' | 'acceptPrintFolder'>) => {
    await acceptPrintFolder()
    return { printFolder }
  },
}
