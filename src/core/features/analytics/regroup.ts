import type { Transaction } from '../../engine/context.ts'
import type { ItemRow } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { type Deltas, rollups } from '../counters/rollups.ts'
import { dayOfItem } from './rebuild.ts'
import { contributionsOf, scanContributions, scanTimesOf } from './recount.ts'

/** How often items moved to another billing group without an event, which a recount must not overlook. */
export const regroupings = (organisationId: string): string => `regroupings|${organisationId}`

/** Moves what an item counts in the rollups from its billing group to another, before the item itself changes. */
export const regroup = async (
  { rows, work }: Transaction,
  organisation: OrganisationRow,
  item: ItemRow,
  to: string | null,
): Promise<void> => {
  const dayOf = await dayOfItem(rows, organisation, item)
  const counted = contributionsOf(item, dayOf, item.createdDay)
  counted.push(...scanContributions(await scanTimesOf(rows, item), dayOf))
  const move = (group: string | null, factor: 1 | -1) => {
    if (group === null) return
    for (const { day, deltas } of counted) {
      const signed = Object.entries(deltas).map(([counter, delta]) => [counter, factor * delta])
      work.of(rollups).add(item, 'billingGroup', group, day, Object.fromEntries(signed) as Deltas)
    }
  }
  move(item.billingGroup, -1)
  move(to, 1)
  const { organisationId } = item
  await rows.counters.add({ id: regroupings(organisationId), organisationId, value: 0 }, { value: 1 })
}
