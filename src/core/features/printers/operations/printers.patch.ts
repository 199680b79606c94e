import { defineOperation } from '../../../engine/operation.ts'
import { given } from '../../../kernel/query.ts'
import { proofOf } from '../../people/proof.ts'
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
  prepare: (context, { body }) => proofOf(context, body),
  async handler({ rows, services, caller }, { params, body, ifMatch }, proof) {
    if (proof) await proof.confirm(rows)
    const session = caller.kind === 'user' ? { isProven: proof !== undefined } : undefined
    const changed = await changePrinter(services, rows, params.id, body, { ifMatch, ...given({ session }) })
    return printerToWire(changed)
  },
})
