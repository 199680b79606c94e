import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { toWire } from '../invoice.ts'
import { invoiceSchema } from '../schema.ts'

export const listInvoices = defineOperation({
  id: 'invoices.list',
  method: 'GET',
  path: '/billing/invoices',
  summary: 'List invoices and credit notes',
  description: 'A bare array, newest first. Invoices are the organisation’s: a test key reads the same ones.',
  permission: 'billing.read',
  effect: 'read',
  output: v.array(invoiceSchema),
  async handler({ rows, shared }) {
    const newestFirst = [{ field: 'createdAt' as const, descending: true }]
    const invoices = await rows.invoices.find(shared, {}, { order: newestFirst })
    return invoices.map(toWire)
  },
})
