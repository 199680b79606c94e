import type { NewJob } from '../../engine/jobs/kinds.ts'
import { oneOf, type Where } from '../../kernel/query.ts'
import { dayMs } from '../../kernel/time.ts'
import type { ImportRow } from '../../model/imports.ts'
import { type ItemRow, type ItemStatus, reservedStatuses } from '../../model/items.ts'
import { importLimits } from '../../model/mapping.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import type { Rows } from '../../ports/store.ts'
import { giveBack, type MoveContext, moveItem } from '../items/move.ts'
import { detachFromRun } from '../items/scheduling.ts'
import { resettleItem } from '../items/settle.ts'
import { releaseReservation } from './money.ts'

/** Returns the job that moves the items of an approved, cancelled or deleted Postbatch. */
export const moveItemsJob = (postbatch: PostbatchRow, now: number): NewJob => ({
  kind: 'postbatches.moveItems',
  // Each change of status has its own job: cancelling must not wait behind a running approval.
  subject: `${postbatch.id}|${postbatch.revision}`,
  organisationId: postbatch.organisationId,
  mode: postbatch.mode,
  dueAt: now,
  payload: { postbatchId: postbatch.id },
})

const statusIn = (postbatchId: string, statuses: readonly ItemStatus[]): Where<ItemRow> => ({
  postbatchId,
  status: oneOf(statuses),
})

/** Statuses of items before they join a run. */
const unscheduled: readonly ItemStatus[] = ['CREATED', 'NEEDS_ATTENTION', 'PENDING_APPROVAL', 'HELD', 'READY']
export const sendable = (postbatchId: string): Where<ItemRow> => ({
  postbatchId,
  status: oneOf(['NEEDS_ATTENTION', 'HELD']),
})
export const cancellable = (postbatchId: string): Where<ItemRow> =>
  statusIn(postbatchId, [...unscheduled, 'SCHEDULED'])

/**
 * Releases a chunk of an approved Postbatch's items: their share of the whole reservation becomes a
 * reservation of each item in the same transaction. Items that needed attention at the approval are excluded.
 */
export const releaseItems = async (
  context: MoveContext,
  postbatch: PostbatchRow,
  items: readonly ItemRow[],
): Promise<ItemRow[]> => {
  const going = items.filter((item) => item.status === 'HELD' && item.heldReason === 'APPROVAL_MODE')
  const upToCents = going.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const { transaction, organisation, now } = context
  await releaseReservation(transaction, organisation, postbatch, { upToCents, toItems: true }, now)
  const moved: ItemRow[] = []
  for (const item of items) {
    if (item.status === 'NEEDS_ATTENTION') {
      moved.push(
        moveItem(context, item, 'CANCELLED', {
          reason: 'It needed attention when its Postbatch was approved.',
        }),
      )
    } else if (item.heldReason === 'APPROVAL_MODE') {
      const settled = await resettleItem(context, item, {
        sendOn: postbatch.sendOn,
        approvedAt: postbatch.approvedAt,
        spentMonth: postbatch.spentMonth,
        spentKeyId: postbatch.spentKeyId,
      })
      if (settled) moved.push(kept(context, postbatch, settled))
    }
  }
  return moved
}

/** Returns the item; if it isn't sent after all, it gives back its use of spending caps. */
const kept = (context: MoveContext, { spentMonth, spentKeyId }: PostbatchRow, item: ItemRow): ItemRow =>
  reservedStatuses.includes(item.status)
    ? item
    : { ...item, ...giveBack(context, { ...item, spentMonth, spentKeyId }) }

/**
 * Takes the item out of its run and cancels it. Its Postbatch was cancelled before the cutoff, so the present
 * time doesn't matter.
 */
export const cancelWithPostbatch = async (
  context: MoveContext,
  item: ItemRow,
  postbatch: PostbatchRow | undefined,
): Promise<ItemRow> =>
  moveItem(context, item, 'CANCELLED', {
    reason: postbatch ? 'Its Postbatch was cancelled.' : 'Its Postbatch was deleted.',
    patch: item.status === 'SCHEDULED' ? await detachFromRun(context, item) : {},
  })

/** Returns a cached lookup of cancelled Postbatches, whose items a cutoff must not print. */
export const createCancelledLookup = () => {
  const known = new Map<string, PostbatchRow | undefined>()
  return async (
    rows: Rows,
    { organisationId, postbatchId }: Pick<ItemRow, 'organisationId' | 'postbatchId'>,
  ): Promise<PostbatchRow | undefined> => {
    if (postbatchId === null) return undefined
    if (!known.has(postbatchId))
      known.set(postbatchId, await rows.postbatches.get({ organisationId }, postbatchId))
    const postbatch = known.get(postbatchId)
    return postbatch?.status === 'CANCELLED' ? postbatch : undefined
  }
}

/** Returns the job that removes names and addresses in bad rows after their retention, in real time. */
export const forgetJob = (row: ImportRow, realNow: number): NewJob => ({
  kind: 'imports.forget',
  subject: row.id,
  organisationId: row.organisationId,
  mode: null,
  dueAt: realNow + importLimits.errorDays * dayMs,
  payload: { importId: row.id },
})
