import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with an amount, a number or a date of billing. */
export const billingSentences = sentences({
  'too_much.credit': 'EUR {amount} of this invoice can still be credited.',
  'too_much.balance': 'A balance is at most EUR {amount}.',
  'out_of_range.paid_at': 'The time of a payment cannot be in the future.',
  'out_of_range.month': '{month} is not over yet.',
  'invalid_format.vat_number': '{vatNumber} is no VAT number of {countryId}.',
  'invalid.credited': 'These lines add up to no amount that could be credited.',
})
