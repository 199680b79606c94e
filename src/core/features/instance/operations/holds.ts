import { defineOperation } from '../../../engine/operation.ts'
import {
  beginInvoicingHold,
  beginPrintingHold,
  continueInvoicing,
  endPrintingHold,
  holdInput,
  invoicingSchema,
  printingSchema,
  resumeInvoicingInput,
  showInvoicing,
  showPrinting,
} from '../holds.ts'

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

export const getInvoicing = defineOperation({
  id: 'invoicing.get',
  method: 'GET',
  path: '/platform/invoicing',
  summary: 'Get the hold of invoicing',
  description: 'For operators.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  output: invoicingSchema,
  handler: ({ rows }) => showInvoicing(rows),
})

export const holdInvoicingOperation = defineOperation({
  id: 'invoicing.hold',
  method: 'POST',
  path: '/platform/invoicing/hold',
  summary: 'Hold invoicing',
  description:
    'For operators. During the hold, top-ups and credit notes are refused, and monthly invoices wait. An existing hold keeps its reason.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  body: holdInput,
  output: invoicingSchema,
  handler: ({ rows, services }, { body }) => beginInvoicingHold(services, rows, body.reason),
})

const names = { lastInvoice: 'lastInvoice', lastCreditNote: 'lastCreditNote' }

export const resumeInvoicingOperation = defineOperation({
  id: 'invoicing.resume',
  method: 'POST',
  path: '/platform/invoicing/resume',
  summary: 'Resume invoicing',
  description:
    'For operators. Give the last number issued since the backup, from sent mail or the books: skipped numbers cannot be used later. Without a number, numbering continues after the last one known to this instance.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  body: resumeInvoicingInput,
  output: invoicingSchema,
  errors: ['invalid_state'],
  handler: ({ rows }, { body }) => continueInvoicing(rows, body, names),
})
