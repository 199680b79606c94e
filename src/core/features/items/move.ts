import type { Transaction, WriteContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { dayIn } from '../../kernel/time.ts'
import type { HistoryEntry, ItemRow } from '../../model/items.ts'
import {
  capturedStatuses,
  endedStatuses,
  type HeldReason,
  type ItemStatus,
  itemEventType,
  itemLifecycle,
  reservedStatuses,
} from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { postbatchTotals } from '../counters/postbatch-totals.ts'
import { dayCounters, rollups } from '../counters/rollups.ts'
import { books, type MoneyMove, post } from '../ledger/ledger.ts'
import { spending } from '../ledger/spending.ts'
import { type ProposedReason, proposals } from '../suppressions/propose.ts'
import { endedItems } from './transaction-hooks.ts'

/** Context shared by all moves in a transaction. */
export interface MoveContext {
  services: Services
  transaction: Transaction
  organisation: OrganisationRow
  /** ms on the clock of the item's mode. */
  now: number
}

/** Returns the context for moves in a request's transaction. */
export const moveContext = ({
  services,
  rows,
  work,
  organisation,
  now,
}: Pick<WriteContext, 'services' | 'rows' | 'work' | 'organisation' | 'now'>): MoveContext => ({
  services,
  transaction: { rows, work },
  organisation,
  now,
})

export interface MoveDetails {
  heldReason?: HeldReason
  /** Reason for the history, if the status alone doesn't give it. */
  reason?: string | undefined
  /** Further fields that change with the status. */
  patch?: Partial<ItemRow>
  /** For a return: the reason of the proposed suppression; default `returned`. */
  proposed?: ProposedReason
  /** The caller has already posted the money of this move. */
  moneyMoved?: boolean
}

/**
 * Moves an item to another status, with event, history, rollups and money. The caller saves the returned row
 * in the same transaction. Before an item enters READY, the caller reserves its price (`reserve`); other
 * movements of money follow from the statuses. Throws 409 `invalid_state` if the lifecycle forbids the move.
 */
export const moveItem = (
  context: MoveContext,
  item: ItemRow,
  to: ItemStatus,
  details: MoveDetails = {},
): ItemRow => {
  itemLifecycle.assert(item.status, to)
  const money = details.moneyMoved ? undefined : moneyMove(item.status, to)
  if (money) post(context.transaction, context.organisation, money, item, context.now)
  const returned = money === 'RELEASE' || money === 'REFUND' ? giveBack(context, item) : {}
  const moved = enter(context, item, to, { ...details, patch: { ...details.patch, ...returned } })
  const { work } = context.transaction
  if (item.heldReason === 'INSUFFICIENT_FUNDS') work.of(books).leaveQueue(item.organisationId)
  if (item.heldReason === 'SPENDING_CAP') work.of(spending).leaveQueue(item.organisationId)
  work.of(rollups).countMove(moved, item.status, to)
  work.of(postbatchTotals).move(item, moved, context.now)
  countDay(context, moved, money)
  return moved
}

/** Releases an item's use of spending caps and returns the changed fields. */
export const giveBack = ({ transaction, organisation }: MoveContext, item: ItemRow): Partial<ItemRow> => {
  const { spentMonth: month, spentKeyId: keyId, priceCents: amountCents } = item
  if (month === null) return {}
  transaction.work.of(spending).give(organisation, { amountCents, keyId, month })
  return { spentMonth: null, spentKeyId: null }
}

/** Enters a new item into CREATED, with event and counts. The caller inserts the returned row. */
export const enterCreated = (
  context: MoveContext,
  item: Omit<ItemRow, 'status' | 'heldReason' | 'history'>,
): ItemRow => {
  const created = enter(context, { ...item, status: 'CREATED', heldReason: null, history: [] }, 'CREATED', {})
  const { work } = context.transaction
  work.of(rollups).count(created, created.createdDay, { created: 1, nowCreated: 1 })
  work.of(postbatchTotals).move(undefined, created, context.now)
  return created
}

/**
 * Changes fields of an item that keeps its status, without event and history. The caller saves the returned
 * row.
 */
export const stayItem = (
  { transaction, now }: MoveContext,
  item: ItemRow,
  changed: Partial<ItemRow>,
): ItemRow => {
  const stayed = { ...item, ...changed, updatedAt: now, revision: item.revision + 1 }
  transaction.work.of(postbatchTotals).move(item, stayed, now)
  return stayed
}

const enter = (context: MoveContext, item: ItemRow, to: ItemStatus, details: MoveDetails): ItemRow => {
  const { now, transaction } = context
  if (to === 'RETURNED')
    transaction.work.of(proposals).add({ ...item, ...details.patch }, now, details.proposed)
  const entry: HistoryEntry = { status: to, at: now }
  if (details.heldReason) entry.heldReason = details.heldReason
  if (details.reason) entry.reason = details.reason
  transaction.work.emit({
    type: itemEventType(to) as 'item.created',
    organisationId: item.organisationId,
    mode: item.mode,
    at: now,
    data: { item: { id: item.id, status: to } },
    itemId: item.id,
    postflowId: item.postflowId,
    postbatchId: item.postbatchId,
    // The event of an item that leaves a run names that run.
    runId: details.patch?.runId ?? item.runId,
  })
  if (endedStatuses.includes(to) && !endedStatuses.includes(item.status)) {
    transaction.work.of(endedItems).note({ ...item, ...details.patch })
  }
  return {
    ...item,
    ...details.patch,
    status: to,
    heldReason: details.heldReason ?? null,
    history: [...item.history, entry],
    updatedAt: now,
    revision: item.revision + 1,
  }
}

/** Returns the ledger movement of an item's price for a move between two statuses; undefined for none. */
const moneyMove = (from: ItemStatus, to: ItemStatus): MoneyMove | undefined => {
  const reserved = reservedStatuses.includes(from)
  if (reserved && to === 'IN_PRODUCTION') return 'CAPTURE'
  if (reserved && !reservedStatuses.includes(to)) return 'RELEASE'
  if (capturedStatuses.includes(from) && (to === 'NOT_SENT' || to === 'FAILED')) return 'REFUND'
  return undefined
}

const countDay = (context: MoveContext, item: ItemRow, money: MoneyMove | undefined): void => {
  const counter = dayCounters[item.status]
  const spent = money === 'CAPTURE' ? item.priceCents : money === 'REFUND' ? -item.priceCents : 0
  if (!counter && spent === 0) return
  context.transaction.work.of(rollups).count(item, dayIn(context.organisation.timeZone, context.now), {
    ...(counter ? { [counter]: 1 } : {}),
    spendCents: spent,
  })
}
