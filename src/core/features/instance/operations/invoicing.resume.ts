import { defineOperation } from '../../../engine/operation.ts'
import { invoicingSchema, resumeInvoicingInput } from '../hold-schema.ts'
import { continueInvoicing } from '../holds.ts'

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
