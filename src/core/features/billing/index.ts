import { invoiceMailJob } from './jobs/billing.invoiceMail.ts'
import { invoicePdfJob } from './jobs/billing.invoicePdf.ts'
import { monthlyJob } from './jobs/billing.monthly.ts'
import { releaseHeldJob } from './jobs/billing.releaseHeld.ts'
import { getBalance } from './operations/billing.balance.ts'
import { cancelTopUpOperation } from './operations/billing.cancelTopUp.ts'
import { confirmTopUpOperation } from './operations/billing.confirmTopUp.ts'
import { listLedger } from './operations/billing.ledger.ts'
import { patchSettings } from './operations/billing.patchSettings.ts'
import { patchTerms } from './operations/billing.patchTerms.ts'
import { listPrices } from './operations/billing.prices.ts'
import { getSettings } from './operations/billing.settings.ts'
import { requestTopUpOperation } from './operations/billing.topUp.ts'
import { listTopUps } from './operations/billing.topUps.ts'
import { creditInvoiceOperation } from './operations/invoices.credit.ts'
import { getInvoice } from './operations/invoices.get.ts'
import { issueMonthlyOperation } from './operations/invoices.issueMonthly.ts'
import { listInvoices } from './operations/invoices.list.ts'
import { markPaidOperation } from './operations/invoices.markPaid.ts'
import { getInvoicePdf } from './operations/invoices.pdf.ts'
import { getInvoiceUbl } from './operations/invoices.ubl.ts'

export const billingOperations = [
  listInvoices,
  getInvoice,
  getInvoicePdf,
  getInvoiceUbl,
  issueMonthlyOperation,
  creditInvoiceOperation,
  markPaidOperation,
  getBalance,
  listLedger,
  listPrices,
  getSettings,
  patchSettings,
  patchTerms,
  requestTopUpOperation,
  listTopUps,
  cancelTopUpOperation,
  confirmTopUpOperation,
]

export const billingJobs = [releaseHeldJob, monthlyJob, invoicePdfJob, invoiceMailJob]
