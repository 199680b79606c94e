import { readSigningKeyFile, signingKeyOf } from '../../../src/adapters/system/signing-keys.ts'
import type { SigningKey } from '../../../src/core/ports/crypto.ts'
import type { Log } from '../../../src/core/ports/system.ts'
import { failure } from '../../cli/failure.ts'
import type { Settings } from '../../cli/settings.ts'
import { whileNobodyServes } from '../alone.ts'
import { openDatabase } from '../database.ts'
import { inTurn, reasonOf } from '../folder.ts'
import { type Rotation, type RotationReport, rotateKeys } from './rotation.ts'
import { noteSigningKey } from './signer.ts'

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

/**
 * Puts the key in a file on record, with which servers sign once they are given it. They go on with the one
 * before until then, so that they can be restarted one after the other; a file's database has one server,
 * which must not run.
 */
export const noteNewSigningKey = async (
  { dataDir, settings, log }: { dataDir: string; settings: Settings; log: Log },
  file: string,
): Promise<SigningKey> => {
  const privateKey = await readSigningKeyFile(file).catch((error: unknown) => {
    throw failure('usage', `--new-key-file: ${reasonOf(error)}`, error)
  })
  const next = signingKeyOf(privateKey, Date.now())
  const note = async () => {
    const { store } = await openDatabase(dataDir, settings, log)
    try {
      await noteSigningKey({ dataDir, store }, next)
    } finally {
      await store.close()
    }
  }
  await (settings.database === undefined ? whileNobodyServes(dataDir, settings, note) : inTurn(dataDir, note))
  log.info('security event', { event: 'security.signing_key_rotated', subject: next.id })
  return next
}
