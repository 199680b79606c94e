import { join } from 'node:path'
import { type FolderNotes, nameOfPath, notesInFolder } from '../../src/adapters/print-folder/folder-notes.ts'
import { setFact } from '../../src/core/engine/facts.ts'
import { JournalFailed } from '../../src/core/ports/hand-over-journal.ts'
import { everyone, type Store, type WritableRows } from '../../src/core/ports/store.ts'
import { reasonOf } from './folder.ts'

/** Where an instance notes things: its rows, which other servers may share. */
export interface NotedIn {
  store: Pick<Store, 'read' | 'write'>
  isShared: boolean
}

/** The folder of this instance with what hand-overs note. */
export const journals = (dataDir: string, name: string): string => join(dataDir, 'state', name)

const filesOf = (dataDir: string): FolderNotes => notesInFolder(journals(dataDir, 'printer'))

/**
 * Which folder is a printer's: in rows where servers share them, since each may lose its data folder, else in
 * files. What the other place has counts where the first has nothing: earlier versions noted in files only,
 * and a move may have brought rows.
 */
export const printerNotes = (dataDir: string, { store, isShared }: NotedIn): FolderNotes => {
  const files = filesOf(dataDir)
  const rows = notesInRows(store)
  const [first, second] = isShared ? [rows, files] : [files, rows]
  return {
    isShared,
    idOf: async (path) => (await first.idOf(path)) ?? (await second.idOf(path)),
    keep: first.keep,
  }
}

/** The notes in rows that servers share, as `doctor` looks them up: it notes nothing. */
export const notesInFacts = (
  dataDir: string,
  factOf: (id: string) => Promise<string | undefined>,
): FolderNotes => ({
  isShared: true,
  idOf: async (path) => idIn(await factOf(factName(path))) ?? (await filesOf(dataDir).idOf(path)),
  keep: () => Promise.reject(new JournalFailed('Nothing is noted while an instance is looked at.')),
})

const factName = (path: string): string => `printer-folder/${nameOfPath(path)}`

const idIn = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : (JSON.parse(value) as { id: string }).id

const notesInRows = (store: NotedIn['store']): FolderNotes => ({
  idOf: (path) =>
    guarded(async () => idIn((await store.read((rows) => rows.facts.get(everyone, factName(path))))?.value)),
  keep: (path, id) =>
    guarded(() => store.write((rows) => setFact(rows, factName(path), JSON.stringify({ id, path })))),
})

/** An error of the store is one of this instance, and never of the printer. */
const guarded = async <T>(body: () => Promise<T>): Promise<T> => {
  try {
    return await body()
  } catch (error) {
    const reason = `What is noted of the printer's folder cannot be read or written (${reasonOf(error)}).`
    throw new JournalFailed(reason, { cause: error })
  }
}

/**
 * A restore makes a folder at this path anew, and notes it in a file: rows may know the one that was lost.
 * Returns what puts it right in a transaction, which may wait for nothing but its rows.
 */
export const restoredFolder = async (
  dataDir: string,
  path: string,
): Promise<(rows: Pick<WritableRows, 'facts'>) => Promise<unknown>> => {
  const id = await filesOf(dataDir).idOf(path)
  if (id === undefined) return async () => {}
  const value = JSON.stringify({ id, path })
  return (rows) => rows.facts.update(everyone, factName(path), { value })
}
