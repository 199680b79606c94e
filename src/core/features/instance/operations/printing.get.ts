import { defineOperation } from '../../../engine/operation.ts'
import { printingSchema } from '../hold-schema.ts'
import { showPrinting } from '../holds.ts'

export const getPrinting = defineOperation({
  id: 'printing.get',
  method: 'GET',
  path: '/platform/printing',
  summary: 'Whether live runs are handed to the printer',
  description: 'For operators.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'read',
  output: printingSchema,
  handler: ({ rows }) => showPrinting(rows),
})
