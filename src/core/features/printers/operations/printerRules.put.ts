import { defineOperation } from '../../../engine/operation.ts'
import { putRules, rulesToWire } from '../rules.ts'
import { printerRules } from '../schema.ts'

export const putPrinterRules = defineOperation({
  id: 'printerRules.put',
  method: 'PUT',
  path: '/platform/printer-rules',
  summary: 'Replace the rules that choose a printer',
  description:
    'For operators. The first rule that matches holds. New items go by the new rules at once; a run keeps its printer until it is handed over, and is then looked at again.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  body: printerRules,
  output: printerRules,
  async handler({ rows, services }, { body }) {
    return rulesToWire(await putRules(services, rows, body))
  },
})
