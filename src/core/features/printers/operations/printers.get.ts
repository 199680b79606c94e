import { defineOperation } from '../../../engine/operation.ts'
import { found } from '../../../kernel/errors.ts'
import { printerRow } from '../default-printer.ts'
import { printerToWire } from '../printer.ts'
import { printerParams, printerSchema } from '../schema.ts'

export const getPrinter = defineOperation({
  id: 'printers.get',
  method: 'GET',
  path: '/platform/printers/{id}',
  summary: 'Get a printer',
  description: 'For operators. Its secret is never answered.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'read',
  params: printerParams,
  output: printerSchema,
  errors: ['not_found'],
  async handler({ rows }, { params }) {
    return printerToWire(found(await printerRow(rows, params.id), 'printer'))
  },
})
