import type { components } from '../../../api/types.gen.ts'

type PriceList = components['schemas']['CataloguePriceList']

/** Whether a price list is current, future, or superseded. */
export type Validity = 'now' | 'later' | 'over'

/** Returns a list's validity on a day; undefined if archived. A customer's latest started list is current. */
export const validityOf = (
  list: PriceList,
  lists: readonly PriceList[],
  today: string,
): Validity | undefined => {
  if (list.archived) return undefined
  if (list.validFrom > today) return 'later'
  const isFollowed = lists.some(
    ({ archived, organisation, validFrom }) =>
      !archived &&
      (organisation ?? null) === (list.organisation ?? null) &&
      validFrom > list.validFrom &&
      validFrom <= today,
  )
  return isFollowed ? 'over' : 'now'
}
