import type { UnitOfWork } from '../../../engine/unit-of-work.ts'
import { oneOf, type Where } from '../../../kernel/query.ts'
import { dayIn } from '../../../kernel/time.ts'
import type { ItemRow } from '../../../model/items.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { isRebuilding } from '../../analytics/rebuild.ts'
import { contributionsOf, scanContributions, scanTimesOf } from '../../analytics/recount.ts'
import { rollups } from '../../counters/rollups.ts'
import { runCounts } from '../../items/transaction-hooks.ts'
import type { Deleting } from './deleting.ts'
import { noteDeleted } from './deletion.ts'

/** Items of one transaction, each with its scans and its counts. */
const chunk = 100

/** The days are counted in another time zone at the moment: nothing can be taken out of them until they are. */
export class DaysAreMoving extends Error {}

/** Deletes a chunk of items with what belongs to them; false where none is left. */
export const removeItems = async ({ context, scope }: Deleting, where: Where<ItemRow>): Promise<boolean> =>
  context.transact(async ({ rows, work }) => {
    const organisation = (await rows.organisations.get(everyone, scope.organisationId))!
    if (await isRebuilding(rows, scope.organisationId, scope.mode)) throw new DaysAreMoving()
    const found = await rows.items.find(scope, where, { order: [{ field: 'createdAt' }], limit: chunk })
    const these = oneOf(found.map(({ id }) => id))
    for (const item of found) {
      await rows.rest()
      await uncount(rows, work, item, (ms) => dayIn(organisation.timeZone, ms))
    }
    await rows.scans.remove(scope, { itemId: these })
    await rows.erasables.remove(scope, { id: these })
    await rows.items.remove(scope, { id: these })
    await noteDeleted(rows, scope.organisationId, 'items', found.length)
    return found.length === chunk
  })

/** Takes an item out of the days on which it counts, and out of the run that waits for its cutoff. */
const uncount = async (
  rows: WritableRows,
  work: UnitOfWork,
  item: ItemRow,
  dayOf: (ms: number) => string,
): Promise<void> => {
  const counted = contributionsOf(item, dayOf, item.createdDay)
  counted.push(...scanContributions(await scanTimesOf(rows, item), dayOf))
  for (const { day, deltas } of counted) {
    const negated = Object.entries(deltas).map(([counter, delta]) => [counter, -delta])
    work.of(rollups).count(item, day, Object.fromEntries(negated))
  }
  if (item.runId !== null) work.of(runCounts).leave(item, item.runId)
}
