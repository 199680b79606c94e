import { whileNobodyServes } from './alone.ts'
import { openDatabase } from './database.ts'
import { type Rotation, type RotationReport, rotateKeys } from './rotation.ts'

type Where = Parameters<typeof rotateKeys>[0]

/**
 * Rotates the keys while no server holds the old ones: it would go on sealing with them, and what it sealed
 * could not be read.
 */
export const rotateAlone = (where: Where, rotation: Rotation): Promise<RotationReport> =>
  whileNobodyServes(where.dataDir, where.settings, async () => {
    const { store, key } = await openDatabase(where.dataDir, where.settings, where.log)
    try {
      return await rotateKeys(where, { store, key }, rotation)
    } finally {
      await store.close()
    }
  })
