import { failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { inTurnOf, nameOf } from './database.ts'
import { inTurn, reasonOf, tryLock } from './folder.ts'
import { unsettledRestore } from './restored.ts'

/**
 * Does what no server may see: with a database in a file, the folder's lock shows a server; with PostgreSQL,
 * its connections do, and one that starts meanwhile waits, on whichever machine. `assertAlone` throws where that has
 * ended, because the connection was lost: a body that takes long asks before it settles what it did.
 */
export const whileNobodyServes = async <T>(
  dataDir: string,
  { database }: Pick<Settings, 'database'>,
  body: (assertAlone: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  if (database !== undefined) {
    return inTurn(dataDir, () =>
      inTurnOf(database, async (turn, assertTurn) => {
        await assertNobodyServes(database, turn)
        return body(async () => {
          await assertTurn?.().catch((error: unknown) => {
            throw failure('databaseUnusable', `${lostTurn(database)} (${reasonOf(error)}).`, error)
          })
        })
      }),
    )
  }
  const lock = await tryLock(dataDir)
  if (!lock) {
    throw failure('folderInUse', `A server uses ${dataDir}: stop it first, and start it again afterwards.`)
  }
  try {
    return await body(async () => {})
  } finally {
    lock.release()
  }
}

/**
 * Throws where the rows of a restored folder would be those of servers that run: its settings name production's
 * database, which the first start would mark as restored. `turn` is the connection of this process.
 */
export const assertNoRestoreBesideServers = async (
  dataDir: string,
  { database }: Pick<Settings, 'database'>,
  turn: number | undefined,
): Promise<void> => {
  if (database === undefined || (await unsettledRestore(dataDir)) === undefined) return
  const count = await othersOn(database, turn)
  if (count === 0) return
  throw failure(
    'folderInUse',
    `${nameOf(database)} is in use (${count} other connections of its user), and ${dataDir} was restored from a backup: nothing was changed. A drill needs a database of its own, a loaded dump or a copy: name it with --database or LETTERSHOP_DATABASE. If this is the database for the restored files, stop everything else that uses it first.`,
  )
}

const othersOn = async (url: string, turn?: number): Promise<number> => {
  const { otherConnections } = await import('../../src/adapters/postgres/database.ts')
  return otherConnections(url, turn).catch((error: unknown) => {
    throw failure('databaseUnusable', `${nameOf(url)} cannot be used: ${reasonOf(error)}.`, error)
  })
}

const lostTurn = (url: string): string =>
  `The connection to ${nameOf(url)} that kept servers out was lost, and some may have started. Stop them and repeat the command`

const assertNobodyServes = async (url: string, turn: number | undefined): Promise<void> => {
  const count = await othersOn(url, turn)
  if (count === 0) return
  throw failure(
    'folderInUse',
    `${nameOf(url)} is in use (${count} other connections of its user): stop every server first, and start them again afterwards.`,
  )
}
