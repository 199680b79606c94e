import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { InvoiceStatus, TopUpStatus } from './billing.ts'

/** VOID only with a full credit note, also of an invoice that was paid. Nothing leads back. */
export const invoiceLifecycle = defineLifecycle<InvoiceStatus>('invoice', {
  ISSUED: ['PAID', 'VOID'],
  PAID: ['VOID'],
  VOID: [],
})

export const topUpLifecycle = defineLifecycle<TopUpStatus>('top-up', {
  REQUESTED: ['PAID', 'CANCELLED'],
  PAID: [],
  CANCELLED: [],
})
