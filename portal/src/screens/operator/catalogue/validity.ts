import type { components } from '../../../api/types.gen.ts'

type PriceList = components['schemas']['CataloguePriceList']

/** Whether a price list counts today, from a later day on, or no more because another has followed it. */
export type Validity = 'now' | 'later' | 'over'

/** What is true of a price list on a day; undefined where it is archived. Of several for the same the latest counts. */
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
