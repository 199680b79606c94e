import type { Transaction } from '../../engine/context.ts'
import type { JobContext } from '../../engine/jobs/registry.ts'
import { gt, oneOf, type Where } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { ItemStatus } from '../../model/items-lifecycle.ts'
import { everyone } from '../../ports/store.ts'
import type { MoveContext } from './move.ts'
import { saveItem } from './save.ts'

/**
 * Items that one transaction moves: few enough that neither the writer nor the event loop is held up (250 of
 * them took SQLite up to 100 ms), enough that the commit costs little beside them.
 */
export const itemsPerChunk = 100

/**
 * Goes through items in chunks of one transaction each, by id. `each` returns the row to keep, or nothing where
 * the item stays as it is. Stopping anywhere and beginning again does no harm as long as `each` does none.
 */
export const inChunks = (
  context: JobContext,
  organisationId: string,
  where: Where<ItemRow>,
  each: (context: MoveContext, item: ItemRow) => Promise<ItemRow | undefined>,
): Promise<void> =>
  inWholeChunks(context, organisationId, where, async (move, items) => {
    const moved: ItemRow[] = []
    for (const item of items) {
      const row = await each(move, item)
      if (row) moved.push(row)
    }
    return moved
  })

/** The same for what looks at a chunk as a whole: `all` returns the rows to keep. */
export const inWholeChunks = async (
  { services, now, transact, extend }: JobContext,
  organisationId: string,
  where: Where<ItemRow>,
  all: (context: MoveContext, items: readonly ItemRow[]) => Promise<readonly ItemRow[]>,
): Promise<void> => {
  let after = ''
  for (;;) {
    const chunk = await transact(async (transaction) => {
      const context = await moveContext(services, transaction, organisationId, now)
      const items = await transaction.rows.items.find(everyone, [where, { id: gt(after) }], {
        order: [{ field: 'id' }],
        limit: itemsPerChunk,
      })
      for (const moved of await all(context, items)) await saveItem(transaction.rows, moved)
      return items
    })
    if (chunk.length < itemsPerChunk) return
    after = chunk.at(-1)!.id
    await extend()
  }
}

/** The items of a run in some statuses. */
export const ofRun = (runId: string, statuses: readonly ItemStatus[]): Where<ItemRow> => ({
  runId,
  status: oneOf(statuses),
})

export const moveContext = async (
  services: MoveContext['services'],
  transaction: Transaction,
  organisationId: string,
  now: number,
): Promise<MoveContext> => {
  const organisation = await transaction.rows.organisations.get(everyone, organisationId)
  if (!organisation) throw new Error(`There is no organisation ${organisationId}.`)
  return { services, transaction, organisation, now }
}
