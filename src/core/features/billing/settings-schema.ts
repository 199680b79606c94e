import * as v from 'valibot'
import { maxAmountCents } from '../../kernel/money.ts'
import { described, fields, integer, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { billingMode, invoiceLanguage, peppolNeed, vatTreatment } from '../../model/wire-enums.ts'
import { spendingCap } from '../ledger/spending-caps.ts'
import { tidyVatNumber } from '../ledger/vat.ts'
import { electronicAddress } from './electronic/address.ts'
import { billingAddress, emailAddress, printable, shownAddress } from './party.ts'

const shown = v.nullable(v.string())

export const maxPaymentTermDays = 120

export const settingsSchema = namedObject('BillingSettings', 'Billing settings of an organisation.', {
  name: described(shown, 'Name on invoices; null for the organisation’s own.'),
  address: described(
    v.nullable(shownAddress),
    'Address on invoices; null if they show only the organisation’s country.',
  ),
  email: described(shown, 'Email address that invoices are sent to; null for none.'),
  vatNumber: described(shown, 'VAT number; null if there is none.'),
  companyNumber: described(shown, 'Trade register number; null if there is none.'),
  reference: described(shown, 'The customer’s reference on every invoice; null if there is none.'),
  orderReference: described(shown, 'The customer’s order number on every invoice; null if there is none.'),
  electronicAddress: described(
    shown,
    'Electronic address for invoices in Peppol’s notation, `0106:12345678`; null if there is none.',
  ),
  language: described(invoiceLanguage, 'Language of invoices.'),
  languageSet: described(
    v.boolean(),
    'Whether the language was chosen; otherwise it follows from the country.',
  ),
  peppolMissing: described(
    v.array(peppolNeed),
    'What invoices lack to be valid by Peppol BIS Billing 3; empty if they are. Otherwise they follow plain EN 16931.',
  ),
  billingMode: described(billingMode, 'Billing mode of the organisation.'),
  vatTreatment: described(vatTreatment, 'How VAT is charged.'),
  vatTreatmentSet: described(
    v.boolean(),
    'Whether an operator set the treatment; otherwise it follows from country and VAT number.',
  ),
  vatRate: fields.vatRate,
  paymentTermDays: described(integer, 'Days between issue and due date of monthly invoices.'),
  lowThresholdCents: described(
    integer,
    '`balance.low` is sent when the available amount drops below it, in cents.',
  ),
  spendingCapCents: described(
    v.nullable(integer),
    'Monthly cap on live mail, in cents net of VAT, by calendar months of the organisation’s time zone; null for no cap. `billing.spending` returns the spending.',
  ),
  currency: fields.currency,
  payTo: described(
    v.nullable(
      v.object({
        name: described(v.string(), 'Account holder.'),
        iban: described(v.nullable(v.string()), 'The account (IBAN); null if not configured.'),
      }),
    ),
    'Payee of top-ups; null until a seller is configured, before which nothing can be topped up or invoiced.',
  ),
})
export type BillingSettings = v.InferOutput<typeof settingsSchema>

export const settingsPatch = namedStrictObject(
  'BillingSettingsUpdate',
  'Changes to billing settings. Absent fields stay unchanged.',
  {
    name: described(
      v.optional(v.nullable(printable(120))),
      'Name on invoices; null for the organisation’s own.',
    ),
    address: described(v.optional(v.nullable(billingAddress)), 'Address on invoices; null removes it.'),
    email: described(
      v.optional(v.nullable(emailAddress)),
      'Email address that invoices are sent to; null for none.',
    ),
    vatNumber: described(
      v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40), v.transform(tidyVatNumber), v.minLength(2)))),
      'VAT number, e.g. `NL123456789B01`; null removes it.',
    ),
    companyNumber: described(
      v.optional(v.nullable(printable(40))),
      'Trade register number; null removes it.',
    ),
    reference: described(
      v.optional(v.nullable(printable(60))),
      'Your reference on every invoice; null removes it.',
    ),
    orderReference: described(
      v.optional(v.nullable(printable(60))),
      'Your order number on every invoice; null removes it.',
    ),
    electronicAddress: described(
      v.optional(v.nullable(electronicAddress)),
      'Electronic address for invoices: a scheme of Peppol’s list and a number, `0106:12345678`; null removes it.',
    ),
    language: described(
      v.optional(v.nullable(invoiceLanguage)),
      'Language of invoices; null for that of the country.',
    ),
    lowThresholdCents: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxAmountCents))),
      '`balance.low` is sent when the available amount drops below it, in cents.',
    ),
    spendingCapCents: described(
      v.optional(spendingCap),
      'Monthly cap on live mail, in cents net of VAT; items beyond it are HELD (`SPENDING_CAP`). Null for no cap.',
    ),
  },
)
export type SettingsPatch = v.InferOutput<typeof settingsPatch>

export const termsPatch = namedStrictObject(
  'BillingTermsUpdate',
  'Changes to an organisation’s billing terms. Absent fields stay unchanged.',
  {
    billingMode: described(v.optional(billingMode), 'Billing mode of the organisation.'),
    vatTreatment: described(
      v.optional(v.nullable(vatTreatment)),
      'How VAT is charged; null for the treatment that follows from country and VAT number.',
    ),
    paymentTermDays: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxPaymentTermDays))),
      'Days between issue and due date of monthly invoices.',
    ),
  },
)
export type TermsPatch = v.InferOutput<typeof termsPatch>
