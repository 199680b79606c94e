import { defineOperation } from '../../../engine/operation.ts'
import { movePrinter, printerToWire } from '../printer.ts'
import { printerParams, printerSchema } from '../schema.ts'

export const pausePrinter = defineOperation({
  id: 'printers.pause',
  method: 'POST',
  path: '/platform/printers/{id}/pause',
  summary: 'Give a printer nothing for now',
  description:
    'For operators. Its runs wait, or go to the next printer of their rule. What it has stays with it.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  params: printerParams,
  output: printerSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, services }, { params }) {
    return printerToWire(await movePrinter(services, rows, params.id, 'PAUSED'))
  },
})
