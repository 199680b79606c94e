import { defineOperation } from '../../../engine/operation.ts'
import { beginPrintingHold, endPrintingHold, holdInput, printingSchema, showPrinting } from '../holds.ts'

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

export const holdPrintingOperation = defineOperation({
  id: 'printing.hold',
  method: 'POST',
  path: '/platform/printing/hold',
  summary: 'Hand no live run to the printer from now on',
  description:
    'For operators. Everything else goes on: live runs close and are rendered, and wait. Test runs are not held. Where printing is held already, that hold stays, with its reason.',
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
  summary: 'Hand live runs to the printer again',
  description:
    'For operators. Runs that waited are handed over within a minute. After a backup was restored, settle each of them first (`runs.handOver`): what was printed after the backup would be printed a second time.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'write',
  output: printingSchema,
  handler: ({ rows }) => endPrintingHold(rows),
})
