import type { ReadContext, WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/id-kinds.ts'
import { found, invalid } from '../../kernel/errors.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { FolderRow } from '../../model/templates.ts'
import { UniqueViolation } from '../../ports/store.ts'
import type { FolderWire } from './schema.ts'
import { templateInputSentences } from './sentences.ts'

export const folderToWire = (row: FolderRow): FolderWire => ({
  id: row.id,
  name: row.name,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

export const folderById = async (
  { rows, shared }: Pick<ReadContext, 'rows' | 'shared'>,
  id: string,
): Promise<FolderRow> => found(await rows.templateFolders.get(shared, id), 'folder')

/** The key of a name: names that differ only in case are the same. */
export const folderNameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** Turns a unique violation into a 422: another folder has the name. */
export const uniquelyNamed = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (error instanceof UniqueViolation) throw invalid('name', templateInputSentences.say('taken.folder'))
    throw error
  }
}

/**
 * Throws 422 where the organisation has no such folder. Writes to the folder, so that a concurrent deletion
 * waits and then finds the template that was put into it.
 */
export const intoFolder = async (
  { rows, shared, now }: Pick<WriteContext, 'rows' | 'shared' | 'now'>,
  folderId: string | null | undefined,
): Promise<void> => {
  if (folderId == null) return
  if (await rows.templateFolders.update(shared, folderId, { updatedAt: now })) return
  throw unknownId('folderId', 'fld', folderId)
}
