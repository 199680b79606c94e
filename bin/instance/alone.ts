import { failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { nameOf, withDatabaseLock } from './database.ts'
import { reasonOf, tryLock, withFolderLock } from './folder.ts'
import { unsettledRestore } from './restored.ts'

/**
 * Runs an operation while no server uses the instance. Throws if one does. The folder's lock guards a
 * database in a file, a connection guards one in PostgreSQL: servers that start on any machine wait.
 * `assertAlone` throws if that connection was lost; long operations call it before they commit.
 */
export const whileOffline = async <T>(
  dataDir: string,
  { database }: Pick<Settings, 'database'>,
  body: (assertAlone: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  if (database !== undefined) {
    return withFolderLock(dataDir, () =>
      withDatabaseLock(database, async (turn, assertTurn) => {
        await assertNoServers(database, turn)
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
    throw failure('folderInUse', `A server uses ${dataDir}. Stop it, run the command, and start it again.`)
  }
  try {
    return await body(async () => {})
  } finally {
    lock.release()
  }
}

/**
 * Throws if the settings of a restored folder still name a database that running servers use, because the
 * first start would mark its rows as restored. `turn` is this process's connection, which doesn't count.
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
    `${nameOf(database)} is in use (${count} other connections of its user), and ${dataDir} was restored from a backup. Nothing was changed. A drill needs its own database, a loaded dump or a copy: set --database or LETTERSHOP_DATABASE. If this database belongs to the restored files, stop everything else that uses it.`,
  )
}

const othersOn = async (url: string, turn?: number): Promise<number> => {
  const { otherConnections } = await import('../../src/adapters/postgres/database.ts')
  return otherConnections(url, turn).catch((error: unknown) => {
    throw failure('databaseUnusable', `${nameOf(url)} cannot be used: ${reasonOf(error)}.`, error)
  })
}

const lostTurn = (url: string): string =>
  `The connection that kept servers away from ${nameOf(url)} was lost, and servers may have started. Stop them and repeat the command`

const assertNoServers = async (url: string, turn: number | undefined): Promise<void> => {
  const count = await othersOn(url, turn)
  if (count === 0) return
  throw failure(
    'folderInUse',
    `${nameOf(url)} is in use (${count} other connections of its user): stop every server, run the command, and start them again.`,
  )
}
