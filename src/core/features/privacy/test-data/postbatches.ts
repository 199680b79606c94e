import { oneOf } from '../../../kernel/query.ts'
import type { Deleting } from './deleting.ts'
import { noteDeleted } from './deletion.ts'
import { removeItems } from './items.ts'

/** Bad rows of one transaction. */
const chunk = 200

/**
 * Deletes a Postbatch with everything in it, also with items that it was given since: its row goes in a
 * transaction that finds no item left.
 */
export const deletePostbatch = async (deleting: Deleting, postbatchId: string): Promise<void> => {
  const { context, scope } = deleting
  const { services, transact, extend } = context
  for (;;) {
    while (await removeItems(deleting, { postbatchId })) await extend()
    const imports = await services.store.read((rows) => rows.imports.find(scope, { postbatchId }))
    for (const { id } of imports) {
      while (await removeBadRows(deleting, id)) await extend()
      await transact(({ rows }) => rows.imports.remove(scope, { id }))
    }
    const isDone = await transact(async ({ rows }) => {
      const [item] = await rows.items.find(scope, { postbatchId }, { limit: 1 })
      const [list] = await rows.imports.find(scope, { postbatchId }, { limit: 1 })
      if (item || list) return false
      await rows.postbatchTotals.remove(scope, { postbatchId })
      const removed = await rows.postbatches.remove(scope, { id: postbatchId })
      await noteDeleted(rows, scope.organisationId, 'postbatches', removed)
      return true
    })
    if (isDone) return
  }
}

const removeBadRows = ({ context, scope }: Deleting, importId: string): Promise<boolean> =>
  context.transact(async ({ rows }) => {
    const found = await rows.importErrors.find(scope, { importId }, { limit: chunk })
    await rows.importErrors.remove(scope, { id: oneOf(found.map(({ id }) => id)) })
    return found.length === chunk
  })
