import { hasNoGap } from '../../src/core/features/billing/numbers.ts'
import { command, table } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import { holdFlags, wholeNumber } from '../cli/flags.ts'
import { execute } from '../control/execute.ts'

export const topUp = command({
  name: 'lettershop billing top-up',
  description: 'Credit a payment to an organisation, and invoice it if invoices are issued',
  flags: {
    org: { type: 'string', required: true, description: 'The organisation', valueHint: 'ID' },
    'amount-cents': {
      type: 'string',
      required: true,
      description: 'Amount to credit, net of VAT',
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
            ? 'Check lettershop billing invoices before you repeat it: without --payment-id it would credit again.'
            : 'Run the same command again: a payment is credited once.',
      },
    ),
  text: (paid) =>
    'number' in paid
      ? `${paid.number}: ${money(paid.subtotalCents)} + ${money(paid.vatCents)} VAT = ${money(paid.totalCents)} ${paid.currency}`
      : `${paid.id}: ${money(paid.amountCents)} ${paid.currency}, booked without an invoice`,
})

const money = (cents: number): string => (cents / 100).toFixed(2)

const org = { type: 'string', required: true, description: 'The organisation', valueHint: 'ID' } as const
const anyOrg = { type: 'string', description: 'Only of this organisation', valueHint: 'ID' } as const
const invoice = { type: 'positional', required: true, description: 'The invoice, inv_…' } as const
const cents = (description: string) => ({ type: 'string', description, valueHint: 'N' }) as const

/** Drops undefined fields, so that flags that are not given are left out. */
const given = <T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

const amountOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : wholeNumber('amount-cents', text, { min: 1, max: 1_000_000_000_000 })

interface Shown {
  id: string
  number: string
  status: string
  issueDate: string
  totalCents: number
  paidCents: number
  currency: string
}
const invoiceText = ({ number, status, totalCents, paidCents, currency }: Shown): string =>
  `${number} is ${status}: ${money(totalCents)} ${currency}, ${money(paidCents)} paid`

const listed = (invoices: readonly Shown[]): string =>
  table(
    ['ID', 'NUMBER', 'STATUS', 'DATE', 'TOTAL', 'PAID'],
    invoices.map((each) => [
      each.id,
      each.number,
      each.status,
      each.issueDate,
      money(each.totalCents),
      money(each.paidCents),
    ]),
  )

export const invoices = command({
  name: 'lettershop billing invoices',
  description: 'List an organisation’s invoices and credit notes, newest first',
  flags: { org },
  run: ({ args }) => execute('billing.invoices', { organisationId: args.org }, { data: args.data }),
  text: listed,
})

export const confirm = command({
  name: 'lettershop billing confirm',
  description: 'Record that a top-up was paid: credit and invoice it',
  flags: {
    id: { type: 'positional', required: true, description: 'The top-up, top_…' },
    'payment-id': { type: 'string', description: 'The payment’s reference at the bank or payment provider' },
  },
  run: ({ args }) =>
    execute(
      'billing.confirm',
      { id: args.id, ...given({ paymentId: args['payment-id'] }) },
      { data: args.data },
    ),
  text: invoiceText,
})

export const creditNote = command({
  name: 'lettershop billing credit-note',
  description: 'Credit an invoice: its remainder, some of its lines, or a net amount',
  flags: {
    id: invoice,
    reason: { type: 'string', required: true, description: 'Printed on the credit note' },
    'amount-cents': cents('Net of VAT, for the whole invoice'),
    lines: { type: 'string', description: 'Line numbers, from 1', valueHint: '1,2,…' },
  },
  run: ({ args }) => {
    const amountCents = amountOf(args['amount-cents'])
    const lines = args.lines
      ?.split(',')
      .map((line) => ({ line: wholeNumber('lines', line, { min: 1, max: 100_000 }) }))
    const body = { reason: args.reason, ...given({ amountCents, lines }) }
    return execute('billing.creditNote', { id: args.id, body }, { data: args.data })
  },
  text: invoiceText,
})

export const markPaid = command({
  name: 'lettershop billing mark-paid',
  description: 'Record that an invoice was paid, or a credit note repaid, in full or in part',
  flags: {
    id: invoice,
    'amount-cents': cents('With VAT'),
    'paid-at': { type: 'string', description: 'Time of payment (RFC 3339; now)', valueHint: 'TIME' },
    'payment-id': { type: 'string', description: 'The payment’s reference at the bank or payment provider' },
  },
  run: ({ args }) => {
    const amountCents = amountOf(args['amount-cents'])
    const body = given({ amountCents, paidAt: args['paid-at'], paymentId: args['payment-id'] })
    return execute('billing.markPaid', { id: args.id, body }, { data: args.data })
  },
  text: invoiceText,
})

export const issueMonthly = command({
  name: 'lettershop billing issue-monthly',
  description: 'Issue the invoices of a past month; months already invoiced stay as they are',
  flags: {
    org: anyOrg,
    month: { type: 'string', description: 'The month (the previous one)', valueHint: 'YYYY-MM' },
  },
  run: ({ args }) =>
    execute('billing.issueMonthly', given({ organisationId: args.org, month: args.month }), {
      data: args.data,
    }),
  text: (issued) => (issued.length === 0 ? 'There is nothing to invoice.' : listed(issued)),
})

export const terms = command({
  name: 'lettershop billing terms',
  description: 'Change an organisation’s billing terms',
  flags: {
    org,
    mode: {
      type: 'string',
      description: 'Prepaid, invoiced monthly, or own mail, which is not invoiced',
      valueHint: 'PREPAID|MONTHLY|OWN_MAIL',
    },
    vat: {
      type: 'string',
      description:
        'NL_STANDARD (or that of the seller’s country), EU_REVERSE_CHARGE or NON_EU; “derived” follows from country and VAT number',
      valueHint: 'TREATMENT',
    },
    'payment-term-days': {
      type: 'string',
      description: 'Days until a monthly invoice is due',
      valueHint: 'N',
    },
  },
  run: ({ args }) => {
    const days = args['payment-term-days']
    const patch = given({
      billingMode: args.mode,
      vatTreatment: args.vat === 'derived' ? null : args.vat,
      paymentTermDays:
        days === undefined ? undefined : wholeNumber('payment-term-days', days, { min: 0, max: 120 }),
    })
    return execute('billing.terms', { organisationId: args.org, terms: patch }, { data: args.data })
  },
  text: ({ billingMode, vatTreatment, vatRate, paymentTermDays }) =>
    `${billingMode}, ${vatTreatment} (${vatRate}%), ${paymentTermDays} days to pay`,
})

export const recount = command({
  name: 'lettershop billing recount',
  description:
    'Check accounts, items and invoices against the ledger; changes nothing. Exit code 1 if they differ',
  flags: { org: anyOrg },
  async run({ args }) {
    const result = await execute('billing.recount', given({ organisationId: args.org }), { data: args.data })
    if (result.agrees) return result
    const wrong = result.organisations.filter(({ agrees }) => !agrees)
    const gaps = result.numbers.filter((series) => !hasNoGap(series))
    throw failure(
      'failed',
      [
        ...wrong.map(
          ({ organisationId, differenceCount, differences }) =>
            `${organisationId} differs in ${differenceCount} places; first ${JSON.stringify(differences[0])}.`,
        ),
        ...gaps.map(
          ({ kind, year, taken, issued }) => `${kind} ${year}: ${taken} numbers, ${issued} documents.`,
        ),
      ].join(' '),
    )
  },
  text: ({ organisations, numbers }) =>
    [
      table(
        ['ORGANISATION', 'ENTRIES', 'BALANCE', 'RESERVED'],
        organisations.map(({ organisationId, entries, ledger }) => [
          organisationId,
          String(entries),
          money(ledger.balanceCents),
          money(ledger.reservedCents),
        ]),
      ),
      ...numbers.map(
        ({ kind, year, issued, elsewhere }) =>
          `${kind} ${year}: ${issued}, ${elsewhere > 0 ? `${elsewhere} issued after a backup, ` : ''}no gap`,
      ),
    ].join('\n'),
})

const optional = (description: string) => ({ type: 'string', description }) as const
const required = (description: string) => ({ type: 'string', required: true, description }) as const

export const seller = command({
  name: 'lettershop billing seller',
  description: 'Set the seller that new invoices name',
  flags: {
    name: required('As registered'),
    street: required('Street'),
    'house-number': optional('If it is not part of the street'),
    'postal-code': optional('Postal code'),
    city: required('City'),
    region: optional('State or province'),
    country: required('ISO 3166-1 alpha-2'),
    'vat-number': required('VAT number'),
    'company-number': optional('In the trade register (KvK)'),
    email: optional('For questions about invoices'),
    iban: optional('Account that receives payments'),
    bic: optional('Of the bank'),
    'time-zone': optional('Time zone of invoice dates and months (IANA; UTC)'),
    'electronic-address': optional('Address for electronic replies, in Peppol form: 0106:12345678'),
    contact: optional('Contact for invoices'),
    phone: optional('For questions about invoices'),
    'legal-note': optional('Statutory information on documents: legal form, capital, register'),
  },
  run: ({ args }) =>
    execute(
      'billing.seller',
      {
        name: args.name,
        address: {
          street: args.street,
          houseNumber: args['house-number'] ?? null,
          postalCode: args['postal-code'] ?? null,
          city: args.city,
          region: args.region ?? null,
          country: args.country,
        },
        vatNumber: args['vat-number'],
        ...(args['company-number'] === undefined ? {} : { companyNumber: args['company-number'] }),
        ...(args.email === undefined ? {} : { email: args.email }),
        ...(args.iban === undefined ? {} : { iban: args.iban }),
        ...(args.bic === undefined ? {} : { bic: args.bic }),
        ...(args['time-zone'] === undefined ? {} : { timeZone: args['time-zone'] }),
        ...(args['electronic-address'] === undefined
          ? {}
          : { electronicAddress: args['electronic-address'] }),
        ...(args.contact === undefined ? {} : { contactName: args.contact }),
        ...(args.phone === undefined ? {} : { phone: args.phone }),
        ...(args['legal-note'] === undefined ? {} : { legalNote: args['legal-note'] }),
      },
      { data: args.data },
    ),
  text: ({ name, vatNumber, notInvoiced }) =>
    [`${name}, ${vatNumber}`, ...(notInvoiced === null ? [] : [notInvoiced])].join('\n'),
})

interface InvoicingState {
  held: boolean
  since: string | null
  reason: string | null
  lastInvoice: string | null
  lastCreditNote: string | null
  notInvoiced: string | null
}

const text = ({ held, since, reason, lastInvoice, lastCreditNote, notInvoiced }: InvoicingState): string =>
  [
    ...(notInvoiced === null ? [] : [notInvoiced]),
    held ? `Invoicing is held since ${since}. ${reason}` : 'Invoices are issued.',
    `Last invoice: ${lastInvoice ?? 'none'}. Last credit note: ${lastCreditNote ?? 'none'}.`,
  ].join('\n')

export const invoicingShow = command({
  name: 'lettershop invoicing show',
  description: 'Show whether invoices and credit notes are issued, and their last numbers',
  flags: {},
  run: ({ args }) => execute('invoicing.show', undefined, { data: args.data }),
  text,
})

export const invoicingHold = command({
  name: 'lettershop invoicing hold',
  description: 'Hold invoices and credit notes; everything else continues',
  flags: holdFlags,
  run: ({ args }) => execute('invoicing.hold', { reason: args.reason }, { data: args.data }),
  text,
})

export const invoicingResume = command({
  name: 'lettershop invoicing resume',
  description: 'Resume invoicing, after the numbers issued since the backup',
  flags: {
    'last-invoice': {
      type: 'string',
      description: 'The last invoice number issued (the last one on record)',
      valueHint: 'NUMBER',
    },
    'last-credit-note': {
      type: 'string',
      description: 'The last credit note number issued (the last one on record)',
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
