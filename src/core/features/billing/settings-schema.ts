import * as v from 'valibot'
import { maxAmountCents } from '../../kernel/money.ts'
import { fields, integer } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { billingMode, invoiceLanguage, peppolNeed, vatTreatment } from '../../model/wire-enums.ts'
import { spendingCap } from '../ledger/spending-caps.ts'
import { tidyVatNumber } from '../ledger/vat.ts'
import { electronicAddress } from './electronic/address.ts'
import { billingAddress, emailAddress, printable, shownAddress } from './party.ts'

const shown = v.nullable(v.string())

/** The longest term of payment for monthly invoices, in days. */
export const maxPaymentTermDays = 120

export const settingsSchema = namedObject('BillingSettings', 'How an organisation is invoiced.', {
  name: described(shown, 'Name on invoices; null for the organisation’s own.'),
  address: described(
    v.nullable(shownAddress),
    'Address on invoices; null: they name the organisation’s country only.',
  ),
  email: described(shown, 'Where invoices are mailed; null for nowhere.'),
  vatNumber: described(shown, 'VAT number; null if there is none.'),
  companyNumber: described(shown, 'Number in the trade register; null if there is none.'),
  reference: described(
    shown,
    'The customer’s own reference, printed on every invoice; null if there is none.',
  ),
  orderReference: described(
    shown,
    'The number of the customer’s order, named on every invoice; null if there is none.',
  ),
  electronicAddress: described(
    shown,
    'Where electronic invoices go, as Peppol writes it, `0106:12345678`; null if there is none.',
  ),
  language: described(invoiceLanguage, 'The language of invoices.'),
  languageSet: described(
    v.boolean(),
    'True if the language was chosen; otherwise it follows from the country.',
  ),
  peppolMissing: described(
    v.array(peppolNeed),
    'What keeps invoices from being valid by Peppol BIS Billing 3; empty: they are. Otherwise they are written by plain EN 16931.',
  ),
  billingMode: described(billingMode, 'How the organisation pays.'),
  vatTreatment: described(vatTreatment, 'How VAT is charged.'),
  vatTreatmentSet: described(
    v.boolean(),
    'True if an operator set the treatment; otherwise it follows from the country and the VAT number.',
  ),
  vatRate: fields.vatRate,
  paymentTermDays: described(integer, 'Days between issue and due date of monthly invoices.'),
  lowThresholdCents: described(
    integer,
    '`balance.low` is sent when the available amount drops below it, in cents.',
  ),
  spendingCapCents: described(
    v.nullable(integer),
    'What live mail may cost in a calendar month of the organisation’s time zone, in cents net of VAT; null for no cap. `billing.spending` says how much of it is spent.',
  ),
  currency: fields.currency,
  payTo: described(
    v.nullable(
      v.object({
        name: described(v.string(), 'Name of the account’s holder.'),
        iban: described(
          v.nullable(v.string()),
          'The account (IBAN); null if the operator has not named one.',
        ),
      }),
    ),
    'Whom top-ups are paid to; null until an operator has named the seller, and nothing can be topped up or invoiced before.',
  ),
})
export type BillingSettings = v.InferOutput<typeof settingsSchema>

export const settingsPatch = namedStrictObject(
  'BillingSettingsUpdate',
  'Changes to how an organisation is invoiced; a field that is not sent stays as it is.',
  {
    name: described(
      v.optional(v.nullable(printable(120))),
      'Name on invoices; null for the organisation’s own.',
    ),
    address: described(v.optional(v.nullable(billingAddress)), 'Address on invoices; null removes it.'),
    email: described(v.optional(v.nullable(emailAddress)), 'Where invoices are mailed; null for nowhere.'),
    vatNumber: described(
      v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40), v.transform(tidyVatNumber), v.minLength(2)))),
      'VAT number, e.g. `NL123456789B01`; null removes it.',
    ),
    companyNumber: described(
      v.optional(v.nullable(printable(40))),
      'Number in the trade register; null removes it.',
    ),
    reference: described(
      v.optional(v.nullable(printable(60))),
      'Your own reference, printed on every invoice; null removes it.',
    ),
    orderReference: described(
      v.optional(v.nullable(printable(60))),
      'The number of your order, named on every invoice; null removes it.',
    ),
    electronicAddress: described(
      v.optional(v.nullable(electronicAddress)),
      'Where electronic invoices go: a scheme of Peppol’s list and the number in it, `0106:12345678`; null removes it.',
    ),
    language: described(
      v.optional(v.nullable(invoiceLanguage)),
      'The language of invoices; null: that of the country.',
    ),
    lowThresholdCents: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxAmountCents))),
      '`balance.low` is sent when the available amount drops below it, in cents.',
    ),
    spendingCapCents: described(
      v.optional(spendingCap),
      'What live mail may cost in a calendar month, in cents net of VAT; what would cost more is HELD (`SPENDING_CAP`). Null for no cap.',
    ),
  },
)
export type SettingsPatch = v.InferOutput<typeof settingsPatch>

export const termsPatch = namedStrictObject(
  'BillingTermsUpdate',
  'What the operator agrees on with an organisation; a field that is not sent stays as it is.',
  {
    billingMode: described(v.optional(billingMode), 'How the organisation pays.'),
    vatTreatment: described(
      v.optional(v.nullable(vatTreatment)),
      'How VAT is charged; null: what follows from the country and the VAT number.',
    ),
    paymentTermDays: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxPaymentTermDays))),
      'Days between issue and due date of monthly invoices.',
    ),
  },
)
export type TermsPatch = v.InferOutput<typeof termsPatch>
