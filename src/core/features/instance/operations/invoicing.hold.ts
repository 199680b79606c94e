import { defineOperation } from '../../../engine/operation.ts'
import { holdInput, invoicingSchema } from '../hold-schema.ts'
import { beginInvoicingHold } from '../holds.ts'

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
