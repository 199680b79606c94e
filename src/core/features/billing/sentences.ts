import { sentences } from '../../kernel/sentences.ts'

export const billingSentences = sentences({
  'exclusive.credit': 'Give either lines or an amount, not both.',
  'unknown.credit_line': 'The invoice has {count} lines.',
  'duplicate.credit_line': 'Line {line} is named twice.',
  'too_much.credited_line': 'Line {line} is already fully credited.',
  'too_much.credit_line': 'At most {currency} {amount} of line {line} can be credited.',
  'too_much.open': 'The open amount is {currency} {amount}. A payment can’t exceed it.',
  'invalid.number': 'Write the number as {example}.',
  'invalid.number_issued': '{number} was issued here. Give the last number that was issued anywhere.',
  'invalid.number_far': 'That is more than {limit} numbers after the last one known here. Check the number.',
  'invalid_format.vat_number_of_address':
    '{vatNumber} is not a VAT number of {countryId}, the country of the billing address.',
  'invalid_format.tax_number': '{vatNumber} is not a valid tax number.',
  'invalid.treatment_of_seller':
    'Invoices of a seller in {countryId} can’t be {treatment}. Choose another treatment, or null.',
  'invalid_format.electronic_address':
    'Write a scheme of four digits, a colon and a number, such as 0106:12345678.',
  'invalid_value.electronic_scheme': 'Peppol has no scheme with that number.',
  'invalid_value.electronic_address': 'The number does not fit its scheme, or its check digits are wrong.',
  'invalid.reverse_charge':
    'Reverse charge requires the VAT number of a business in another member state of the EU.',
  'too_much.credit': 'At most {currency} {amount} of this invoice can be credited.',
  'too_much.balance': 'The maximum balance is {currency} {amount}.',
  'out_of_range.paid_at': 'The time of a payment can’t be in the future.',
  'out_of_range.month': '{month} has not ended yet.',
  'invalid_format.vat_number': '{vatNumber} is not a VAT number of {countryId}.',
  'invalid_format.month': 'Write the month as YYYY-MM.',
  'invalid_format.phone': 'Write a phone number with at least three digits.',
  'invalid_format.iban': 'Write an IBAN, such as NL91 ABNA 0417 1643 00.',
  'invalid_value.iban': 'The check digits of this IBAN are wrong.',
  'invalid_format.bic': 'Write a BIC, such as ABNANL2A.',
  'invalid_value.seller_time_zone': 'Write an IANA time zone, such as Europe/Amsterdam.',
  'invalid.credited': 'The total of these lines is not an amount that can be credited.',
})

export const billingProblems = sentences({
  'invalid_state.live_mail':
    'The organisation has live mail or money on its account under its present terms. Own mail can be turned on or off only without either. Create another organisation instead.',
  'invalid_state.credited_before':
    'The payment {payment} is already credited: {amount}, invoice {invoice}. A payment can be credited only once.',
  'invalid_state.booked_before':
    'The payment {payment} is already recorded: {amount}, top-up {topUp}. A payment can be recorded only once.',
  'invalid_state.no_balance': 'The organisation prints its own mail, so it has no balance to top up.',
  'not_found.organisation': 'There is no organisation {id}.',
  'invalid_state.top_up_changed':
    'The top-up was changed at the same time. Read it again and repeat the change.',
  'invalid_state.open_top_ups': '{count} top-ups are unpaid already. Cancel one that is not needed.',
  'invalid_state.open_top_up':
    'The top-up {topUp} is unpaid, and an organisation with own mail has no balance. Cancel it first.',
  'invalid_state.invoice_changed':
    'The invoice was changed at the same time. Read it again and repeat the change.',
  'invalid_state.no_seller': 'The invoice has no seller: it was issued before one was configured.',
  'invalid_state.seller_not_named':
    'No seller is configured. An operator of this server must configure the seller, with an account for payments, before anything can be topped up or invoiced.',
  'invalid_state.pdf_not_drawn': 'The PDF of this invoice is not ready yet.',
  'invalid_state.invoicing_held': 'Invoicing is held. {reason}',
  'invalid_state.not_invoiced_rate':
    'No invoices are issued here for a seller in {countryId}: invoices don’t support its standard rate of {rate}%, which is not a whole number. Prices, ledger and exports are unaffected; payments are recorded without an invoice.',
  'invalid_state.not_invoiced_unverified':
    'No invoices are issued here for a seller in {countryId}: its VAT rate and required wording have not been verified. Prices, ledger and exports are unaffected; payments are recorded without an invoice.',
  'invalid_state.not_invoiced_currency':
    'No invoices are issued here for a seller in {countryId}: its law requires VAT in {currency}. Prices, ledger and exports are unaffected; payments are recorded without an invoice.',
  'invalid_state.is_invoiced': 'Invoices are issued here. Confirm the top-up to invoice it.',
  'storage_unavailable.invoice_texts':
    'The texts of invoices in this language could not be loaded. Nothing was saved. Try again later. If this error persists, the operator of this server must restart it.',
  'invalid_state.credits_credit_note': '{number} is a credit note. Only invoices can be credited.',
  'invalid_state.spent_top_up':
    'The balance is below {currency} {amount}. The spent part of a top-up can’t be credited.',
})
