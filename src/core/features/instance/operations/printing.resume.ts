import { defineOperation } from '../../../engine/operation.ts'
import { printingSchema } from '../hold-schema.ts'
import { endPrintingHold } from '../holds.ts'

export const resumePrintingOperation = defineOperation({
  id: 'printing.resume',
  method: 'POST',
  path: '/platform/printing/resume',
  summary: 'Hand live runs to the printer again',
  description:
    'For operators. Runs that waited are handed over within a minute. After a backup was restored, settle each of them first (`runs.handOver`): what was printed after the backup would be printed a second time.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'write',
  output: printingSchema,
  handler: ({ rows }) => endPrintingHold(rows),
})
