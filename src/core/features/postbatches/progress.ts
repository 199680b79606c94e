import type { Transaction } from '../../engine/context.ts'
import type { ParticipantKind } from '../../engine/participant.ts'
import type { ItemStatus } from '../../model/items-lifecycle.ts'
import type { PostbatchTotalRow } from '../../model/postbatches.ts'
import type { PostbatchStatus } from '../../model/postbatches-lifecycle.ts'
import { everyone } from '../../ports/store.ts'
import { postbatchTotals, totalsOf } from '../counters/postbatch-totals.ts'
import { movePostbatch } from './postbatch.ts'

/** Items that still have a way to go before they are in a run. */
const waiting: readonly ItemStatus[] = ['CREATED', 'NEEDS_ATTENTION', 'PENDING_APPROVAL', 'HELD', 'READY']
const printing: readonly ItemStatus[] = ['IN_PRODUCTION', 'HANDED_TO_CARRIER']
/** An item was printed when it is in one of these. */
const printed: readonly ItemStatus[] = [...printing, 'COMPLETED', 'RETURNED', 'NOT_SENT']

/**
 * From its approval on, a Postbatch goes where its items go, whatever moved them: SCHEDULED once none of them waits,
 * IN_PRODUCTION with the first that is printed, COMPLETED when the last has come to rest. Undefined where it stays.
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

/** Brings a Postbatch in line with its items, in the transaction that moved them. `now` in ms on their clock. */
export const advancePostbatch = async (
  transaction: Transaction,
  postbatchId: string,
  now: number,
): Promise<void> => {
  const { rows } = transaction
  let postbatch = await rows.postbatches.get(everyone, postbatchId)
  if (!postbatch || postbatch.approvedAt === null) return
  const totals = await totalsOf(rows, [postbatchId])
  for (;;) {
    const next = nextStatus(postbatch.status, totals)
    if (!next) return
    postbatch = await movePostbatch(transaction, postbatch, next, now)
  }
}

/** Brings the Postbatches in line whose items a transaction moved, once their totals are written. */
export const postbatchProgress: ParticipantKind = {
  create: () => ({
    async flush(rows, work) {
      for (const [postbatchId, at] of work.of(postbatchTotals).moved) {
        await advancePostbatch({ rows, work }, postbatchId, at)
      }
    },
  }),
}
