import { defineOperation } from '../../../engine/operation.ts'
import { found } from '../../../kernel/errors.ts'
import { askPrinter } from '../ask.ts'
import { printerRow } from '../default-printer.ts'
import { printerAnswerSchema, printerParams } from '../schema.ts'

export const testPrinter = defineOperation({
  id: 'printers.test',
  method: 'POST',
  path: '/platform/printers/{id}/test',
  summary: 'Ask a printer how it is',
  description:
    'For operators. Goes to the printer and says what it answers; nothing is printed. What it says is kept as its health.',
  permission: 'printers.manage',
  rateClass: 'export',
  audience: 'user',
  effect: 'process',
  params: printerParams,
  output: printerAnswerSchema,
  errors: ['not_found'],
  async handler({ services }, { params }) {
    const printer = found(await services.store.read((rows) => printerRow(rows, params.id)), 'printer')
    const { ok, detail, capabilities } = await askPrinter(services, printer)
    return { ok, detail, capabilities: capabilities ?? null }
  },
})
