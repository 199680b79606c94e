import type { Core } from '../../src/core/app/index.ts'
import { holdInvoicingNow, resumeInvoicingNow } from '../../src/core/features/instance/command-line.ts'
import type { LastNumbers } from '../../src/core/features/instance/hold-schema.ts'
import { showInvoicing } from '../../src/core/features/instance/holds.ts'

export const invoicingCommands = {
  'invoicing.show': ({ services }: Core) => services.store.read(showInvoicing),
  'invoicing.hold': ({ services }: Core, said: { reason: string }) => holdInvoicingNow(services, said),
  'invoicing.resume': ({ services }: Core, last: LastNumbers) => resumeInvoicingNow(services, last),
}
