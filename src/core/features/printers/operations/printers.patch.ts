import { defineOperation } from '../../../engine/operation.ts'
import { changePrinter, printerToWire } from '../printer.ts'
import { printerParams, printerPatch, printerSchema } from '../schema.ts'

export const patchPrinter = defineOperation({
  id: 'printers.patch',
  method: 'PATCH',
  path: '/platform/printers/{id}',
  summary: 'Change a printer',
  description: 'For operators. Its key and its kind stay: another is another printer.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  params: printerParams,
  body: printerPatch,
  output: printerSchema,
  ifMatch: true,
  errors: ['not_found', 'revision_conflict'],
  async handler({ rows, services }, { params, body, ifMatch }) {
    return printerToWire(await changePrinter(services, rows, params.id, body, ifMatch))
  },
})
