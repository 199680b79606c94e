import { monthlyJob } from './jobs/billing.monthly.ts'
import { releaseHeldJob } from './jobs/billing.releaseHeld.ts'
import { getBalance } from './operations/billing.balance.ts'
import { listLedger } from './operations/billing.ledger.ts'
import { patchSettings } from './operations/billing.patchSettings.ts'
import { listPrices } from './operations/billing.prices.ts'
import { getSettings } from './operations/billing.settings.ts'
import { getInvoice } from './operations/invoices.get.ts'
import { listInvoices } from './operations/invoices.list.ts'

export const billingOperations = [
  listInvoices,
  getInvoice,
  getBalance,
  listLedger,
  listPrices,
  getSettings,
  patchSettings,
]

export const billingJobs = [releaseHeldJob, monthlyJob]
