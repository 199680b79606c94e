import { failure } from '../cli/failure.ts'
import { nameOf, openDatabase } from './database.ts'
import { inTurn, reasonOf, tryLock } from './folder.ts'
import { type Rotation, type RotationReport, rotateKeys } from './rotation.ts'

type Where = Parameters<typeof rotateKeys>[0]

/**
 * Rotates the keys while no server holds the old ones: it would go on sealing with them, and what it sealed
 * could not be read. With a file, the folder's lock shows a server; with PostgreSQL, its connections do, and
 * no process opens the database meanwhile.
 */
export const rotateAlone = async (where: Where, rotation: Rotation): Promise<RotationReport> => {
  const { dataDir, settings } = where
  const rotate = async (): Promise<RotationReport> => {
    if (settings.database !== undefined) await assertNobodyServes(settings.database)
    const { store, key } = await openDatabase(dataDir, settings, where.log)
    try {
      return await rotateKeys(where, { store, key }, rotation)
    } finally {
      await store.close()
    }
  }
  if (settings.database !== undefined) return inTurn(dataDir, rotate)
  const lock = await tryLock(dataDir)
  if (!lock) {
    throw failure('folderInUse', `A server uses ${dataDir}: stop it first, and start it again afterwards.`)
  }
  try {
    return await rotate()
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
