import { failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { nameOf } from './database.ts'
import { inTurn, reasonOf, tryLock } from './folder.ts'

/**
 * Does what no server may see: with a database in a file, the folder's lock shows a server; with PostgreSQL,
 * its connections do, and no process opens the database meanwhile.
 */
export const whileNobodyServes = async <T>(
  dataDir: string,
  { database }: Pick<Settings, 'database'>,
  body: () => Promise<T>,
): Promise<T> => {
  if (database !== undefined) {
    return inTurn(dataDir, async () => {
      await assertNobodyServes(database)
      return body()
    })
  }
  const lock = await tryLock(dataDir)
  if (!lock) {
    throw failure('folderInUse', `A server uses ${dataDir}: stop it first, and start it again afterwards.`)
  }
  try {
    return await body()
  } finally {
    lock.release()
  }
}

const assertNobodyServes = async (url: string): Promise<void> => {
  const { otherConnections } = await import('../../src/adapters/postgres/other-connections.ts')
  const count = await otherConnections(url).catch((error: unknown) => {
    throw failure('databaseUnusable', `${nameOf(url)} cannot be used: ${reasonOf(error)}.`, error)
  })
  if (count === 0) return
  throw failure(
    'folderInUse',
    `${nameOf(url)} is in use (${count} other connections of its user): stop every server first, and start them again afterwards.`,
  )
}
