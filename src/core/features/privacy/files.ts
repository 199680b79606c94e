import type { JobContext } from '../../engine/jobs/registry.ts'
import { isNotNull, oneOf } from '../../kernel/query.ts'
import { importLifecycle } from '../../model/imports-lifecycle.ts'
import type { ErasableRow } from '../../model/privacy.ts'
import { everyone } from '../../ports/store.ts'
import { exportJob } from '../exports/export.ts'

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
      const found = await rows.exports.find(scope, { kind: 'items' }, { limit: chunkSize })
      for (const row of found) {
        await rows.exports.remove(scope, { id: row.id })
        // Finds no row any more, and removes the parts.
        work.enqueue(exportJob(row, 0))
      }
      return found.length
    })
    if (removed < chunkSize) return
  }
}

/** Rows of a list that could not be taken, of one transaction. */
const rowsPerChunk = 100

/**
 * The lists that items of a Postbatch came from hold their recipients as well, row by row. Where somebody asked for an
 * erasure, the files of imports that are through go, and so do the rows that were sent back to be mended.
 */
export const eraseLists = async (context: JobContext, items: readonly ErasableRow[]): Promise<void> => {
  const { services, transact } = context
  const asked = items.filter((item) => item.asked).map(({ id }) => id)
  if (asked.length === 0) return
  const scope = { organisationId: items[0]!.organisationId, mode: items[0]!.mode }
  const postbatchIds = await services.store.read(async (rows) => {
    const found = await rows.items.find(scope, { id: oneOf(asked), postbatchId: isNotNull })
    return new Set(found.map(({ postbatchId }) => postbatchId!))
  })
  for (const postbatchId of postbatchIds) {
    const imports = await services.store.read((rows) => rows.imports.find(scope, { postbatchId }))
    for (const { id, uploadId, status } of imports) {
      if (!importLifecycle.isEnd(status)) continue
      await transact(async ({ rows, work }) => {
        await rows.imports.update(scope, id, { problems: [] })
        const users = await rows.imports.find(scope, { uploadId })
        if (!users.every((user) => importLifecycle.isEnd(user.status))) return
        const { organisationId } = scope
        work.enqueue({
          kind: 'assets.expireUpload',
          subject: uploadId,
          organisationId,
          mode: null,
          dueAt: 0,
          payload: { uploadId },
        })
      })
      await removeRows(context, id)
    }
  }
}

const removeRows = async ({ transact, extend }: JobContext, importId: string): Promise<void> => {
  for (;;) {
    const removed = await transact(async ({ rows }) => {
      const found = await rows.importErrors.find(everyone, { importId }, { limit: rowsPerChunk })
      const value = found.map(({ id }) => id)
      if (value.length > 0) await rows.importErrors.remove(everyone, { id: oneOf(value) })
      return value.length
    })
    if (removed < rowsPerChunk) return
    await extend()
  }
}
