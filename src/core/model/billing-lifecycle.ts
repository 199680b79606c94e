import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { InvoiceStatus, TopUpStatus } from './billing.ts'

/** VOID follows only a full credit note, also for a paid invoice. No move leads back. */
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
