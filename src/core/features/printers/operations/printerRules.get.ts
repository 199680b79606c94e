import { defineOperation } from '../../../engine/operation.ts'
import { everyone } from '../../../ports/store.ts'
import { rulesToWire } from '../rules.ts'
import { printerRules } from '../schema.ts'

export const getPrinterRules = defineOperation({
  id: 'printerRules.get',
  method: 'GET',
  path: '/platform/printer-rules',
  summary: 'Get the rules that choose a printer',
  description: 'For operators.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'read',
  output: printerRules,
  async handler({ rows }) {
    return rulesToWire(await rows.printerRules.find(everyone, {}, { order: [{ field: 'position' }] }))
  },
})
