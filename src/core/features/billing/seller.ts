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
import { sayWhy } from './invoice.ts'
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

/**
 * The remainder by which ISO 13616 checks an IBAN: the first four characters go last, letters count from 10,
 * and the number modulo 97 must be 1.
 */
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

export const sellerInput = namedStrictObject(
  'SellerUpdate',
  'Who invoices: the seller on every invoice from now on.',
  {
    name: described(printable(120), 'Name, as registered.'),
    address: described(billingAddress, 'Address. Its country decides how VAT is charged.'),
    vatNumber: described(v.pipe(v.string(), v.maxLength(40), v.transform(tidyVatNumber)), 'VAT number.'),
    companyNumber: described(v.optional(printable(40)), 'Number in the trade register.'),
    email: described(v.optional(emailAddress), 'Address for questions about invoices.'),
    iban: described(v.optional(iban), 'Account to pay to (IBAN).'),
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
      'IANA zone whose days and months invoices have; UTC if absent.',
    ),
    electronicAddress: described(
      v.optional(electronicAddress),
      'Where electronic answers go: a scheme of Peppol’s list and the number in it, `0106:12345678`.',
    ),
    contactName: described(v.optional(printable(100)), 'Whom to ask about invoices.'),
    phone: described(v.optional(telephone), 'Telephone number for questions about invoices.'),
    legalNote: described(
      v.optional(printable(240)),
      'What the seller’s own law wants on its papers: legal form, capital, register, managers.',
    ),
  },
)
export type SellerInput = v.InferInput<typeof sellerInput>

const shown = v.nullable(v.string())

export const sellerSchema = namedObject('Seller', 'Who invoices.', {
  isSet: described(v.boolean(), 'False until an operator has said who invoices.'),
  name: described(v.string(), 'Name, as registered.'),
  address: described(v.nullable(shownAddress), 'Address; null until it is set.'),
  vatNumber: described(shown, 'VAT number; null until it is set.'),
  companyNumber: described(shown, 'Number in the trade register; null if there is none.'),
  email: described(shown, 'Address for questions about invoices; null if there is none.'),
  iban: described(shown, 'Account to pay to (IBAN); null if there is none.'),
  bic: described(shown, 'Its bank (BIC); null if there is none.'),
  timeZone: described(v.string(), 'IANA zone whose days and months invoices have.'),
  electronicAddress: described(shown, 'Where electronic answers go, `0106:12345678`; null if there is none.'),
  contactName: described(shown, 'Whom to ask about invoices; null if nobody is named.'),
  phone: described(shown, 'Telephone number for questions; null if there is none.'),
  legalNote: described(shown, 'What the seller’s own law wants on its papers; null if nothing is set.'),
  notInvoiced: described(
    shown,
    'Why no invoices are issued here for this seller, as a sentence; null: they are issued.',
  ),
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
    notInvoiced: why ? sayWhy(why).message : null,
  }
}

/**
 * Sets the seller of future invoices from parsed input; issued ones keep the seller that they name. Another
 * country changes how organisations are taxed: a job writes that to each. Throws 422.
 */
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
      billingSentences.say('invalid_format.vat_number', { vatNumber: given.vatNumber, countryId: country }),
    )
  }
  const before = await sellerOf(rows)
  const seller: Seller = { ...unknownSeller, ...given, address: recipientToWire(address), country }
  await setFact(rows, factId, JSON.stringify(seller))
  if (before.country !== country) work.enqueue(treatmentsJob(services.clock.now()))
  return { ...seller, currency: before.currency }
}

/** `putSeller` for the command line, with input that was not parsed. */
export const setSeller = async (services: Services, input: SellerInput): Promise<SellerWire> => {
  const parsed = parse(sellerInput, input, 'body')
  return sellerToWire(
    await transact(services, (transaction) => putSeller(services, transaction, parsed), operatorActor),
  )
}
