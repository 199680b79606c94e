import { defineOperation } from '../../../engine/operation.ts'
import { movePrinter, printerToWire } from '../printer.ts'
import { printerParams, printerSchema } from '../schema.ts'

export const resumePrinter = defineOperation({
  id: 'printers.resume',
  method: 'POST',
  path: '/platform/printers/{id}/resume',
  summary: 'Give a paused printer runs again',
  description: 'For operators. Runs that waited for it go within a minute.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  params: printerParams,
  output: printerSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, services }, { params }) {
    return printerToWire(await movePrinter(services, rows, params.id, 'ACTIVE'))
  },
})
