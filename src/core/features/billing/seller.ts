import * as v from 'valibot'
import { recipientToWire } from '../../address/index.ts'
import type { Services } from '../../engine/services.ts'
import { parse } from '../../engine/validate.ts'
import { invalid } from '../../kernel/errors.ts'
import { ianaTimeZone } from '../../kernel/time-zone.ts'
import type { Party, Seller } from '../../model/billing.ts'
import { everyone } from '../../ports/store.ts'
import { factId, unknownSeller } from '../ledger/seller.ts'
import { fitsCountry, tidyVatNumber } from '../ledger/vat.ts'
import { assertAddress, billingAddress, emailAddress, printable } from './party.ts'
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

const sellerInput = v.strictObject({
  name: printable(120),
  address: billingAddress,
  vatNumber: v.pipe(v.string(), v.maxLength(40), v.transform(tidyVatNumber)),
  /** In the trade register (KvK). */
  companyNumber: v.optional(printable(40)),
  email: v.optional(emailAddress),
  iban: v.optional(iban),
  bic: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, billingSentences.message('invalid_format.bic')),
    ),
  ),
  /** IANA zone whose days and months invoices have; UTC unless given. */
  timeZone: v.optional(
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
})
export type SellerInput = v.InferInput<typeof sellerInput>

/** Whether the operator has named the seller. */
export const isKnown = (seller: Party): boolean => seller.vatNumber !== null && seller.address !== null

/** Sets the seller of future invoices; issued ones keep the seller that they name. Throws 422. */
export const setSeller = async (services: Services, input: SellerInput): Promise<Seller> => {
  const { address, ...given } = parse(sellerInput, input, 'body')
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
  await services.store.write(async (rows) => {
    if (!(await rows.facts.update(everyone, factId, { value })))
      await rows.facts.insert({ id: factId, value })
  })
  return seller
}
