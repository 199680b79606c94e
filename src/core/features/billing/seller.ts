import * as v from 'valibot'
import { recipientToWire } from '../../address/schema.ts'
import { operatorActor } from '../../engine/audit/changes.ts'
import type { Transaction } from '../../engine/context.ts'
import { setFact } from '../../engine/facts.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { invalid } from '../../kernel/errors.ts'
import { ianaTimeZone } from '../../kernel/time.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { Seller } from '../../model/billing.ts'
import { treatmentsJob } from '../ledger/profile.ts'
import { factId, isKnown, type PricingSeller, sellerOf, unknownSeller } from '../ledger/seller.ts'
import { fitsCountry, tidyVatNumber, whyNotInvoiced } from '../ledger/vat.ts'
import { electronicAddress } from './electronic/address.ts'
import { whyNotInvoicedSentence } from './invoice.ts'
import {
  addressToWire,
  assertAddress,
  billingAddress,
  emailAddress,
  printable,
  shownAddress,
} from './party.ts'
import { billingSentences } from './sentences.ts'

const iban = v.pipe(
  v.string(),
  v.transform((text) => text.toUpperCase().replace(/\s/g, '')),
  v.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/, billingSentences.message('invalid_format.iban')),
  v.check((text) => ibanRemainder(text) === 1, billingSentences.message('invalid_value.iban')),
)

/** ISO 13616: first four characters last, letters counted from 10; modulo 97 it must be 1. */
const ibanRemainder = (text: string): number => {
  let remainder = 0
  for (const character of text.slice(4) + text.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder
}

const telephone = v.pipe(
  printable(40),
  v.regex(/(?:\d[^\d]*){3}/, billingSentences.message('invalid_format.phone')),
)

export const sellerInput = namedStrictObject('SellerUpdate', 'The seller on future invoices.', {
  name: described(printable(120), 'Registered name.'),
  address: described(billingAddress, 'Address. Its country determines how VAT is charged.'),
  vatNumber: described(v.pipe(v.string(), v.maxLength(40), v.transform(tidyVatNumber)), 'VAT number.'),
  companyNumber: described(v.optional(printable(40)), 'Trade register number.'),
  email: described(v.optional(emailAddress), 'Email address for questions about invoices.'),
  iban: described(v.optional(iban), 'Account for payments (IBAN).'),
  bic: described(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, billingSentences.message('invalid_format.bic')),
      ),
    ),
    'Its bank (BIC).',
  ),
  timeZone: described(
    v.optional(
      v.pipe(
        v.string(),
        v.maxLength(64),
        v.check(
          (text) => ianaTimeZone(text) !== undefined,
          billingSentences.message('invalid_value.seller_time_zone'),
        ),
      ),
      'UTC',
    ),
    'Time zone of invoice days and months (IANA); UTC if absent.',
  ),
  electronicAddress: described(
    v.optional(electronicAddress),
    'Electronic address for replies: a scheme of Peppol’s list and a number, `0106:12345678`.',
  ),
  contactName: described(v.optional(printable(100)), 'Contact for questions about invoices.'),
  phone: described(v.optional(telephone), 'Phone number for questions about invoices.'),
  legalNote: described(
    v.optional(printable(240)),
    'Text that the seller’s law requires on documents: legal form, capital, register, managers.',
  ),
})
export type SellerInput = v.InferInput<typeof sellerInput>

const shown = v.nullable(v.string())

export const sellerSchema = namedObject('Seller', 'The seller on invoices.', {
  isSet: described(v.boolean(), 'Whether a seller is configured.'),
  name: described(v.string(), 'Registered name.'),
  address: described(v.nullable(shownAddress), 'Address; null if not configured.'),
  vatNumber: described(shown, 'VAT number; null if not configured.'),
  companyNumber: described(shown, 'Trade register number; null if there is none.'),
  email: described(shown, 'Email address for questions about invoices; null if there is none.'),
  iban: described(shown, 'Account for payments (IBAN); null if there is none.'),
  bic: described(shown, 'Its bank (BIC); null if there is none.'),
  timeZone: described(v.string(), 'Time zone of invoice days and months (IANA).'),
  electronicAddress: described(
    shown,
    'Electronic address for replies, `0106:12345678`; null if there is none.',
  ),
  contactName: described(shown, 'Contact for questions about invoices; null if there is none.'),
  phone: described(shown, 'Phone number for questions; null if there is none.'),
  legalNote: described(shown, 'Text that the seller’s law requires on documents; null if there is none.'),
  notInvoiced: described(shown, 'Why no invoices are issued here for this seller; null if they are.'),
})
export type SellerWire = v.InferOutput<typeof sellerSchema>

export const sellerToWire = (seller: PricingSeller): SellerWire => {
  const why = whyNotInvoiced(seller.country, seller.currency)
  return {
    isSet: isKnown(seller),
    name: seller.name,
    address: seller.address ? addressToWire(seller.address) : null,
    vatNumber: seller.vatNumber,
    companyNumber: seller.companyNumber,
    email: seller.email,
    iban: seller.iban,
    bic: seller.bic,
    timeZone: seller.timeZone,
    electronicAddress: seller.electronicAddress ?? null,
    contactName: seller.contactName ?? null,
    phone: seller.phone ?? null,
    legalNote: seller.legalNote ?? null,
    notInvoiced: why ? whyNotInvoicedSentence(why).message : null,
  }
}

/** Sets the seller of future invoices. If its country changes, a job updates VAT treatments. Throws 422. */
export const putSeller = async (
  services: Services,
  { rows, work }: Transaction,
  { address, ...given }: v.InferOutput<typeof sellerInput>,
): Promise<PricingSeller> => {
  assertAddress(address, 'address')
  const { country } = address
  if (!fitsCountry(given.vatNumber, country)) {
    throw invalid(
      'vatNumber',
      billingSentences.sentence('invalid_format.vat_number', {
        vatNumber: given.vatNumber,
        countryId: country,
      }),
    )
  }
  const before = await sellerOf(rows)
  const seller: Seller = { ...unknownSeller, ...given, address: recipientToWire(address), country }
  await setFact(rows, factId, JSON.stringify(seller))
  if (before.country !== country) work.enqueue(treatmentsJob(services.clock.now()))
  return { ...seller, currency: before.currency }
}

/** Sets the seller from the command line, which passes unparsed input. */
export const setSeller = async (services: Services, input: SellerInput): Promise<SellerWire> => {
  const parsed = parse(sellerInput, input, 'body')
  return sellerToWire(
    await transact(services, (transaction) => putSeller(services, transaction, parsed), operatorActor),
  )
}
