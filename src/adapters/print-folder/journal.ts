import { open, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type HandOverEntry,
  type HandOverJournal,
  type HandOverState,
  JournalFailed,
} from '../../core/ports/print-partner.ts'
import { errorCode, makeFolder, syncFolder, unlessMissing, writeAll } from '../system/files.ts'

export const unreadable = (stateDir: string, cause: unknown): JournalFailed =>
  new JournalFailed(
    `The hand-over journal in ${stateDir} cannot be read (${errorCode(cause) ?? String(cause)}).`,
    {
      cause,
    },
  )

export const noting = async (stateDir: string, write: () => Promise<void>): Promise<void> => {
  try {
    await write()
  } catch (error) {
    const reason = errorCode(error) ?? String(error)
    throw new JournalFailed(`The hand-over journal in ${stateDir} cannot be written (${reason}).`, {
      cause: error,
    })
  }
}

/** The attempt of entries by early versions, whose file is named after the run only. */
const unnamed = ''

/** Creates a journal of files, for printers without a store. Also reads the files of early versions. */
export const createHandOverJournal = (stateDir: string): HandOverJournal => {
  const folderOf = (runId: string) => join(stateDir, `${runId}.handovers`)
  const pathOf = (runId: string, attempt: string) =>
    attempt === unnamed ? join(stateDir, `${runId}.handover`) : join(folderOf(runId), attempt)

  const note = async (path: string, flags: 'wx' | 'r+', state: HandOverState): Promise<void> => {
    const handle = await open(path, flags)
    try {
      await writeAll(handle, new TextEncoder().encode(`${state}\n`))
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
  return {
    async entries(runId) {
      try {
        const attempts = [unnamed, ...((await unlessMissing(readdir(folderOf(runId)))) ?? [])]
        const entries: HandOverEntry[] = []
        for (const attempt of attempts) {
          const text = await unlessMissing(readFile(pathOf(runId, attempt), 'utf8'))
          // Any other content counts as intended, so that nothing is printed twice.
          if (text !== undefined) {
            entries.push({ attempt, state: text === 'delivered\n' ? 'delivered' : 'intended' })
          }
        }
        return entries
      } catch (error) {
        throw unreadable(stateDir, error)
      }
    },
    intend: (runId, attempt) =>
      noting(stateDir, async () => {
        await makeFolder(folderOf(runId))
        await note(pathOf(runId, attempt), 'wx', 'intended')
        await syncFolder(folderOf(runId))
      }),
    // Overwrites the file: replacing it would restore an entry that another process has removed.
    deliver: (runId, attempt) => noting(stateDir, () => note(pathOf(runId, attempt), 'r+', 'delivered')),
    forget: (runId, attempts) =>
      noting(stateDir, async () => {
        // Not `rm`, whose error differs on Bun if the folder is a file.
        for (const attempt of attempts) await unlessMissing(unlink(pathOf(runId, attempt)))
        for (const folder of [stateDir, folderOf(runId)]) await unlessMissing(syncFolder(folder))
      }).catch((error: JournalFailed) => {
        // If the path is no folder, there is no journal, and nothing to forget.
        if (errorCode(error.cause) !== 'ENOTDIR') throw error
      }),
  }
}
