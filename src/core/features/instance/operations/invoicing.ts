import { defineOperation } from '../../../engine/operation.ts'
import {
  beginInvoicingHold,
  continueInvoicing,
  holdInput,
  invoicingSchema,
  resumeInvoicingInput,
  showInvoicing,
} from '../holds.ts'

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
