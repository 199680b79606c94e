import type { JobContext } from '../../engine/jobs/job.ts'
import type { Mode } from '../../kernel/mode.ts'
import { isNotNull, oneOf } from '../../kernel/query.ts'
import { type ImportRow, isImportOver } from '../../model/imports.ts'
import type { ErasableRow, ErasedPerson } from '../../model/privacy.ts'
import type { Rows } from '../../ports/store.ts'
import { exportJob } from '../exports/export.ts'
import { withoutPersons } from './erase-file-names.ts'

const chunkSize = 20

/**
 * Removes item exports after a requested erasure. Exports can be requested again and expire within days, so
 * those with items erased by retention are left to expire.
 */
export const eraseExports = async (
  { transact }: JobContext,
  items: readonly ErasableRow[],
): Promise<void> => {
  const requested = items.find((item) => item.asked)
  if (!requested) return
  const scope = { organisationId: requested.organisationId, mode: requested.mode }
  for (;;) {
    const removed = await transact(async ({ rows, work }) => {
      const found = await rows.exports.find(scope, { kind: 'items' }, { limit: chunkSize })
      for (const row of found) {
        await rows.exports.remove(scope, { id: row.id })
        // The job finds no row and removes the parts.
        work.enqueue(exportJob(row, 0))
      }
      return found.length
    })
    if (removed < chunkSize) return
  }
}

/** Rejected rows of one transaction. */
const rowsPerChunk = 100

/**
 * Removes the files and rejected rows of finished imports after a requested erasure, because they contain the
 * recipients too.
 */
export const eraseLists = async (context: JobContext, lists: readonly ImportRow[]): Promise<void> => {
  for (const { id, uploadId, fileName, organisationId, mode } of lists) {
    // An import of a Postbatch may be of the other mode than the item.
    const own = { organisationId }
    await context.transact(async ({ rows, work }) => {
      // A file may be named after a person in it.
      await rows.imports.update(own, id, { problems: [], fileName: namelessFile(fileName) })
      await rows.uploads.update(own, uploadId, { fileName: namelessFile(fileName) })
      const users = await rows.imports.find({ organisationId, mode }, { uploadId })
      if (!users.every((user) => isImportOver(user.status))) return
      work.enqueue({
        kind: 'assets.expireUpload',
        subject: uploadId,
        organisationId,
        mode: null,
        dueAt: 0,
        payload: { uploadId },
      })
    })
    await removeRows(context, own, id)
  }
}

const listsOf = async (
  { services }: Pick<JobContext, 'services'>,
  items: readonly ErasableRow[],
): Promise<ImportRow[]> => {
  const requested = items.filter((item) => item.asked).map(({ id }) => id)
  if (requested.length === 0) return []
  const scope = { organisationId: items[0]!.organisationId, mode: items[0]!.mode }
  const own = { organisationId: scope.organisationId }
  return services.store.read(async (rows) => {
    const found = await rows.items.find(scope, { id: oneOf(requested), postbatchId: isNotNull })
    const postbatchIds = await withOriginals(
      rows,
      own,
      found.map(({ postbatchId }) => postbatchId!),
    )
    const imports: ImportRow[] = []
    for (const postbatchId of postbatchIds) imports.push(...(await rows.imports.find(own, { postbatchId })))
    return imports.filter(({ status }) => isImportOver(status))
  })
}

/** Returns the neutral file names by the id of the import and of the upload. */
export const namesOfLists = (lists: readonly ImportRow[]): Map<string, string> =>
  new Map(
    lists.flatMap(({ id, uploadId, fileName }) =>
      [id, uploadId].map((key) => [key, namelessFile(fileName)] as const),
    ),
  )

/** Keeps the extension: `list.csv`. */
const namelessFile = (name: string): string =>
  `list${/\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? ''}`

/** Adds the originals of copied Postbatches, whose lists contain the same recipients. */
const withOriginals = async (
  rows: Rows,
  own: { organisationId: string },
  ids: readonly string[],
): Promise<Set<string>> => {
  const all = new Set(ids)
  for (const id of all) {
    const original = (await rows.postbatches.get(own, id))?.copyOf
    // Iterating a set also visits elements added during the iteration.
    if (original) all.add(original)
  }
  return all
}

const removeRows = async (
  { transact, extend }: JobContext,
  own: { organisationId: string },
  importId: string,
): Promise<void> => {
  for (;;) {
    const removed = await transact(async ({ rows }) => {
      const found = await rows.importErrors.find(own, { importId }, { limit: rowsPerChunk })
      const value = found.map(({ id }) => id)
      if (value.length > 0) await rows.importErrors.remove(own, { id: oneOf(value) })
      return value.length
    })
    if (removed < rowsPerChunk) return
    await extend()
  }
}

/** The scope of one round of the erasure job. */
export interface Erasure {
  /** Items of one organisation and mode, whose rows are already erased. */
  items: readonly ErasableRow[]
  /** Finished imports, if the erasure was requested. */
  lists: readonly ImportRow[]
  /** Test-mode erasures change nothing live. */
  modes: readonly Mode[]
  /** Persons of requested erasures. */
  persons: readonly ErasedPerson[]
  /** Removes these persons' words from a file name. */
  without: (fileName: string) => string
}

export const erasureOf = async (context: JobContext, items: readonly ErasableRow[]): Promise<Erasure> => {
  const persons = items.flatMap(({ person }) => person ?? [])
  const modes: readonly Mode[] = items[0]!.mode === 'live' ? ['live', 'test'] : ['test']
  const without = await withoutPersons(persons, context.services.turns)
  return { items, lists: await listsOf(context, items), modes, persons, without }
}
