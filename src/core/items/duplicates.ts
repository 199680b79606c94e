import type { ModeScope } from '../context.ts'
import type { Rows } from '../ports/store.ts'
import type { PostflowRow } from '../postflows/store.ts'
import { dayMs } from '../time.ts'
import { foldName } from './address/index.ts'
import type { ItemStatus } from './lifecycle.ts'
import type { ItemRow } from './store.ts'

export type PossibleDuplicate = Pick<ItemRow, 'id' | 'addressKey' | 'recipientName'>

/** Items that reach nobody do not make the next one a duplicate. */
const unsent: readonly ItemStatus[] = ['NEEDS_ATTENTION', 'SUPPRESSED', 'CANCELLED', 'FAILED', 'NOT_SENT']

/**
 * An item to the same person at the same address that this Postflow made within its `duplicateWindowDays`
 * before `now` (ms); undefined where the window is 0. Two people at one address are no duplicates.
 */
export const findDuplicate = async (
  rows: Rows,
  scope: ModeScope,
  postflow: Pick<PostflowRow, 'id' | 'duplicateWindowDays'>,
  item: PossibleDuplicate,
  now: number,
): Promise<ItemRow | undefined> => {
  if (postflow.duplicateWindowDays === 0) return undefined
  const since = now - postflow.duplicateWindowDays * dayMs
  const earlier = await rows.items.find(scope, [
    { field: 'addressKey', op: 'eq', value: item.addressKey },
    { field: 'postflowId', op: 'eq', value: postflow.id },
    { field: 'createdAt', op: 'gte', value: since },
    { field: 'status', op: 'notIn', value: unsent },
    { field: 'id', op: 'ne', value: item.id },
  ])
  const name = foldName(item.recipientName)
  return earlier.find((candidate) => foldName(candidate.recipientName) === name)
}
