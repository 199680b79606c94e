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
  'invalid.treatment_of_seller':
    'Invoices of a seller in {countryId} cannot be {treatment}: give another treatment, or null.',
  'invalid_format.electronic_address':
    'Write a scheme of four digits, a colon and the number in it, such as 0106:12345678.',
  'invalid_value.electronic_scheme': 'Peppol has no scheme of that number.',
  'invalid_value.electronic_address': 'The number does not fit its scheme, or its check digits are wrong.',
  'invalid.reverse_charge':
    'A reverse charge needs the VAT number of a business in another member state of the EU.',
  'too_much.credit': 'EUR {amount} of this invoice can still be credited.',
  'too_much.balance': 'A balance is at most EUR {amount}.',
  'out_of_range.paid_at': 'The time of a payment cannot be in the future.',
  'out_of_range.month': '{month} is not over yet.',
  'invalid_format.vat_number': '{vatNumber} is no VAT number of {countryId}.',
  'invalid_format.month': 'Write the month as YYYY-MM.',
  'invalid_format.phone': 'Write a telephone number, with at least three digits.',
  'invalid_format.iban': 'Write an IBAN, such as NL91 ABNA 0417 1643 00.',
  'invalid_value.iban': 'The check digits of this IBAN are wrong.',
  'invalid_format.bic': 'Write a BIC.',
  'invalid_value.seller_time_zone': 'Write the time zone as IANA names it.',
  'invalid.credited': 'These lines add up to no amount that could be credited.',
})

/** Why nothing is invoiced, paid, credited or topped up. */
export const billingProblems = sentences({
  'invalid_state.live_mail':
    'The organisation has live mail or money on its account, which was counted on its present terms. Own mail begins and ends with an organisation that has neither: create another one.',
  'invalid_state.credited_before':
    'The payment {payment} was credited before: {amount}, invoice {invoice}. A payment is credited once.',
  'invalid_state.booked_before':
    'The payment {payment} was booked before: {amount}, top-up {topUp}. A payment is booked once.',
  'invalid_state.no_balance': 'The organisation prints its own mail: it has no balance to top up.',
  'not_found.organisation': 'There is no organisation {id}.',
  'invalid_state.top_up_changed':
    'The top-up was changed at the same time. Read it again and repeat the change.',
  'invalid_state.open_top_ups': '{count} top-ups wait to be paid already; cancel one that is not needed.',
  'invalid_state.open_top_up':
    'The top-up {topUp} waits to be paid, and an organisation with own mail has no balance: cancel it first.',
  'invalid_state.invoice_changed':
    'The invoice was changed at the same time. Read it again and repeat the change.',
  'invalid_state.no_seller':
    'The invoice does not name who invoices: it was issued before the operator said so.',
  'invalid_state.seller_not_named':
    'Nobody is named yet who invoices and is paid: an operator of this server names the seller, with the account to pay to. Until then nothing is topped up and nothing is invoiced.',
  'invalid_state.pdf_not_drawn': 'The PDF of this invoice has not been drawn yet.',
  'invalid_state.invoicing_held': 'Invoicing is held. {reason}',
  'invalid_state.not_invoiced_rate':
    'No invoices are issued here for a seller in {countryId}: its standard rate of {rate}% is no whole number, which they cannot say. Prices, the ledger and exports go on; what was paid is booked without an invoice.',
  'invalid_state.not_invoiced_unverified':
    'No invoices are issued here for a seller in {countryId}: its rate and the words that its law wants have not been verified. Prices, the ledger and exports go on; what was paid is booked without an invoice.',
  'invalid_state.not_invoiced_currency':
    'No invoices are issued here for a seller in {countryId}: its law wants VAT in {currency}. Prices, the ledger and exports go on; what was paid is booked without an invoice.',
  'invalid_state.is_invoiced': 'Invoices are issued here: confirm the top-up, and it is invoiced.',
  'invalid_state.credits_credit_note': '{number} is a credit note: only invoices can be credited.',
  'invalid_state.spent_top_up':
    'The balance does not hold EUR {amount} any more: what was spent of a top-up cannot be credited.',
})
