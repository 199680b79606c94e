import type { ListQuery } from '../../kernel/query.ts'

import type { LedgerEntryRow } from '../../model/billing.ts'
import type { ItemRow } from '../../model/items.ts'
import { capturedStatuses, type ItemStatus, reservedStatuses } from '../../model/items.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { type AccountDeltas, deltasOf } from '../ledger/accounts.ts'

const pageSize = 1000

/** A difference between the ledger and the account, an item, a Postbatch or an invoice. Amounts in cents. */
export type Difference =
  | { of: 'account'; field: 'balanceCents' | 'reservedCents'; account: number; ledger: number }
  | { of: 'item'; itemId: string; field: 'reservedCents' | 'spentCents'; item: number; ledger: number }
  | { of: 'postbatch'; postbatchId: string; field: 'reservedCents'; postbatch: number; ledger: number }
  | {
      of: 'invoice'
      invoiceId: string
      field: 'subtotalCents' | 'creditedNetCents'
      invoice: number
      ledger: number
    }

export interface Recount {
  agrees: boolean
  entries: number
  ledger: AccountDeltas
  differences: Difference[]
}

interface ItemMoney {
  reservedCents: number
  spentCents: number
}

/**
 * Checks that the ledger agrees with the account, every live item (its price reserved, spent, or neither,
 * depending on its status), each Postbatch's reservation, and every invoice.
 */
export const recount = async (rows: Rows, organisationId: string): Promise<Recount> => {
  const ledger: AccountDeltas = { balanceCents: 0, reservedCents: 0 }
  const byItem = new Map<string, ItemMoney>()
  const byPostbatch = new Map<string, number>()
  const byInvoice = new Map<string, InvoiceMoney>()
  let entries = 0
  for await (const entry of entriesOf(rows, organisationId)) {
    entries++
    const deltas = deltasOf(entry.kind, entry.amountCents)
    ledger.balanceCents += deltas.balanceCents
    ledger.reservedCents += deltas.reservedCents
    if (entry.itemId !== null) addTo(byItem, entry.itemId, deltas)
    else if (entry.postbatchId !== null) {
      byPostbatch.set(entry.postbatchId, (byPostbatch.get(entry.postbatchId) ?? 0) + deltas.reservedCents)
    }
    if (entry.invoiceId !== null) addToInvoice(byInvoice, entry.invoiceId, entry)
  }
  const differences = [
    ...(await accountDifferences(rows, organisationId, ledger)),
    ...(await postbatchDifferences(rows, organisationId, byPostbatch)),
    ...(await invoiceDifferences(rows, organisationId, byInvoice)),
  ]
  const ownMail = (await rows.organisations.get(everyone, organisationId))?.billingMode === 'OWN_MAIL'
  for await (const item of itemsOf(rows, organisationId)) {
    // Own mail reserves and captures nothing.
    differences.push(...itemDifferences(ownMail ? { ...item, priceCents: 0 } : item, byItem.get(item.id)))
    byItem.delete(item.id)
  }
  // Nothing may be reserved for an item that no longer exists.
  for (const [itemId, money] of byItem) {
    if (money.reservedCents !== 0) {
      differences.push({ of: 'item', itemId, field: 'reservedCents', item: 0, ledger: money.reservedCents })
    }
  }
  return { agrees: differences.length === 0, entries, ledger, differences }
}

const addTo = (byItem: Map<string, ItemMoney>, itemId: string, deltas: AccountDeltas): void => {
  const money = byItem.get(itemId) ?? { reservedCents: 0, spentCents: 0 }
  money.reservedCents += deltas.reservedCents
  // Reservations and releases don't change the balance; captures and refunds do.
  money.spentCents -= deltas.balanceCents
  byItem.set(itemId, money)
}

interface InvoiceMoney {
  subtotalCents: number
  creditedNetCents: number
}

const addToInvoice = (
  byInvoice: Map<string, InvoiceMoney>,
  id: string,
  { kind, amountCents }: LedgerEntryRow,
): void => {
  const money = byInvoice.get(id) ?? { subtotalCents: 0, creditedNetCents: 0 }
  const field = kind === 'WITHDRAWAL' || kind === 'CREDIT' ? 'creditedNetCents' : 'subtotalCents'
  money[field] += amountCents
  byInvoice.set(id, money)
}

const invoiceDifferences = async (
  rows: Rows,
  organisationId: string,
  byInvoice: ReadonlyMap<string, InvoiceMoney>,
): Promise<Difference[]> => {
  const invoices = await rows.invoices.find({ organisationId }, { kind: 'INVOICE' })
  const rowOf = new Map(invoices.map((row) => [row.id, row]))
  const ids = new Set([...rowOf.keys(), ...byInvoice.keys()])
  return [...ids].flatMap((invoiceId) =>
    (['subtotalCents', 'creditedNetCents'] as const).flatMap((field) => {
      const invoice = rowOf.get(invoiceId)?.[field] ?? 0
      const inLedger = byInvoice.get(invoiceId)?.[field] ?? 0
      return invoice === inLedger
        ? []
        : [{ of: 'invoice' as const, invoiceId, field, invoice, ledger: inLedger }]
    }),
  )
}

const postbatchDifferences = async (
  rows: Rows,
  organisationId: string,
  byPostbatch: ReadonlyMap<string, number>,
): Promise<Difference[]> => {
  const differences: Difference[] = []
  for (const [postbatchId, ledger] of byPostbatch) {
    const row = await rows.postbatches.get({ organisationId, mode: 'live' }, postbatchId)
    const postbatch = row?.reservedCents ?? 0
    if (postbatch !== ledger) {
      differences.push({ of: 'postbatch', postbatchId, field: 'reservedCents', postbatch, ledger })
    }
  }
  return differences
}

const accountDifferences = async (
  rows: Rows,
  organisationId: string,
  ledger: AccountDeltas,
): Promise<Difference[]> => {
  const account = await rows.accounts.get({ organisationId }, organisationId)
  return (['balanceCents', 'reservedCents'] as const).flatMap((field) => {
    const onAccount = account?.[field] ?? 0
    return onAccount === ledger[field]
      ? []
      : [{ of: 'account' as const, field, account: onAccount, ledger: ledger[field] }]
  })
}

const itemDifferences = (item: ItemRow, money: ItemMoney | undefined): Difference[] => {
  const expected = {
    reservedCents: inOneOf(item, reservedStatuses),
    spentCents: inOneOf(item, capturedStatuses),
  }
  return (['reservedCents', 'spentCents'] as const).flatMap((field) => {
    const inLedger = money?.[field] ?? 0
    return inLedger === expected[field]
      ? []
      : [{ of: 'item' as const, itemId: item.id, field, item: expected[field], ledger: inLedger }]
  })
}

const inOneOf = (item: ItemRow, statuses: readonly ItemStatus[]): number =>
  statuses.includes(item.status) ? item.priceCents : 0

async function* entriesOf(rows: Rows, organisationId: string): AsyncGenerator<LedgerEntryRow> {
  yield* everyRow((after) => rows.ledgerEntries.list({ organisationId }, pageAfter(after)))
}

async function* itemsOf(rows: Rows, organisationId: string): AsyncGenerator<ItemRow> {
  yield* everyRow((after) => rows.items.list({ organisationId, mode: 'live' }, pageAfter(after)))
}

type Position = { values: readonly number[]; id: string } | undefined

const pageAfter = (after: Position): ListQuery<{ createdAt: number }> => ({
  where: {},
  sort: [{ field: 'createdAt', descending: false }],
  ...(after ? { after } : {}),
  limit: pageSize,
  total: false,
})

/** Holds one page in memory at a time. */
async function* everyRow<Row extends { id: string; createdAt: number }>(
  page: (after: Position) => Promise<{ rows: Row[]; hasMore: boolean }>,
): AsyncGenerator<Row> {
  let after: Position
  for (;;) {
    const { rows, hasMore } = await page(after)
    yield* rows
    const last = rows.at(-1)
    if (!hasMore || !last) return
    after = { values: [last.createdAt], id: last.id }
  }
}
