import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with an amount, a number or a date of billing. */
export const billingSentences = sentences({
  'exclusive.credit': 'Give either lines or an amount, not both.',
  'unknown.credit_line': 'The invoice has {count} lines.',
  'duplicate.credit_line': 'Line {line} is named twice.',
  'too_much.credited_line': 'Line {line} has been credited in full.',
  'too_much.credit_line': 'EUR {amount} of line {line} can still be credited.',
  'too_much.open': 'EUR {amount} is open; a payment cannot exceed that.',
  'invalid.number': 'Write the number as {example}.',
  'invalid.number_issued': '{number} was issued here; give the last number that was issued anywhere.',
  'invalid.number_far': 'That is more than {limit} numbers after the last one known here.',
  'invalid_format.vat_number_of_address':
    '{vatNumber} is no VAT number of {countryId}, the country of the billing address.',
  'invalid_format.tax_number': '{vatNumber} is no tax number.',
  'invalid.reverse_charge':
    'A reverse charge needs the VAT number of a business in another member state of the EU.',
  'too_much.credit': 'EUR {amount} of this invoice can still be credited.',
  'too_much.balance': 'A balance is at most EUR {amount}.',
  'out_of_range.paid_at': 'The time of a payment cannot be in the future.',
  'out_of_range.month': '{month} is not over yet.',
  'invalid_format.vat_number': '{vatNumber} is no VAT number of {countryId}.',
  'invalid_format.month': 'Write the month as YYYY-MM.',
  'invalid_format.iban': 'Write an IBAN, such as NL91 ABNA 0417 1643 00.',
  'invalid_value.iban': 'The check digits of this IBAN are wrong.',
  'invalid_format.bic': 'Write a BIC.',
  'invalid_value.seller_time_zone': 'Write the time zone as IANA names it.',
  'invalid.credited': 'These lines add up to no amount that could be credited.',
})
