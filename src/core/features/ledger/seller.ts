import { dayIn } from '../../kernel/time.ts'
import type { Seller } from '../../model/billing.ts'
import { everyone, type Rows } from '../../ports/store.ts'

export const factId = 'seller'

/**
 * The seller before an operator has named one. Invoices issued meanwhile state that they are not valid for
 * tax purposes.
 */
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

export const sellerOf = async (rows: Pick<Rows, 'facts'>): Promise<Seller> => {
  const fact = await rows.facts.get(everyone, factId)
  // One that an earlier version set lacks what came later.
  return fact ? { ...unknownSeller, ...(JSON.parse(fact.value) as Seller) } : unknownSeller
}

/** The month of invoicing, `YYYY-MM`, that an instant (ms) belongs to. */
export const monthOf = (seller: Pick<Seller, 'timeZone'>, ms: number): string =>
  dayIn(seller.timeZone, ms).slice(0, 7)
