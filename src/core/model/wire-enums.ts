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
import { postbatchStatuses } from './postbatches.ts'
import { postflowStatuses } from './postflows.ts'
import { runStatuses } from './runs.ts'
import { matchParts } from './suppressions.ts'
import { deliveryStatuses, undeliveredReasons } from './webhooks.ts'

/** Lists of values that several resources show, each with one public name. */

export const itemStatus = named(
  'ItemStatus',
  'Where an item is. `CREATED` is passed at once; `NEEDS_ATTENTION`: findings to be mended; `SUPPRESSED`: the recipient is on the suppression list; `PENDING_APPROVAL`: waits for approval; `HELD`: waits, see `heldReason`; `READY`: goes with the next run; `SCHEDULED`: attached to a run, can be cancelled until its cutoff; `IN_PRODUCTION`: the printer has it; `HANDED_TO_CARRIER`: the carrier has it; `COMPLETED`: on its way to the recipient; `RETURNED`: came back; `NOT_SENT`: damaged, misprinted or not handed over, refunded; `FAILED`: failed in production or was excluded, refunded; `CANCELLED`: cancelled.',
  v.picklist(itemStatuses),
)

export const heldReason = named(
  'HeldReason',
  'Why an item is HELD. `POSTFLOW_PAUSED`: until the Postflow is resumed; `INSUFFICIENT_FUNDS`: until the balance is topped up; `APPROVAL_MODE`: until its Postbatch is approved; `SPENDING_CAP`: until a spending cap is raised or a new month begins.',
  v.picklist(heldReasons),
)

export const postflowStatus = named(
  'PostflowStatus',
  'Whether a Postflow takes items. `DRAFT`: not yet; `ACTIVE`: takes items; `PAUSED`: takes items and holds them; `ARCHIVED`: takes no more, for good.',
  v.picklist(postflowStatuses),
)

export const postbatchStatus = named(
  'PostbatchStatus',
  'Where a Postbatch is. `DRAFT`: being put together; `VALIDATING`: its items are being checked; `VALIDATED`: can be approved; `APPROVED`: paid for, its items are being scheduled; `SCHEDULED`: attached to a run, can be cancelled until the cutoff; `IN_PRODUCTION`: the printer has some of it; `COMPLETED`: every item has come to rest; `CANCELLED`: cancelled.',
  v.picklist(postbatchStatuses),
)

export const runStatus = named(
  'RunStatus',
  'Where a run is. `OPEN`: takes items until its cutoff; `CUTOFF_REACHED`: closed; `RENDERING`: pages are being drawn; `RENDERED`: the package is ready; `HANDING_OVER`: on its way to the printer; `HANDED_TO_PRINTER`: the printer has it; `HANDED_TO_CARRIER`: the carrier has it; `COMPLETED`: done; `FAILED`: stopped, can be retried or cancelled; `CANCELLED`: nothing of it is printed.',
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
  'How VAT is charged. `NL_STANDARD`, `FR_STANDARD` and so on: at the standard rate of the seller’s country; `EU_REVERSE_CHARGE`: none, the customer in another EU country accounts for it; `NON_EU`: none, the customer is outside the EU; `NOT_INVOICED`: this server issues no invoices for its seller, who charges VAT elsewhere.',
  v.picklist(vatTreatments),
)

export const invoiceLanguage = named(
  'InvoiceLanguage',
  'The language in which an invoice is written: `en`, `nl`, `de` or `fr`.',
  v.picklist(invoiceLanguages),
)

export const peppolNeed = named(
  'PeppolNeed',
  'What Peppol BIS Billing 3 asks for and an invoice lacks. `buyer.…`: in the billing settings of the organisation; `seller.…`: to be set by the operator; `seller.country`: the country’s own rules were not verified.',
  v.picklist(peppolNeeds),
)

export const electronicFormat = named(
  'ElectronicFormat',
  'By which rules the electronic invoice is written. `PEPPOL_BIS_3`: Peppol BIS Billing 3; `EN_16931`: the European norm alone; `NONE`: there is none, because the invoice names no seller.',
  v.picklist(['PEPPOL_BIS_3', 'EN_16931', 'NONE']),
)

export const priceZone = named(
  'PriceZone',
  'The code of a country zone: in the standard catalogue `domestic`, `europe` and `world`, seen from the organisation’s country; operators may have others.',
  v.string(),
)

export const ledgerKind = named(
  'LedgerKind',
  'What a ledger entry is about. `TOP_UP`: money came in; `WITHDRAWAL`: a credit note took a top-up back; `RESERVE`: promised to an item; `CAPTURE`: an item went into production; `RELEASE`: a reservation ended; `REFUND`: an item was not sent; `INVOICE`: a monthly invoice asks for what is owed; `CREDIT`: a credit note took a monthly invoice back.',
  v.picklist(ledgerKinds),
)

export const ledgerAccount = named(
  'LedgerAccount',
  'An account of the double entry. `CASH`: what came in; `RECEIVABLE`: what is owed; `AVAILABLE`: what may be spent; `RESERVED`: what is promised to items; `REVENUE`: what was earned.',
  v.picklist(ledgerAccounts),
)

export const mode = named(
  'Mode',
  '`live`: items are printed, posted and paid for; `test`: the same life with a simulated printer.',
  v.picklist(['live', 'test']),
)

export const deliveryStatus = named(
  'DeliveryStatus',
  'Where a delivery is. `PENDING`: waits for its next attempt; `SENDING`: being sent now; `DELIVERED`: answered with a 2xx; `EXHAUSTED`: every attempt failed; `HELD`: waited when its endpoint was disabled; `MISSED`: happened while the endpoint was disabled; `DROPPED`: its endpoint was deleted.',
  v.picklist(deliveryStatuses),
)

export const undeliveredReason = named(
  'UndeliveredReason',
  'Why an endpoint does not have an event: what the last attempt met (`http_status`: an answer other than 2xx; `redirect`, `timeout`, `dns`, `connect`, `tls`, `reset`, `protocol`; `address_refused`: an address that may not be called; `interrupted`: the server stopped meanwhile; `internal`), or what keeps it from being sent (`secret_unreadable`, `endpoint_disabled`, `endpoint_deleted`).',
  v.picklist(undeliveredReasons),
)

export const invoiceKind = named(
  'InvoiceKind',
  '`INVOICE`, or `CREDIT_NOTE`: takes an invoice back, in whole or in part.',
  v.picklist(invoiceKinds),
)

export const invoiceSource = named(
  'InvoiceSource',
  'What an invoice is for. `TOP_UP`: a payment into the balance, paid at issue; `MONTHLY`: the mail of a month; `CREDIT`: a credit note.',
  v.picklist(invoiceSources),
)

export const invoiceStatus = named(
  'InvoiceStatus',
  '`ISSUED`: to be paid; `PAID`: paid; `VOID`: credited as a whole.',
  v.picklist(invoiceStatuses),
)

export const suppressionMatchPart = named(
  'SuppressionMatchPart',
  'What of an item matched an entry: its address, its name (or company), its advertising category.',
  v.picklist(matchParts),
)

const count = v.pipe(v.number(), v.integer())

/** How many items are in each status, wherever that is told. */
export const itemsByStatus = namedObject(
  'ItemsByStatus',
  'A number of items for each status.',
  Object.fromEntries(
    itemStatuses.map((status) => [status, described(count, `Items in ${status}.`)]),
  ) as Record<(typeof itemStatuses)[number], typeof count>,
)
