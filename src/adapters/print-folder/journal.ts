import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, makeFolder, syncFolder, writeFileWhole } from '../system/files.ts'

/** `intended`: the package was about to appear. `delivered`: it has appeared, wherever it is now. */
export type HandOverState = 'intended' | 'delivered'

/** The journal cannot be kept: our own disk is the trouble, not the printer's. */
export class JournalFailed extends Error {}

/**
 * What this side knows of each hand-over, outside the printer's folder, because a printer takes packages away:
 * a folder without the package alone cannot tell "printed" from "never delivered".
 */
export interface HandOverJournal {
  read(runId: string): Promise<HandOverState | undefined>
  write(runId: string, state: HandOverState): Promise<void>
  remove(runId: string): Promise<void>
}

export function createHandOverJournal(stateDir: string): HandOverJournal {
  const pathOf = (runId: string) => join(stateDir, `${runId}.handover`)
  return {
    async read(runId) {
      const text = await readFile(pathOf(runId), 'utf8').catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') return undefined
        throw error
      })
      // Whatever else stands there, a hand-over was begun: the answer that prints nothing twice.
      return text === undefined ? undefined : text === 'delivered\n' ? 'delivered' : 'intended'
    },
    write: (runId, state) =>
      noting(async () => {
        await makeFolder(stateDir)
        await writeFileWhole(pathOf(runId), new TextEncoder().encode(`${state}\n`))
      }),
    remove: (runId) =>
      noting(async () => {
        await rm(pathOf(runId), { force: true })
        await syncFolder(stateDir)
      }).catch((error: JournalFailed) => {
        // Without a folder there is no journal, and nothing to forget.
        if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error.cause) ?? '')) throw error
      }),
  }

  async function noting(body: () => Promise<void>): Promise<void> {
    try {
      await body()
    } catch (error) {
      const reason = errorCode(error) ?? String(error)
      throw new JournalFailed(`The hand-over could not be noted in ${stateDir} (${reason}).`, {
        cause: error,
      })
    }
  }
}
