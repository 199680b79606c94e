import { dayIn } from '../../kernel/time.ts'
import type { Seller } from '../../model/billing.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { currencyOf } from './accounts.ts'

export const factId = 'seller'

/** Nothing is invoiced until an operator configures a seller. */
export const unknownSeller: Seller = {
  name: 'Lettershop',
  address: null,
  country: 'NL',
  vatNumber: null,
  companyNumber: null,
  email: null,
  iban: null,
  bic: null,
  timeZone: 'UTC',
  electronicAddress: null,
  contactName: null,
  phone: null,
  legalNote: null,
}

/** The seller with the instance's currency, for prices and invoices. */
export interface PricingSeller extends Seller {
  currency: string
}

export const sellerOf = async (rows: Pick<Rows, 'facts'>): Promise<PricingSeller> => {
  const fact = await rows.facts.get(everyone, factId)
  const currency = await currencyOf(rows)
  // A seller stored by an earlier version lacks later fields.
  return { ...unknownSeller, ...(fact ? (JSON.parse(fact.value) as Seller) : {}), currency }
}

export const isKnown = (seller: Pick<Seller, 'vatNumber' | 'address'>): boolean =>
  seller.vatNumber !== null && seller.address !== null

/** Returns the month of an instant (ms) in the seller's time zone, as `YYYY-MM`. */
export const monthOf = (seller: Pick<Seller, 'timeZone'>, ms: number): string =>
  dayIn(seller.timeZone, ms).slice(0, 7)
