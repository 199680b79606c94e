import { command } from '../cli/command.ts'
import { holdFlags } from '../cli/flags.ts'
import { execute } from '../control/execute.ts'

interface Shown {
  held: boolean
  since: string | null
  reason: string | null
  lastInvoice: string | null
  lastCreditNote: string | null
  notInvoiced: string | null
}

const text = ({ held, since, reason, lastInvoice, lastCreditNote, notInvoiced }: Shown): string =>
  [
    ...(notInvoiced === null ? [] : [notInvoiced]),
    held ? `Invoicing is held since ${since}. ${reason}` : 'Invoices are issued.',
    `The last invoice is ${lastInvoice ?? 'still to come'}, the last credit note ${lastCreditNote ?? 'still to come'}.`,
  ].join('\n')

export const invoicingShow = command({
  name: 'lettershop invoicing show',
  description: 'Show whether invoices and credit notes are issued, and the last numbers',
  flags: {},
  run: ({ args }) => execute('invoicing.show', undefined, { data: args.data }),
  text,
})

export const invoicingHold = command({
  name: 'lettershop invoicing hold',
  description: 'Issue no invoice and no credit note from now on; everything else goes on',
  flags: holdFlags,
  run: ({ args }) => execute('invoicing.hold', { reason: args.reason }, { data: args.data }),
  text,
})

export const invoicingResume = command({
  name: 'lettershop invoicing resume',
  description: 'Issue invoices again, after the numbers that were issued since the backup',
  flags: {
    'last-invoice': {
      type: 'string',
      description: 'The last invoice number that was issued; by default the last one known here',
      valueHint: 'NUMBER',
    },
    'last-credit-note': {
      type: 'string',
      description: 'The last credit note number that was issued; by default the last one known here',
      valueHint: 'NUMBER',
    },
  },
  run: ({ args }) =>
    execute(
      'invoicing.resume',
      {
        ...(args['last-invoice'] === undefined ? {} : { lastInvoice: args['last-invoice'] }),
        ...(args['last-credit-note'] === undefined ? {} : { lastCreditNote: args['last-credit-note'] }),
      },
      { data: args.data },
    ),
  text,
})
