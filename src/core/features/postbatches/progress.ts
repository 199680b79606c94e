import type { Transaction } from '../../engine/context.ts'
import type { TransactionHookKind } from '../../engine/unit-of-work.ts'
import type { ItemStatus } from '../../model/items.ts'
import type { PostbatchStatus, PostbatchTotalRow } from '../../model/postbatches.ts'
import { postbatchTotals, totalsOf, withChanges } from '../counters/postbatch-totals.ts'
import { movePostbatch } from './postbatch.ts'

/** Statuses before a run. */
const waiting: readonly ItemStatus[] = ['CREATED', 'NEEDS_ATTENTION', 'PENDING_APPROVAL', 'HELD', 'READY']
const printing: readonly ItemStatus[] = ['IN_PRODUCTION', 'HANDED_TO_CARRIER']
/** Statuses once the printer has the run. */
const printed: readonly ItemStatus[] = [...printing, 'COMPLETED', 'RETURNED', 'NOT_SENT']

/**
 * Returns the next status of an approved Postbatch, which follows its items: SCHEDULED once all are in runs,
 * IN_PRODUCTION with the first printed one, COMPLETED when the last one has ended. Undefined if the status
 * stays.
 */
export const nextStatus = (
  status: PostbatchStatus,
  totals: readonly Pick<PostbatchTotalRow, 'status' | 'itemCount'>[],
): PostbatchStatus | undefined => {
  const count = (statuses: readonly ItemStatus[]) =>
    totals.reduce((sum, row) => sum + (statuses.includes(row.status) ? row.itemCount : 0), 0)
  const unprinted = count(waiting) + count(['SCHEDULED'])
  switch (status) {
    case 'APPROVED':
      if (count(waiting) > 0) return undefined
      return unprinted + count(printed) > 0 ? 'SCHEDULED' : 'COMPLETED'
    case 'SCHEDULED':
      if (count(printed) > 0) return 'IN_PRODUCTION'
      return unprinted === 0 ? 'COMPLETED' : undefined
    case 'IN_PRODUCTION':
      return unprinted + count(printing) === 0 ? 'COMPLETED' : undefined
    default:
      return undefined
  }
}

/**
 * Adapts a Postbatch to its items in the transaction that moved them: its warnings before approval, its
 * status after. `now` in ms on their clock.
 */
export const advancePostbatch = async (
  transaction: Transaction,
  own: { organisationId: string },
  postbatchId: string,
  now: number,
): Promise<void> => {
  const { rows, work } = transaction
  let postbatch = await rows.postbatches.get(own, postbatchId)
  if (!postbatch) return
  if (postbatch.approvedAt === null) {
    const warnings = withChanges(postbatch, work.of(postbatchTotals).warningChanges(postbatchId))
    if (warnings !== undefined) await rows.postbatches.update(own, postbatchId, { warnings })
    return
  }
  const totals = await totalsOf(rows, own, [postbatchId])
  for (;;) {
    const next = nextStatus(postbatch.status, totals)
    if (!next) return
    postbatch = await movePostbatch(transaction, postbatch, next, now)
  }
}

/** Advances the Postbatches whose items a transaction moved, after their totals are written. */
export const postbatchProgress: TransactionHookKind = {
  create: () => ({
    async flush(rows, work) {
      for (const [postbatchId, { organisationId, at }] of work.of(postbatchTotals).moved) {
        await advancePostbatch({ rows, work }, { organisationId }, postbatchId, at)
      }
    },
  }),
}
