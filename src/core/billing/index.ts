import { releaseHeldJob } from './jobs/billing.releaseHeld.ts'
import { getBalance } from './operations/billing.balance.ts'
import { listLedger } from './operations/billing.ledger.ts'
import { getInvoice } from './operations/invoices.get.ts'
import { listInvoices } from './operations/invoices.list.ts'

export const billingOperations = [listInvoices, getInvoice, getBalance, listLedger]

export const billingJobs = [releaseHeldJob]
