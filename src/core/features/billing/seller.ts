import * as v from 'valibot'
import { recipientToWire } from '../../address/index.ts'
import { operatorActor } from '../../engine/audit/changes.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { invalid } from '../../kernel/errors.ts'
import { ianaTimeZone } from '../../kernel/time-zone.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { Party, Seller } from '../../model/billing.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { factId, unknownSeller } from '../ledger/seller.ts'
import { fitsCountry, tidyVatNumber } from '../ledger/vat.ts'
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

export const sellerInput = namedStrictObject('SellerUpdate', 'Who issues all invoices of the instance.', {
  name: described(printable(120), 'Name as registered, at most 120 characters.'),
  address: described(billingAddress, 'Address on invoices.'),
  vatNumber: described(
    v.pipe(v.string(), v.maxLength(40), v.transform(tidyVatNumber)),
    'VAT number, e.g. `NL123456789B01`.',
  ),
  companyNumber: described(v.optional(printable(40)), 'Number in the trade register (KvK).'),
  email: described(v.optional(emailAddress), 'Where questions about invoices go.'),
  iban: described(v.optional(iban), 'The account to which customers pay.'),
  bic: described(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, billingSentences.message('invalid_format.bic')),
      ),
    ),
    'The bank of that account.',
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
    'IANA zone whose days and months invoices have; UTC unless given.',
  ),
})
export type SellerInput = v.InferInput<typeof sellerInput>

const shown = v.nullable(v.string())
export const sellerSchema = namedObject('Seller', 'Who issues all invoices of the instance.', {
  isNamed: described(
    v.boolean(),
    'Whether an operator has named the seller; until then invoices say that they are not tax documents.',
  ),
  name: described(v.string(), 'Name on invoices.'),
  address: described(v.nullable(shownAddress), 'Address on invoices; null until it is named.'),
  vatNumber: described(shown, 'VAT number; null until it is named.'),
  companyNumber: described(shown, 'Number in the trade register; null if there is none.'),
  email: described(shown, 'Where questions about invoices go; null for nowhere.'),
  iban: described(shown, 'The account to which customers pay; null if none is named.'),
  bic: described(shown, 'The bank of that account; null if none is named.'),
  timeZone: described(v.string(), 'IANA zone whose days and months invoices have.'),
})

export const sellerToWire = (seller: Seller): v.InferOutput<typeof sellerSchema> => {
  const { name, address, vatNumber, companyNumber, email, iban, bic, timeZone } = seller
  return {
    isNamed: isKnown(seller),
    name,
    address: address && addressToWire(address),
    vatNumber,
    companyNumber,
    email,
    iban,
    bic,
    timeZone,
  }
}

/** Whether the operator has named the seller. */
export const isKnown = (seller: Party): boolean => seller.vatNumber !== null && seller.address !== null

/** Sets the seller of future invoices; issued ones keep the seller that they name. Throws 422. */
export const setSeller = async (services: Services, input: SellerInput): Promise<Seller> => {
  const parsed = parse(sellerInput, input, 'body')
  return transact(services, ({ rows }) => changeSeller(rows, parsed), operatorActor)
}

/** Sets the seller as part of a transaction; see `setSeller`. */
export const changeSeller = async (
  rows: WritableRows,
  { address, ...given }: v.InferOutput<typeof sellerInput>,
): Promise<Seller> => {
  assertAddress(address, 'address')
  if (!fitsCountry(given.vatNumber, address.country)) {
    throw invalid(
      'vatNumber',
      billingSentences.say('invalid_format.vat_number', {
        vatNumber: given.vatNumber,
        countryId: address.country,
      }),
    )
  }
  const seller: Seller = {
    ...unknownSeller,
    ...given,
    address: recipientToWire(address),
    country: address.country,
  }
  const value = JSON.stringify(seller)
  if (!(await rows.facts.update(everyone, factId, { value }))) await rows.facts.insert({ id: factId, value })
  return seller
}
