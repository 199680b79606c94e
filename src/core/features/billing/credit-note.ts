import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { invalid, notFound, type ParameterError, problem, validationFailed } from '../../kernel/errors.ts'
import { formatCents, vatOf } from '../../kernel/money.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { dayIn } from '../../kernel/time.ts'
import type { InvoiceLine, InvoiceRow } from '../../model/billing.ts'
import { invoiceLifecycle } from '../../model/billing.ts'
import type { Scope, WritableRows } from '../../ports/store.ts'
import { books } from '../ledger/ledger.ts'
import { changedConcurrently, insertInvoice, openCents } from './invoice.ts'
import { invoiceLanguage, type TextsIn } from './invoice-words.ts'
import { nextNumber } from './numbers.ts'
import type { CreditNoteInput } from './schema.ts'
import { billingProblems, billingSentences } from './sentences.ts'

/**
 * Credits lines, a net amount, or everything that is left, never more than was invoiced. VAT is split so that
 * partial credit notes add up to exactly the invoice's VAT. The unpaid amount is settled first; paid amounts
 * are repaid outside the system and recorded with `markPaid`. Throws 404; 409 if nothing can be credited, a
 * top-up was spent, or invoicing is held; 422 if the amount is too large.
 */
export const creditInvoice = async (
  services: Services,
  transaction: Transaction,
  scope: Scope,
  id: string,
  input: CreditNoteInput,
  textsIn: TextsIn,
): Promise<InvoiceRow> => {
  const { rows } = transaction
  const invoice = await rows.invoices.get(scope, id)
  if (!invoice) throw notFound('invoice')
  assertCreditable(invoice)
  const now = services.clock.now()
  const leftCents = invoice.subtotalCents - invoice.creditedNetCents
  const rest = (sum: number) =>
    partOf(invoice, textsIn(invoiceLanguage(invoice)).partOf({ number: invoice.number }), sum)
  const lines = creditLines(invoice, await creditedByLine(rows, invoice), leftCents, input, rest)
  const netCents = lines.reduce((sum, line) => sum + line.amountCents, 0)
  if (netCents <= 0) throw invalid('lines', billingSentences.sentence('invalid.credited'))
  if (netCents > leftCents) throw tooMuch(input.lines ? 'lines' : 'amountCents', leftCents, invoice.currency)
  await moveMoney(transaction, invoice, netCents, now)
  const note = await newNote(services, rows, { invoice, lines, netCents, reason: input.reason, now })
  await creditOriginal(rows, invoice, note, now)
  await insertInvoice(transaction, note)
  return note
}

const assertCreditable = (invoice: InvoiceRow): void => {
  if (invoice.kind === 'CREDIT_NOTE') {
    throw problem(billingProblems.sentence('invalid_state.credits_credit_note', { number: invoice.number }))
  }
  if (invoiceLifecycle.isEnd(invoice.status)) invoiceLifecycle.assert(invoice.status, 'VOID')
}

const tooMuch = (parameter: string, leftCents: number, currency: string) =>
  invalid(
    parameter,
    billingSentences.sentence('too_much.credit', { amount: formatCents(leftCents), currency }),
  )

/** Net cents of earlier credit notes, by line number. */
const creditedByLine = async (
  rows: Pick<WritableRows, 'invoices'>,
  invoice: InvoiceRow,
): Promise<Map<number, number>> => {
  const notes = await rows.invoices.find(
    { organisationId: invoice.organisationId },
    { creditNoteOfInvoiceId: invoice.id },
  )
  const credited = new Map<number, number>()
  for (const { creditsLine, amountCents } of notes.flatMap((note) => note.lines)) {
    if (creditsLine !== undefined) {
      credited.set(creditsLine, (credited.get(creditsLine) ?? 0) + amountCents)
    }
  }
  return credited
}

const creditLines = (
  invoice: InvoiceRow,
  credited: ReadonlyMap<number, number>,
  leftCents: number,
  { lines, amountCents }: CreditNoteInput,
  rest: (sum: number) => InvoiceLine,
): InvoiceLine[] => {
  if (lines && amountCents !== undefined) {
    throw invalid('amountCents', billingSentences.sentence('exclusive.credit'))
  }
  if (lines) return linesByNumber(invoice, credited, lines)
  if (amountCents === undefined && invoice.creditedNetCents === 0) {
    return invoice.lines.map((line, index) => ({ ...line, creditsLine: index + 1 }))
  }
  const sum = amountCents ?? leftCents
  if (sum > leftCents) throw tooMuch('amountCents', leftCents, invoice.currency)
  return [rest(sum)]
}

const partOf = (
  invoice: InvoiceRow,
  description: string,
  amountCents: number,
  billingGroup: string | null = null,
): InvoiceLine => ({
  description,
  quantity: 1,
  unitPriceCents: amountCents,
  vatRate: invoice.vatRate,
  amountCents,
  productSpecificationId: null,
  zone: null,
  billingGroup,
})

const linesByNumber = (
  invoice: InvoiceRow,
  credited: ReadonlyMap<number, number>,
  lines: NonNullable<CreditNoteInput['lines']>,
): InvoiceLine[] => {
  const errors: ParameterError[] = []
  const refuse = (parameter: string, sentence: Sentence) =>
    errors.push({ parameter, location: 'body', ...sentence })
  const seen = new Set<number>()
  const result = lines.flatMap(({ line: number, amountCents }, index): InvoiceLine[] => {
    const line = invoice.lines[number - 1]
    const at = `lines[${index}]`
    if (!line)
      refuse(`${at}.line`, billingSentences.sentence('unknown.credit_line', { count: invoice.lines.length }))
    else if (seen.has(number))
      refuse(`${at}.line`, billingSentences.sentence('duplicate.credit_line', { line: number }))
    if (!line || seen.has(number)) return []
    seen.add(number)
    const left = line.amountCents - (credited.get(number) ?? 0)
    if (left <= 0) refuse(`${at}.line`, billingSentences.sentence('too_much.credited_line', { line: number }))
    else if (amountCents !== undefined && amountCents > left) {
      const values = { amount: formatCents(left), currency: invoice.currency, line: number }
      refuse(`${at}.amountCents`, billingSentences.sentence('too_much.credit_line', values))
    }
    const sum = amountCents ?? left
    const whole = sum === line.amountCents
    return [
      { ...(whole ? line : partOf(invoice, line.description, sum, line.billingGroup)), creditsLine: number },
    ]
  })
  if (errors.length > 0) throw validationFailed(errors)
  return result
}

/** Records the credit; only the unspent part of a top-up can be credited. */
const moveMoney = async (
  { rows, work }: Transaction,
  { organisationId, source, currency, id }: InvoiceRow,
  amountCents: number,
  at: number,
): Promise<void> => {
  const entry = { organisationId, amountCents, currency, invoiceId: id, at }
  if (source === 'MONTHLY') work.of(books).post({ ...entry, kind: 'CREDIT' })
  else if (!(await work.of(books).reserve(rows, { ...entry, kind: 'WITHDRAWAL' }, false))) {
    throw problem(
      billingProblems.sentence('invalid_state.spent_top_up', { amount: formatCents(amountCents), currency }),
    )
  }
}

interface NewNote {
  invoice: InvoiceRow
  lines: InvoiceLine[]
  netCents: number
  reason: string
  now: number
}

const newNote = async (
  services: Services,
  rows: Pick<WritableRows, 'counters' | 'facts'>,
  { invoice, lines, netCents, reason, now }: NewNote,
): Promise<InvoiceRow> => {
  const creditedVatCents = invoice.creditedCents - invoice.creditedNetCents
  const vatCents = vatOf(invoice.creditedNetCents + netCents, invoice.vatRate) - creditedVatCents
  const totalCents = netCents + vatCents
  // The unpaid part need not be repaid.
  const settledCents = Math.min(totalCents, openCents(invoice))
  const paid = settledCents === totalCents
  const issueDate = dayIn(invoice.seller.timeZone, now)
  return {
    ...invoice,
    id: services.ids.next('inv'),
    number: await nextNumber(rows, 'CREDIT_NOTE', issueDate),
    kind: 'CREDIT_NOTE',
    source: 'CREDIT',
    status: paid ? 'PAID' : 'ISSUED',
    issueDate,
    dueDate: issueDate,
    subtotalCents: netCents,
    vatCents,
    totalCents,
    paidCents: settledCents,
    paidAt: paid ? now : null,
    sentAt: null,
    creditNoteOfInvoiceId: invoice.id,
    reason,
    paymentId: null,
    hasPdf: false,
    lines,
    payments: settledCents === 0 ? [] : [{ amountCents: settledCents, paidAt: now, paymentId: null }],
    creditedNetCents: 0,
    creditedCents: 0,
    createdAt: now,
  }
}

/** Makes the invoice VOID if fully credited, or PAID if the rest is paid. Throws if it has changed. */
const creditOriginal = async (
  rows: Pick<WritableRows, 'invoices'>,
  invoice: InvoiceRow,
  note: InvoiceRow,
  now: number,
): Promise<void> => {
  const credited = {
    creditedNetCents: invoice.creditedNetCents + note.subtotalCents,
    creditedCents: invoice.creditedCents + note.totalCents,
  }
  const whole = credited.creditedNetCents === invoice.subtotalCents
  const nothingOpen = openCents({ ...invoice, ...credited }) === 0
  const next = whole ? 'VOID' : nothingOpen ? 'PAID' : invoice.status
  if (next !== invoice.status) invoiceLifecycle.assert(invoice.status, next)
  const patch = {
    ...credited,
    status: next,
    ...(next === 'PAID' && invoice.status !== 'PAID' ? { paidAt: now } : {}),
  }
  const expected = {
    creditedCents: invoice.creditedCents,
    paidCents: invoice.paidCents,
    status: invoice.status,
  }
  const { organisationId, id } = invoice
  if (!(await rows.invoices.update({ organisationId }, id, patch, expected))) throw changedConcurrently()
}
