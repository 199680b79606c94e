import { problem } from '../../kernel/errors.ts'
import type { Said } from '../../kernel/sentences.ts'
import type { Seller } from '../../model/billing.ts'
import type { Rows } from '../../ports/store.ts'
import { isKnown, type PricingSeller, sellerOf } from '../ledger/seller.ts'
import { type WhyNotInvoiced, whyNotInvoiced } from '../ledger/vat-countries.ts'
import { billingProblems } from './sentences.ts'

/** Why a seller's invoices are not written here, in a sentence for operators. */
export const sayWhy = (why: WhyNotInvoiced): Said<'invalid_state'> => {
  const { say } = billingProblems
  const countryId = why.country
  if (why.code === 'not_verified') return say('invalid_state.not_invoiced_unverified', { countryId })
  if (why.code === 'currency') {
    return say('invalid_state.not_invoiced_currency', { countryId, currency: why.currency })
  }
  return say('invalid_state.not_invoiced_rate', { countryId, rate: String(why.rate) })
}

/**
 * Throws 409 until an operator has named who invoices: what was paid would have no invoice that a customer can
 * book, and there is nobody to pay to.
 */
export const assertSellerNamed = async (rows: Pick<Rows, 'facts'>): Promise<void> => {
  if (!isKnown(await sellerOf(rows))) throw problem(billingProblems.say('invalid_state.seller_not_named'))
}

/** Whether invoices are issued here: for a seller who is named, in a country whose invoices are written. */
export const isInvoicing = (seller: PricingSeller): boolean =>
  isKnown(seller) && !whyNotInvoiced(seller.country, seller.currency)

/** Throws 409 where the invoices of this seller are not written here (docs/design/billing.md). */
export const assertInvoiced = (seller: Pick<Seller, 'country'>, currency: string): void => {
  const why = whyNotInvoiced(seller.country, currency)
  if (why) throw problem(sayWhy(why))
}
