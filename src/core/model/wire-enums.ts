import * as v from 'valibot'
import { described, named, namedObject } from '../kernel/wire-schema.ts'
import {
  invoiceKinds,
  invoiceLanguages,
  invoiceSources,
  invoiceStatuses,
  ledgerAccounts,
  ledgerKinds,
  peppolNeeds,
} from './billing.ts'
import { heldReasons, itemStatuses } from './items.ts'
import { billingModes, organisationStatuses, vatTreatments } from './organisations.ts'
import { languages } from './people.ts'
import { postbatchStatuses } from './postbatches.ts'
import { postflowStatuses } from './postflows.ts'
import { runStatuses } from './runs.ts'
import { matchParts } from './suppressions.ts'
import { deliveryStatuses, undeliveredReasons } from './webhooks.ts'

/** Shared by several resources, each with one public name. */

export const itemStatus = named(
  'ItemStatus',
  'Status of an item. `CREATED`: transient; `NEEDS_ATTENTION`: has findings to correct; `SUPPRESSED`: the recipient is on the suppression list; `PENDING_APPROVAL`: waits for approval; `HELD`: waits, see `heldReason`; `READY`: goes with the next run; `SCHEDULED`: attached to a run, can be cancelled until its cutoff; `IN_PRODUCTION`: the printer has it; `HANDED_TO_CARRIER`: the carrier has it; `COMPLETED`: on its way to the recipient; `RETURNED`: came back; `NOT_SENT`: damaged, misprinted or not handed over, refunded; `FAILED`: failed in production or was excluded, refunded; `CANCELLED`: cancelled.',
  v.picklist(itemStatuses),
)

export const heldReason = named(
  'HeldReason',
  'Why an item is HELD. `POSTFLOW_PAUSED`: until the Postflow is resumed; `INSUFFICIENT_FUNDS`: until the balance is topped up; `APPROVAL_MODE`: until its Postbatch is approved; `SPENDING_CAP`: until a spending cap is raised or a new month begins.',
  v.picklist(heldReasons),
)

export const postflowStatus = named(
  'PostflowStatus',
  'Status of a Postflow. `DRAFT`: doesn’t accept items yet; `ACTIVE`: accepts items; `PAUSED`: accepts items and holds them; `ARCHIVED`: no longer accepts items, permanently.',
  v.picklist(postflowStatuses),
)

export const postbatchStatus = named(
  'PostbatchStatus',
  'Status of a Postbatch. `DRAFT`: in preparation; `VALIDATING`: its items are being checked; `VALIDATED`: can be approved; `APPROVED`: paid for, its items are being scheduled; `SCHEDULED`: attached to a run, can be cancelled until the cutoff; `IN_PRODUCTION`: the printer has some of it; `COMPLETED`: all items are in a final status; `CANCELLED`: cancelled.',
  v.picklist(postbatchStatuses),
)

export const runStatus = named(
  'RunStatus',
  'Status of a run. `OPEN`: accepts items until its cutoff; `CUTOFF_REACHED`: closed; `RENDERING`: pages are being rendered; `RENDERED`: the package is ready; `HANDING_OVER`: on its way to the printer; `HANDED_TO_PRINTER`: the printer has it; `HANDED_TO_CARRIER`: the carrier has it; `COMPLETED`: done; `FAILED`: stopped, can be retried or cancelled; `CANCELLED`: nothing of it is printed.',
  v.picklist(runStatuses),
)

export const organisationStatus = named(
  'OrganisationStatus',
  '`ACTIVE`, or `SUSPENDED`: only reads work, and nothing is scheduled.',
  v.picklist(organisationStatuses),
)

export const billingMode = named(
  'BillingMode',
  'How an organisation pays. `PREPAID`: from a balance that it tops up; `MONTHLY`: by an invoice after each month; `OWN_MAIL`: it prints its own mail, and nothing is charged.',
  v.picklist(billingModes),
)

export const vatTreatment = named(
  'VatTreatment',
  'VAT treatment. `NL_STANDARD`, `FR_STANDARD` and so on: the standard rate of the seller’s country; `EU_REVERSE_CHARGE`: none, the customer in another EU country accounts for it; `NON_EU`: none, the customer is outside the EU; `NOT_INVOICED`: this server issues no invoices for its seller, who charges VAT elsewhere.',
  v.picklist(vatTreatments),
)

export const language = named(
  'Language',
  'Language of the portal and of e-mails: `en`, `nl`, `de` or `fr`.',
  v.picklist(languages),
)

export const invoiceLanguage = named(
  'InvoiceLanguage',
  'Language of an invoice: `en`, `nl`, `de` or `fr`.',
  v.picklist(invoiceLanguages),
)

export const peppolNeed = named(
  'PeppolNeed',
  'What an invoice lacks for Peppol BIS Billing 3. `buyer.…`: in the billing settings of the organisation; `seller.…`: to be set by the operator; `seller.country`: the country’s own rules were not verified.',
  v.picklist(peppolNeeds),
)

export const electronicFormat = named(
  'ElectronicFormat',
  'Rules of the electronic invoice. `PEPPOL_BIS_3`: Peppol BIS Billing 3; `EN_16931`: the European norm alone; `NONE`: there is none, because the invoice names no seller.',
  v.picklist(['PEPPOL_BIS_3', 'EN_16931', 'NONE']),
)

export const priceZone = named(
  'PriceZone',
  'Code of a country zone. The standard catalogue has `domestic`, `europe` and `world`, relative to the organisation’s country; operators may define others.',
  v.string(),
)

export const ledgerKind = named(
  'LedgerKind',
  'Kind of a ledger entry. `TOP_UP`: money received; `WITHDRAWAL`: a credit note reversed a top-up; `RESERVE`: reserved for an item; `CAPTURE`: an item went into production; `RELEASE`: a reservation ended; `REFUND`: an item was not sent; `INVOICE`: a monthly invoice charges what is owed; `CREDIT`: a credit note reversed a monthly invoice.',
  v.picklist(ledgerKinds),
)

export const ledgerAccount = named(
  'LedgerAccount',
  'Account of the double-entry ledger. `CASH`: money received; `RECEIVABLE`: money owed; `AVAILABLE`: available balance; `RESERVED`: reserved for items; `REVENUE`: earned.',
  v.picklist(ledgerAccounts),
)

export const mode = named(
  'Mode',
  '`live`: items are printed, posted and paid for; `test`: the same lifecycle with a simulated printer.',
  v.picklist(['live', 'test']),
)

export const deliveryStatus = named(
  'DeliveryStatus',
  'Status of a delivery. `PENDING`: waits for its next attempt; `SENDING`: being sent; `DELIVERED`: answered with a 2xx; `EXHAUSTED`: every attempt failed; `HELD`: was waiting when its endpoint was disabled; `MISSED`: happened while the endpoint was disabled; `DROPPED`: its endpoint was deleted.',
  v.picklist(deliveryStatuses),
)

export const undeliveredReason = named(
  'UndeliveredReason',
  'Why an endpoint has not received an event: the result of the last attempt (`http_status`: an answer other than 2xx; `redirect`, `timeout`, `dns`, `connect`, `tls`, `reset`, `protocol`; `address_refused`: a refused address; `interrupted`: the server stopped during the attempt; `internal`), or what prevents sending (`secret_unreadable`, `endpoint_disabled`, `endpoint_deleted`).',
  v.picklist(undeliveredReasons),
)

export const invoiceKind = named(
  'InvoiceKind',
  '`INVOICE`, or `CREDIT_NOTE`: reverses an invoice, in whole or in part.',
  v.picklist(invoiceKinds),
)

export const invoiceSource = named(
  'InvoiceSource',
  'Kind of an invoice. `TOP_UP`: a payment into the balance, paid at issue; `MONTHLY`: the mail of a month; `CREDIT`: a credit note.',
  v.picklist(invoiceSources),
)

export const invoiceStatus = named(
  'InvoiceStatus',
  '`ISSUED`: to be paid; `PAID`: paid; `VOID`: fully credited.',
  v.picklist(invoiceStatuses),
)

export const suppressionMatchPart = named(
  'SuppressionMatchPart',
  'Parts of an item that matched an entry: its address, its name (or company), its advertising category.',
  v.picklist(matchParts),
)

const count = v.pipe(v.number(), v.integer())

export const itemsByStatus = namedObject(
  'ItemsByStatus',
  'Number of items in each status.',
  Object.fromEntries(
    itemStatuses.map((status) => [status, described(count, `Items in ${status}.`)]),
  ) as Record<(typeof itemStatuses)[number], typeof count>,
)
