import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { invalid } from '../../kernel/errors.ts'
import { not } from '../../kernel/query.ts'
import { addDays } from '../../kernel/time.ts'
import type { BillingUsageRow, InvoiceRow, Seller } from '../../model/billing.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import { platformCurrency } from '../ledger/accounts.ts'
import { books } from '../ledger/ledger.ts'
import { languageOf, profileOf } from '../ledger/profile.ts'
import { monthOf, sellerOf } from '../ledger/seller.ts'
import { firstOfNext, nextMonthIn } from '../ledger/spending.ts'
import { isInvoicing, issueInvoice, lineOf, type NewLine } from './invoice.ts'
import { type InvoiceTexts, type TextsIn, zoneName } from './invoice-words.ts'
import { billingSentences } from './sentences.ts'

/** `2026-02` → `2026-02-28`. */
const lastDay = (month: string): string => addDays(firstOfNext(month), -1)

/** Returns the start of the next month in the seller's time zone, in ms. */
export const startOfNextMonth = ({ timeZone }: Pick<Seller, 'timeZone'>, now: number): number =>
  nextMonthIn(timeZone, now)

/** Returns the month, by default the previous one. Throws 422 for a month that has not ended. */
export const endedMonth = async (
  rows: Pick<Rows, 'facts'>,
  month: string | undefined,
  now: number,
): Promise<string> => {
  const current = monthOf(await sellerOf(rows), now)
  if (month === undefined) return addDays(`${current}-01`, -1).slice(0, 7)
  if (month >= current) throw invalid('month', billingSentences.sentence('out_of_range.month', { month }))
  return month
}

export interface MonthlyIssue {
  month: string
  now: number
  textsIn: TextsIn
}

/**
 * Invoices everything captured until the month's end, less prepaid amounts, and marks it in the same
 * transaction, so that repeated calls invoice it once. Undefined if there is nothing to invoice: no usage,
 * all of it prepaid, or refunds exceed it and will lower a later invoice. Throws 409 while invoicing is held.
 */
export const issueMonthly = async (
  services: Services,
  transaction: Transaction,
  organisation: OrganisationRow,
  { month, now, textsIn }: MonthlyIssue,
): Promise<InvoiceRow | undefined> => {
  const { rows, work } = transaction
  const open = await openUsage(rows, organisation.id)
  const used = open.filter((row) => row.month <= month)
  const usedCents = amountOf(used)
  if (usedCents <= 0) return undefined
  const account = await rows.accounts.get({ organisationId: organisation.id }, organisation.id)
  // The balance without the open usage. Negative if items scheduled while the organisation was MONTHLY were
  // captured while it was PREPAID.
  const prepaidCents = (account?.balanceCents ?? 0) + amountOf(open)
  const deductedCents = Math.min(prepaidCents, usedCents)
  await markInvoiced(rows, used)
  const subtotalCents = usedCents - deductedCents
  if (subtotalCents === 0) return undefined
  const currency = account?.currency ?? platformCurrency
  const texts = textsIn(languageOf(await profileOf(rows, organisation), organisation))
  const invoice = await issueInvoice(
    services,
    transaction,
    organisation,
    {
      source: 'MONTHLY',
      currency,
      lines: [...(await linesOf(rows, texts, used, month)), ...balanceLine(texts, deductedCents)],
      period: { from: `${month}-01`, to: lastDay(month) },
    },
    now,
  )
  work.of(books).post({
    organisationId: organisation.id,
    kind: 'INVOICE',
    amountCents: subtotalCents,
    currency,
    invoiceId: invoice.id,
    at: now,
  })
  return invoice
}

/** Returns ended months with uninvoiced usage, oldest first. */
export const dueMonths = async (
  rows: Pick<Rows, 'billingUsage' | 'facts'>,
  organisationId: string,
  now: number,
): Promise<string[]> => {
  const current = monthOf(await sellerOf(rows), now)
  const months = (await openUsage(rows, organisationId)).map(({ month }) => month)
  return [...new Set(months)].filter((month) => month < current).sort()
}

/** Invoices all months, including the current one, before an organisation changes to prepaid. */
export const closeMonths = async (
  services: Services,
  transaction: Transaction,
  organisation: OrganisationRow,
  { now, textsIn }: Pick<MonthlyIssue, 'now' | 'textsIn'>,
): Promise<void> => {
  const { rows } = transaction
  const seller = await sellerOf(rows)
  // Uninvoiced usage stays on the balance and is deducted from the next top-up.
  if (!isInvoicing(seller)) return
  await issueMonthly(services, transaction, organisation, { month: monthOf(seller, now), now, textsIn })
  // Refunds that were not offset are part of the balance and can be spent.
  await markInvoiced(rows, await openUsage(rows, organisation.id))
}

const openUsage = (rows: Pick<Rows, 'billingUsage'>, organisationId: string): Promise<BillingUsageRow[]> =>
  rows.billingUsage.find({ organisationId }, { open: not(0) }, { order: [{ field: 'month' }] })

const amountOf = (usage: readonly BillingUsageRow[]): number =>
  usage.reduce((sum, { open, unitPriceCents }) => sum + open * unitPriceCents, 0)

/** Marks usage as invoiced. Throws if another transaction has changed it, so that the caller's is retried. */
const markInvoiced = async (
  rows: Pick<WritableRows, 'billingUsage'>,
  usage: readonly BillingUsageRow[],
): Promise<void> => {
  for (const { id, organisationId, open } of usage) {
    if (!(await rows.billingUsage.update({ organisationId }, id, { open: 0 }, { open }))) {
      throw new Error(`The usage ${id} changed while it was invoiced.`)
    }
  }
}

const linesOf = async (
  rows: Pick<Rows, 'specifications'>,
  texts: InvoiceTexts,
  used: readonly BillingUsageRow[],
  month: string,
): Promise<NewLine[]> => {
  const lines: NewLine[] = []
  for (const row of used) {
    const specification = await rows.specifications.get(everyone, row.specificationId)
    const name = `${specification?.name ?? row.specificationId}, ${zoneName(texts, row.zone)}`
    const late = row.month === month ? '' : ` (${row.month})`
    lines.push({
      ...lineOf({
        description: `${name}${row.open < 0 ? `, ${texts.notSent}` : ''}${late}`,
        quantity: row.open,
        unitPriceCents: row.unitPriceCents,
      }),
      productSpecificationId: row.specificationId,
      zone: row.zone,
      billingGroup: row.billingGroup,
    })
  }
  const orderOf = ({ billingGroup, description }: NewLine) => `${billingGroup ?? ''}\n${description}`
  return lines.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** Prepaid money was invoiced when it was paid; an earlier debt is invoiced now. */
const balanceLine = (texts: InvoiceTexts, deductedCents: number): NewLine[] => {
  if (deductedCents === 0) return []
  const description = deductedCents > 0 ? texts.fromBalance : texts.carriedOver
  const quantity = deductedCents > 0 ? -1 : 1
  return [lineOf({ description, quantity, unitPriceCents: Math.abs(deductedCents) })]
}
