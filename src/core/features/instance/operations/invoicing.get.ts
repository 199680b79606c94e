import { defineOperation } from '../../../engine/operation.ts'
import { invoicingSchema } from '../hold-schema.ts'
import { showInvoicing } from '../holds.ts'

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
