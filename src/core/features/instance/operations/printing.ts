import { defineOperation } from '../../../engine/operation.ts'
import { beginPrintingHold, endPrintingHold, holdInput, printingSchema, showPrinting } from '../holds.ts'

export const getPrinting = defineOperation({
  id: 'printing.get',
  method: 'GET',
  path: '/platform/printing',
  summary: 'Get the hold of live printing',
  description: 'For operators.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'read',
  output: printingSchema,
  handler: ({ rows }) => showPrinting(rows),
})

export const holdPrintingOperation = defineOperation({
  id: 'printing.hold',
  method: 'POST',
  path: '/platform/printing/hold',
  summary: 'Hold live printing',
  description:
    'For operators. Live runs still close and are rendered, but wait before the hand-over to the printer. Test runs are not held. An existing hold keeps its reason.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'write',
  body: holdInput,
  output: printingSchema,
  handler: ({ rows, services }, { body }) => beginPrintingHold(services, rows, body.reason),
})

export const resumePrintingOperation = defineOperation({
  id: 'printing.resume',
  method: 'POST',
  path: '/platform/printing/resume',
  summary: 'Resume live printing',
  description:
    'For operators. Waiting runs are handed over within a minute. After restoring a backup, settle each of them first (`runs.handOver`): runs printed after the backup would be printed a second time.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'write',
  output: printingSchema,
  handler: ({ rows }) => endPrintingHold(rows),
})
