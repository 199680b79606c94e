import * as v from 'valibot'
import { recipientOutput } from '../../address/index.ts'
import { maxAmountCents } from '../../kernel/money.ts'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { billingMode, vatTreatment } from '../../model/wire-enums.ts'
import { tidyVatNumber } from '../accounts/vat.ts'
import { billingAddress, emailAddress, printable } from './party.ts'

const integer = v.pipe(v.number(), v.integer())
const shown = v.nullable(v.string())
const { name: _name, companyName: _companyName, ...addressEntries } = recipientOutput.entries
const shownAddress = namedObject('BillingAddress', 'A postal address without names.', addressEntries)

/** The longest that a monthly invoice may wait to be paid. */
export const maxPaymentTermDays = 120

export const settingsSchema = namedObject('BillingSettings', 'How an organisation is invoiced.', {
  /** On invoices; null: the organisation's own name. */
  name: shown,
  /** Null: invoices name the organisation's country only. */
  address: v.nullable(shownAddress),
  email: shown,
  vatNumber: shown,
  /** In the trade register. */
  companyNumber: shown,
  /** The customer's own reference, printed on every invoice. */
  reference: shown,
  billingMode: billingMode,
  vatTreatment: vatTreatment,
  /** True where an operator set the treatment; else it follows from the country and the VAT number. */
  vatTreatmentSet: v.boolean(),
  /** Per cent. */
  vatRate: integer,
  /** Days between issue and due date of monthly invoices. */
  paymentTermDays: integer,
  /** `balance.low` is told when available drops below it. */
  lowThresholdCents: integer,
  currency: v.string(),
})
export type BillingSettings = v.InferOutput<typeof settingsSchema>

export const settingsPatch = namedStrictObject(
  'BillingSettingsUpdate',
  'Changes to how an organisation is invoiced; a field that is not sent stays as it is.',
  {
    name: v.optional(v.nullable(printable(120))),
    address: v.optional(v.nullable(billingAddress)),
    email: v.optional(v.nullable(emailAddress)),
    vatNumber: v.optional(
      v.nullable(v.pipe(v.string(), v.maxLength(40), v.transform(tidyVatNumber), v.minLength(2))),
    ),
    companyNumber: v.optional(v.nullable(printable(40))),
    reference: v.optional(v.nullable(printable(60))),
    lowThresholdCents: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxAmountCents))),
  },
)
export type SettingsPatch = v.InferOutput<typeof settingsPatch>

export const termsPatch = namedStrictObject(
  'BillingTermsUpdate',
  'What the operator agrees on with an organisation; a field that is not sent stays as it is.',
  {
    billingMode: v.optional(billingMode),
    /** Null: what follows from the country and the VAT number. */
    vatTreatment: v.optional(v.nullable(vatTreatment)),
    /** Days between issue and due date of monthly invoices. */
    paymentTermDays: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxPaymentTermDays)),
    ),
  },
)
export type TermsPatch = v.InferOutput<typeof termsPatch>
