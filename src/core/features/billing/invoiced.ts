import { problem } from '../../kernel/errors.ts'
import type { Said } from '../../kernel/sentences.ts'
import type { Seller } from '../../model/billing.ts'
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

/** Throws 409 where the invoices of this seller are not written here (decision 234). */
export const assertInvoiced = (seller: Pick<Seller, 'country'>, currency: string): void => {
  const why = whyNotInvoiced(seller.country, currency)
  if (why) throw problem(sayWhy(why))
}
