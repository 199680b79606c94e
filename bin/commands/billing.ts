import { command } from '../cli/command.ts'
import { wholeNumber } from '../cli/flags.ts'
import { execute } from '../control/execute.ts'

export const topUp = command({
  name: 'lettershop billing top-up',
  description: 'Credit an organisation with what it paid, and invoice it where invoices are issued',
  flags: {
    org: { type: 'string', required: true, description: 'The organisation', valueHint: 'ID' },
    'amount-cents': {
      type: 'string',
      required: true,
      description: 'Net of VAT: what the balance grows by',
      valueHint: 'N',
    },
    'payment-id': { type: 'string', description: 'The payment’s reference at the bank or payment provider' },
  },
  run: ({ args }) =>
    execute(
      'billing.topUp',
      {
        organisationId: args.org,
        amountCents: wholeNumber('amount-cents', args['amount-cents'], { min: 1, max: 1_000_000_000_000 }),
        ...(args['payment-id'] === undefined ? {} : { paymentId: args['payment-id'] }),
      },
      {
        data: args.data,
        unanswered:
          args['payment-id'] === undefined
            ? 'Without --payment-id it would credit again: look at lettershop billing invoices first.'
            : 'Give the same command again: a payment is credited once.',
      },
    ),
  text: (paid) =>
    'number' in paid
      ? `${paid.number}: ${money(paid.subtotalCents)} + ${money(paid.vatCents)} VAT = ${money(paid.totalCents)} ${paid.currency}`
      : `${paid.id}: ${money(paid.amountCents)} ${paid.currency}, booked without an invoice`,
})

const money = (cents: number): string => (cents / 100).toFixed(2)
