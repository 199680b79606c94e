import type { Transaction } from '../../engine/context.ts'
import type { JobContext } from '../../engine/jobs/job.ts'
import { gt, oneOf, type Where } from '../../kernel/query.ts'
import type { ItemRow, ItemStatus } from '../../model/items.ts'
import { everyone } from '../../ports/store.ts'
import type { MoveContext } from './move.ts'
import { saveItem } from './save.ts'

/**
 * Items moved per transaction: few enough not to block the writer or the event loop (250 took SQLite up to
 * 100 ms), enough that the commit costs little in comparison.
 */
export const itemsPerChunk = 100

/**
 * Visits the items that match `where` in order of id, with a transaction per chunk. `each` returns the
 * changed row to save, or undefined for no change. An interrupted job starts over, so `each` must be
 * idempotent.
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

/** Like `inChunks`, but passes whole chunks to `all`, which returns the changed rows to save. */
export const inWholeChunks = async (
  { services, now, transact, extend }: JobContext,
  organisationId: string,
  where: Where<ItemRow>,
  all: (context: MoveContext, items: readonly ItemRow[]) => Promise<readonly ItemRow[]>,
): Promise<void> => {
  let after = ''
  for (;;) {
    const chunk = await transact(async (transaction) => {
      const context = await readMoveContext(services, transaction, organisationId, now)
      const items = await transaction.rows.items.find({ organisationId }, [where, { id: gt(after) }], {
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

/** Condition for a run's items in the given statuses. */
export const ofRun = (runId: string, statuses: readonly ItemStatus[]): Where<ItemRow> => ({
  runId,
  status: oneOf(statuses),
})

/** Returns the context for moves outside a request. Throws if the organisation doesn't exist. */
export const readMoveContext = async (
  services: MoveContext['services'],
  transaction: Transaction,
  organisationId: string,
  now: number,
): Promise<MoveContext> => {
  const organisation = await transaction.rows.organisations.get(everyone, organisationId)
  if (!organisation) throw new Error(`There is no organisation ${organisationId}.`)
  return { services, transaction, organisation, now }
}
