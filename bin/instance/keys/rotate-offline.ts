import { readSigningKeyFile, signingKeyOf } from '../../../src/adapters/system/signing-keys.ts'
import type { SigningKey } from '../../../src/core/ports/crypto.ts'
import type { Log } from '../../../src/core/ports/system.ts'
import { failure } from '../../cli/failure.ts'
import type { Settings } from '../../cli/settings.ts'
import { whileOffline } from '../alone.ts'
import { openDatabase } from '../database.ts'
import { reasonOf, withFolderLock } from '../folder.ts'
import { type Rotation, type RotationReport, rotateKeys } from './rotation.ts'
import { noteSigningKey } from './signer.ts'

type Where = Parameters<typeof rotateKeys>[0]

/** Rotates the keys while no server runs: a running one would still encrypt with the old, lost key. */
export const rotateOffline = (where: Where, rotation: Rotation): Promise<RotationReport> =>
  whileOffline(where.dataDir, where.settings, async () => {
    const { store, key } = await openDatabase(where.dataDir, where.settings, where.log)
    try {
      return await rotateKeys(where, { store, key }, rotation)
    } finally {
      await store.close()
    }
  })

/**
 * Records the signing key from `file`. Servers sign with it once it is configured, and with the previous one
 * until then, so that they can be restarted one after the other. With SQLite, the server must be stopped.
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
  await (settings.database === undefined
    ? whileOffline(dataDir, settings, note)
    : withFolderLock(dataDir, note))
  log.info('security event', { event: 'security.signing_key_rotated', subject: next.id })
  return next
}
