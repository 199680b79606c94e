import { defineOperation } from '../../../engine/operation.ts'
import { createPrinter, printerToWire } from '../printer.ts'
import { printerInput, printerSchema } from '../schema.ts'

export const createPrinterOperation = defineOperation({
  id: 'printers.create',
  method: 'POST',
  path: '/platform/printers',
  summary: 'Set up a printer',
  description:
    'For operators. Runs go there once a rule names it, or one is given to it. Private addresses, and the folder below which FOLDER printers are, are opened by the settings of the server only.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  body: printerInput,
  output: printerSchema,
  status: 201,
  location: '/platform/printers/{id}',
  async handler({ rows, services }, { body }) {
    return printerToWire(await createPrinter(services, rows, body))
  },
})
