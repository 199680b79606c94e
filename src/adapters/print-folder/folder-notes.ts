import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, unlessMissing, writeFileWhole } from '../system/files.ts'
import { noting, unreadable } from './journal.ts'

/** Which folder is a printer's: the id of its marker, by the folder's path. */
export interface FolderNotes {
  /** True where servers share the notes, and each may lack the folder. */
  isShared?: boolean
  idOf(path: string): Promise<string | undefined>
  keep(path: string, id: string): Promise<void>
}

/** A name for a path that files and rows can have. */
export const nameOfPath = (path: string): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 16)

/** Notes as files of a folder of this instance. */
export const notesInFolder = (stateDir: string): FolderNotes => {
  const fileOf = (path: string) => join(stateDir, `${nameOfPath(path)}.folder`)
  return {
    async idOf(path) {
      const text = await unlessMissing(readFile(fileOf(path), 'utf8')).catch((error: unknown) => {
        throw unreadable(stateDir, error)
      })
      return text?.split('\n')[0]
    },
    keep: (path, id) =>
      noting(stateDir, async () => {
        await makeFolder(stateDir)
        await writeFileWhole(fileOf(path), new TextEncoder().encode(`${id}\n${path}\n`))
      }),
  }
}
