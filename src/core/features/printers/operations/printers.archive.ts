import { defineOperation } from '../../../engine/operation.ts'
import { movePrinter, printerToWire } from '../printer.ts'
import { printerParams, printerSchema } from '../schema.ts'

export const archivePrinter = defineOperation({
  id: 'printers.archive',
  method: 'POST',
  path: '/platform/printers/{id}/archive',
  summary: 'Give a printer nothing any more',
  description:
    'For operators. For good, unless a catalogue file takes it into use again. No rule may name it; runs that are given to it need another.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  params: printerParams,
  output: printerSchema,
  errors: ['not_found', 'invalid_state', 'still_referenced'],
  async handler({ rows, services }, { params }) {
    return printerToWire(await movePrinter(services, rows, params.id, 'ARCHIVED'))
  },
})
