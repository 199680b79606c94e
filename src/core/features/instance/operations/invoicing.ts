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
  summary: 'Whether invoices are issued, and the last numbers',
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
  summary: 'Issue no invoice and no credit note from now on',
  description:
    'For operators. Top-ups and credit notes are refused meanwhile, and monthly invoices wait. Where invoicing is held already, that hold stays, with its reason.',
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
  summary: 'Issue invoices again, after the numbers that were issued since the backup',
  description:
    'For operators. Numbers skipped here cannot be taken back: name the last one that was issued, found in sent mail or in the books. Without a number the next one follows the last that is known here.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  body: resumeInvoicingInput,
  output: invoicingSchema,
  errors: ['invalid_state'],
  handler: ({ rows }, { body }) => continueInvoicing(rows, body, names),
})
