import { hasErrors } from '../../kernel/finding.ts'
import type { ItemRow } from '../../model/items.ts'
import type { HeldReason, ItemStatus } from '../../model/items-lifecycle.ts'
import { post, reserve } from '../ledger/item-ledger.ts'
import { itemSuppression, suppressionOf } from '../suppressions/match.ts'
import { type Mailing, mailingOf } from './mailing.ts'
import { type MoveContext, type MoveDetails, moveItem, stayItem } from './move.ts'
import { attachToRun } from './scheduling.ts'
import type { Verdict } from './validate.ts'

/** The status that an item's findings and mailing call for; for READY its price must still be reserved. */
export type Destination =
  | { status: 'SUPPRESSED' | 'NEEDS_ATTENTION' | 'PENDING_APPROVAL' | 'READY' }
  | { status: 'HELD'; heldReason: HeldReason }

/**
 * Decides where a validated item goes. The suppression list comes first, so that no one is asked to correct
 * an item that must not be sent; a paused Postflow or an unapproved Postbatch holds items before approval is
 * asked for.
 */
export const destinationOf = (
  verdict: Verdict,
  mailing: Pick<Mailing, 'holds' | 'approvalPerItem'>,
  item: Pick<ItemRow, 'approvedAt'>,
): Destination => {
  if (verdict.suppression) return { status: 'SUPPRESSED' }
  if (hasErrors(verdict.findings)) return { status: 'NEEDS_ATTENTION' }
  if (mailing.holds) return { status: 'HELD', heldReason: mailing.holds }
  if (mailing.approvalPerItem && item.approvedAt === null) return { status: 'PENDING_APPROVAL' }
  return { status: 'READY' }
}

/**
 * Moves an item on after validation, as far as it goes in this transaction: NEEDS_ATTENTION, SUPPRESSED,
 * PENDING_APPROVAL, HELD, or through READY (its price reserved) to SCHEDULED. `patch` holds fields that
 * change on the way (a new recipient, a new price). Staying where it is makes no event. The caller persists
 * the row.
 */
export const settleItem = async (
  context: MoveContext,
  item: ItemRow,
  mailing: Pick<Mailing, 'holds' | 'approvalPerItem'>,
  verdict: Verdict,
  patch: Partial<ItemRow> = {},
): Promise<ItemRow> => {
  const changed: Partial<ItemRow> = { ...patch, findings: verdict.findings }
  const destination = destinationOf(verdict, mailing, { ...item, ...patch })
  switch (destination.status) {
    case 'SUPPRESSED': {
      const entry = verdict.suppression!
      return moveItem(context, item, 'SUPPRESSED', {
        reason: `The recipient is on the suppression list (${entry.reason}).`,
        patch: { ...changed, suppression: itemSuppression(entry) },
      })
    }
    case 'HELD':
      return enterOrStay(context, item, 'HELD', { heldReason: destination.heldReason, patch: changed })
    case 'READY': {
      const ready = await fund(context, item, changed)
      return ready.status === 'READY' ? ((await attachToRun(context, ready)) ?? ready) : ready
    }
    default:
      return enterOrStay(context, item, destination.status, { patch: changed })
  }
}

/**
 * Settles an item anew after it waited, for the end of a pause, a top-up or an approval. Its content is the
 * same, so its findings stand, but the suppression list may have changed. Undefined where the item stays as
 * it is.
 */
export const resettleItem = async (
  context: MoveContext,
  item: ItemRow,
  patch: Partial<ItemRow> = {},
): Promise<ItemRow | undefined> => {
  const { rows } = context.transaction
  const { organisationId, mode } = item
  const mailing = await mailingOf(rows, { organisationId, mode }, item)
  if (!mailing) return undefined
  const suppression = await suppressionOf(rows, item)
  const settled = await settleItem(context, item, mailing, { findings: item.findings, suppression }, patch)
  const moved = settled.status !== item.status || settled.heldReason !== item.heldReason
  return moved || Object.keys(patch).length > 0 ? settled : undefined
}

/** Reserves the price and enters READY; HELD where the balance does not cover it. */
const fund = async (context: MoveContext, item: ItemRow, changed: Partial<ItemRow>): Promise<ItemRow> => {
  const { transaction, organisation, now } = context
  const priced = { ...item, ...changed }
  const held: MoveDetails = { heldReason: 'INSUFFICIENT_FUNDS', patch: changed }
  if (item.status !== 'READY') {
    const paid = await reserve(transaction, organisation, priced, now)
    return paid
      ? moveItem(context, item, 'READY', { patch: changed })
      : enterOrStay(context, item, 'HELD', held)
  }
  if (priced.priceCents === item.priceCents && priced.billingGroup === item.billingGroup)
    return stayItem(context, item, changed)
  post(transaction, organisation, 'RELEASE', item, now)
  if (await reserve(transaction, organisation, priced, now)) return stayItem(context, item, changed)
  // The old price was released above, so leaving READY must not release it a second time.
  return moveItem(context, item, 'HELD', { ...held, moneyMoved: true })
}

const enterOrStay = (context: MoveContext, item: ItemRow, to: ItemStatus, details: MoveDetails): ItemRow =>
  item.status === to && item.heldReason === (details.heldReason ?? null)
    ? stayItem(context, item, details.patch ?? {})
    : moveItem(context, item, to, details)
