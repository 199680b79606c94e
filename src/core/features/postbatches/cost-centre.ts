import type { ItemRow } from '../../model/items.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import type { Rows } from '../../ports/store.ts'
import { totalsOf } from '../counters/postbatch-totals.ts'
import { countOf } from './postbatch.ts'

type Group = string | null

/**
 * What a Postbatch remembers where its cost centre changes. Its items took the one of before when they were
 * created, and nothing says of an item whether it named that itself, which comes to the same.
 */
export const formerGroups = async (
  rows: Rows,
  postbatch: PostbatchRow,
  to: Group | undefined,
): Promise<Pick<PostbatchRow, 'formerBillingGroups'> | undefined> => {
  const { id, billingGroup, formerBillingGroups, copiedUntil } = postbatch
  if (to === undefined || to === billingGroup) return undefined
  // Items that are still to be copied bring the cost centre of before with them.
  const hasItems = copiedUntil !== null || countOf(await totalsOf(rows, postbatch, [id])) > 0
  if (!hasItems && formerBillingGroups === null) return undefined
  const former = new Set([...(formerBillingGroups ?? []), billingGroup])
  former.delete(to)
  return { formerBillingGroups: [...former] }
}

/** The cost centre that validation gives to an item. */
export const groupOf = (
  { billingGroup, formerBillingGroups }: PostbatchRow,
  item: Pick<ItemRow, 'billingGroup'>,
): Group => (formerBillingGroups?.includes(item.billingGroup) ? billingGroup : item.billingGroup)
