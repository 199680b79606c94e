import { problem } from '../../kernel/errors.ts'
import { hasErrors } from '../../kernel/finding.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { RecordedActor } from '../../model/audit.ts'
import type { HeldReason, ItemDecision, ItemRow, ItemStatus } from '../../model/items.ts'
import { post, reserve } from '../ledger/ledger.ts'
import { spending } from '../ledger/spending.ts'
import { itemSuppression, suppressionOf } from '../suppressions/match.ts'
import { type Approvable, requiresApproval, wrongState } from './item.ts'
import { type Mailing, mailingOf } from './mailing.ts'
import { giveBack, type MoveContext, type MoveDetails, moveItem, stayItem } from './move.ts'
import { attachToRun, detachFromRun } from './scheduling.ts'
import { itemProblems } from './sentences.ts'
import type { Verdict } from './validate.ts'

/**
 * The status that follows from an item's findings and mailing. For READY, its price must still be reserved.
 */
export type Destination =
  | { status: 'SUPPRESSED' | 'NEEDS_ATTENTION' | 'PENDING_APPROVAL' }
  | { status: 'READY' }
  | { status: 'HELD'; heldReason: HeldReason }

/**
 * Decides a validated item's next status. Suppression comes first, so that nobody corrects an item that must
 * not be sent. A paused Postflow or unapproved Postbatch holds items before they need approval.
 */
export const destinationOf = (
  verdict: Verdict,
  mailing: Pick<Mailing, 'holds' | 'approvalPerItem'>,
  item: Approvable,
): Destination => {
  if (verdict.suppression) return { status: 'SUPPRESSED' }
  if (hasErrors(verdict.findings)) return { status: 'NEEDS_ATTENTION' }
  if (mailing.holds) return { status: 'HELD', heldReason: mailing.holds }
  if (item.approvedAt === null && requiresApproval(item, mailing)) return { status: 'PENDING_APPROVAL' }
  return { status: 'READY' }
}

/**
 * Moves an item on after validation, as far as possible in this transaction: to NEEDS_ATTENTION, SUPPRESSED,
 * PENDING_APPROVAL, HELD, or through READY (price reserved) to SCHEDULED. `patch` holds further changes (a
 * new recipient, a new price). No event is emitted if the status stays. The caller saves the row.
 */
export const settleItem = async (
  context: MoveContext,
  item: ItemRow,
  mailing: Pick<Mailing, 'holds' | 'approvalPerItem'>,
  verdict: Verdict,
  patch: Partial<ItemRow> = {},
): Promise<ItemRow> => {
  const approvalRequired = requiresApproval(item, mailing)
  const changed: Partial<ItemRow> = { ...patch, findings: verdict.findings, approvalRequired }
  const destination = destinationOf(verdict, mailing, { ...item, ...patch })
  if (destination.status !== 'READY') return enterResting(context, item, destination, verdict, changed)
  const ready = await fund(context, item, changed)
  return ready.status === 'READY' ? ((await attachToRun(context, ready)) ?? ready) : ready
}

/** Moves an item to a status that needs neither money nor a run, or changes it if it has that status. */
export const enterResting = (
  context: MoveContext,
  item: ItemRow,
  destination: Exclude<Destination, { status: 'READY' }>,
  { suppression }: Pick<Verdict, 'suppression'>,
  changed: Partial<ItemRow>,
): ItemRow => {
  switch (destination.status) {
    case 'SUPPRESSED': {
      const entry = suppression!
      return moveItem(context, item, 'SUPPRESSED', {
        reason: `The recipient is on the suppression list (${entry.reason}).`,
        patch: { ...changed, suppression: itemSuppression(entry) },
      })
    }
    case 'HELD':
      return enterOrStay(context, item, 'HELD', { heldReason: destination.heldReason, patch: changed })
    default:
      return enterOrStay(context, item, destination.status, { patch: changed })
  }
}

/**
 * Settles an item again after a pause, a lack of funds or an approval. Its content and findings are
 * unchanged, but the suppression list may have changed. Undefined if the item stays as it is.
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

/**
 * Reserves the price and moves the item to READY, or to HELD if the balance or a spending cap doesn't cover
 * it.
 */
const fund = async (context: MoveContext, item: ItemRow, changed: Partial<ItemRow>): Promise<ItemRow> => {
  const priced = { ...item, ...changed }
  if (item.status !== 'READY') {
    const paid = await pay(context, priced)
    return paid.heldReason
      ? enterOrStay(context, item, 'HELD', { heldReason: paid.heldReason, patch: { ...changed, ...untaken } })
      : moveItem(context, item, 'READY', { patch: { ...changed, ...paid.taken } })
  }
  const samePrice = priced.priceCents === item.priceCents
  if (samePrice && priced.billingGroup === item.billingGroup) return stayItem(context, item, changed)
  const { transaction, organisation, now } = context
  post(transaction, organisation, 'RELEASE', item, now)
  // Another cost centre doesn't change the use of caps: none is checked again.
  const kept = samePrice ? {} : giveBack(context, item)
  const paid = await pay(context, { ...priced, ...kept })
  if (!paid.heldReason) return stayItem(context, item, { ...changed, ...kept, ...paid.taken })
  // The old price was released above; leaving READY must not release it again.
  const patch = { ...changed, ...untaken }
  return moveItem(context, item, 'HELD', { heldReason: paid.heldReason, patch, moneyMoved: true })
}

/** Fields of an item that counts towards no month's spending. */
const untaken = { spentMonth: null, spentKeyId: null }

/**
 * Counts the price towards the month's spending caps and reserves it, or returns why not. Prices that the
 * Postbatch's approval took are not taken again.
 */
const pay = async (
  { transaction, organisation, now }: MoveContext,
  priced: ItemRow,
): Promise<{ heldReason: HeldReason } | { heldReason?: undefined; taken: Partial<ItemRow> }> => {
  const { priceCents: amountCents, apiKeyId: keyId, currency } = priced
  if (priced.mode === 'test') return { taken: {} }
  const caps = transaction.work.of(spending)
  const isTaken = priced.spentMonth !== null
  if (!isTaken && (await caps.refusal(transaction.rows, organisation, { amountCents, keyId, currency }, now)))
    return { heldReason: 'SPENDING_CAP' }
  if (!(await reserve(transaction, organisation, priced, now))) return { heldReason: 'INSUFFICIENT_FUNDS' }
  if (isTaken) return { taken: {} }
  const spentMonth = caps.take(organisation, { amountCents, keyId }, now)
  return { taken: { spentMonth, spentKeyId: keyId } }
}

const enterOrStay = (context: MoveContext, item: ItemRow, to: ItemStatus, details: MoveDetails): ItemRow =>
  item.status === to && item.heldReason === (details.heldReason ?? null)
    ? stayItem(context, item, details.patch ?? {})
    : moveItem(context, item, to, details)

/**
 * Whether the customer may still take the item out of its run, if it is in one: until the cutoff, even if the
 * cutoff's job is late, and never after an operator closed the run early.
 */
export const canBeTakenBack = async (context: MoveContext, item: ItemRow): Promise<boolean> => {
  if (item.status !== 'SCHEDULED' || item.runId === null) return true
  if (item.cancellableUntil !== null && context.now >= item.cancellableUntil) return false
  const scope = { organisationId: item.organisationId, mode: item.mode }
  const run = await context.transaction.rows.runs.get(scope, item.runId)
  return run === undefined || run.status === 'OPEN'
}

/**
 * Takes an item out of its run, if any, and returns the changed fields. Throws 409 `invalid_state` unless
 * `canBeTakenBack`.
 */
const takeBack = async (context: MoveContext, item: ItemRow): Promise<Partial<ItemRow>> => {
  if (item.status !== 'SCHEDULED') return {}
  if (!(await canBeTakenBack(context, item))) {
    const cutoff = item.cancellableUntil === null ? undefined : toDateTime(item.cancellableUntil)
    throw problem(itemProblems.sentence('invalid_state.cancel_late', { status: item.status, cutoff }))
  }
  return detachFromRun(context, item)
}

/*
 * Decisions about an item, single or in bulk. Each returns the changed row for the caller to save, or throws
 * 409 before any change. `by` is the author, for the history; unknown for actions stored by an earlier
 * version.
 */

export const approve = async (
  context: MoveContext,
  item: ItemRow,
  by: RecordedActor | null,
): Promise<ItemRow> => {
  if (item.status !== 'PENDING_APPROVAL') throw wrongState(item, 'approve')
  const settled = await resettleItem(context, item, { approvedAt: context.now })
  return settled ? decided(context, item, settled, 'APPROVED', by) : item
}

export const reject = (
  context: MoveContext,
  item: ItemRow,
  reason: string | undefined,
  by: RecordedActor | null,
): ItemRow => {
  if (item.status !== 'PENDING_APPROVAL') throw wrongState(item, 'reject')
  const moved = moveItem(context, item, 'CANCELLED', {
    reason: reason?.trim() || undefined,
    patch: { rejectedAt: context.now },
  })
  return decided(context, item, moved, 'REJECTED', by)
}

export const cancel = async (context: MoveContext, item: ItemRow): Promise<ItemRow> =>
  moveItem(context, item, 'CANCELLED', { patch: await takeBack(context, item) })

/**
 * Records the decision in the item's history and in the audit log. The audit log has one entry for a bulk
 * decision, that of the action: its job records none per item.
 */
const decided = (
  { transaction }: MoveContext,
  item: ItemRow,
  moved: ItemRow,
  decision: ItemDecision,
  by: RecordedActor | null,
): ItemRow => {
  const { id, organisationId, mode, status } = item
  transaction.work.record({
    resource: 'item',
    resourceId: id,
    organisationId,
    mode,
    before: { status, decision: null },
    after: { status: moved.status, decision },
  })
  const first = item.history.length
  const history = moved.history.map((entry, index) =>
    index === first ? { ...entry, decision, ...(by ? { by } : {}) } : entry,
  )
  return { ...moved, history }
}
