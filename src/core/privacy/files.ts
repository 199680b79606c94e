import { exportJob } from '../exports/export.ts'
import type { JobContext } from '../jobs/registry.ts'
import type { ErasableRow } from './store.ts'

const chunkSize = 20

/**
 * Exported lists of items are copies that anybody can ask for again, and expire within days. Where somebody asked for an
 * erasure they go at once; what retention erases leaves them to expire.
 */
export const eraseExports = async (
  { transact }: JobContext,
  items: readonly ErasableRow[],
): Promise<void> => {
  const asked = items.find((item) => item.asked)
  if (!asked) return
  const scope = { organisationId: asked.organisationId, mode: asked.mode }
  for (;;) {
    const removed = await transact(async ({ rows, work }) => {
      const found = await rows.exports.find(scope, [{ field: 'kind', op: 'eq', value: 'items' }], {
        limit: chunkSize,
      })
      for (const row of found) {
        await rows.exports.remove(scope, [{ field: 'id', op: 'eq', value: row.id }])
        // Finds no row any more, and removes the parts.
        work.enqueue(exportJob(row, 0))
      }
      return found.length
    })
    if (removed < chunkSize) return
  }
}
