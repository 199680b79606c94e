import { createCrypto } from '../../../src/adapters/system/crypto.ts'
import {
  dropStagedKey,
  keyFingerprint,
  newInstanceKey,
  readInstanceKey,
  readSecretKeyFile,
  readStagedKey,
  stageInstanceKey,
  takeStagedKey,
} from '../../../src/adapters/system/instance-key.ts'
import { keyFact, setFact } from '../../../src/core/engine/facts.ts'
import { type Resealed, resealAll } from '../../../src/core/engine/sealed.ts'
import { everyone, type Store, type WritableRows } from '../../../src/core/ports/store.ts'
import type { Log } from '../../../src/core/ports/system.ts'
import { failure } from '../../cli/failure.ts'
import type { Settings } from '../../cli/settings.ts'
import { reasonOf } from '../folder.ts'
import { openInstanceSigner } from './signer.ts'

/** Fact with the previous key's fingerprint and the time of the rotation, to recognise an outdated key. */
const beforeFact = 'instance-key-before'

/**
 * Completes or discards a rotation that was killed. Returns true if the new key is in force. One transaction
 * re-encrypts the rows and stores the fingerprint of their key, so the rows decide which key is in force.
 */
export const endRotation = async (store: Pick<Store, 'read'>, dataDir: string): Promise<boolean> => {
  const next = await readStagedKey(dataDir)
  if (!next) return false
  const fact = await store.read((rows) => rows.facts.get(everyone, keyFact))
  const isSealed = fact?.value === keyFingerprint(next)
  await (isSealed ? takeStagedKey(dataDir) : dropStagedKey(dataDir))
  return isSealed
}

/** Explains that a key was replaced by a rotation; undefined for any other key. */
export const rotatedAway = async (
  store: Pick<Store, 'read'>,
  dataDir: string,
  fingerprint: string,
): Promise<string | undefined> => {
  const [fact, before] = await store.read(async (rows) => [
    await rows.facts.get(everyone, keyFact),
    await rows.facts.get(everyone, beforeFact),
  ])
  const { value, at } = JSON.parse(before?.value ?? '{}') as { value?: string; at?: string }
  if (value !== fingerprint) return undefined
  const inFile = await readInstanceKey(dataDir)
  const advice =
    inFile && keyFingerprint(inFile) === fact?.value
      ? 'The new one is in instance.key: remove LETTERSHOP_SECRET_KEY from the environment.'
      : 'Set LETTERSHOP_SECRET_KEY or LETTERSHOP_SECRET_KEY_FILE to the new one.'
  return `This is the instance key from before the rotation of ${at}. ${advice}`
}

export interface Rotation {
  /** A file with the new key, in the format of LETTERSHOP_SECRET_KEY_FILE; random by default. */
  newKeyFile?: string | undefined
  /** Moves a key that came from the environment into `instance.key`. */
  toFile: boolean
  keys: 'both' | 'instance' | 'signing'
}

/** Points at which tests kill the process. */
export type RotationPoint = 'staged' | 'sealed' | 'taken' | 'signing'

export interface RotationReport {
  instanceKey: (Resealed & { keptIn: 'file' | 'environment' }) | null
  signingKey: string | null
}

/** Rotates the keys of an instance that nothing else uses; the caller holds its lock. */
export const rotateKeys = async (
  { dataDir, settings, log }: { dataDir: string; settings: Settings; log: Log },
  { store, key }: { store: Store; key: Uint8Array },
  rotation: Rotation,
  at: (point: RotationPoint) => void = () => {},
): Promise<RotationReport> => {
  const report: RotationReport = { instanceKey: null, signingKey: null }
  if (rotation.keys !== 'signing') {
    const inFile = settings.secretKey === undefined || rotation.toFile
    const next = await nextKey(rotation, key, inFile)
    if (inFile) await stageInstanceKey(dataDir, next)
    at('staged')
    const resealed = await store.write((rows) => moveRows(rows, key, next))
    at('sealed')
    if (inFile) await takeStagedKey(dataDir)
    at('taken')
    // Also erases values encrypted with the old key from free space in the database's files.
    await store.scrub?.()
    report.instanceKey = { ...resealed, keptIn: inFile ? 'file' : 'environment' }
    log.info('security event', { event: 'security.instance_key_rotated', ...resealed })
  }
  if (rotation.keys !== 'instance') {
    const isShared = settings.database !== undefined
    const signer = await openInstanceSigner({ dataDir, settings, store, isShared, isNew: false, log })
    report.signingKey = (await signer.rotate()).id
    at('signing')
    log.info('security event', { event: 'security.signing_key_rotated', subject: report.signingKey })
  }
  return report
}

const nextKey = async ({ newKeyFile }: Rotation, key: Uint8Array, inFile: boolean): Promise<Uint8Array> => {
  if (newKeyFile === undefined) {
    if (inFile) return newInstanceKey()
    throw failure(
      'usage',
      'The instance key comes from LETTERSHOP_SECRET_KEY. Name a file with the new one (--new-key-file), or move it into the data folder (--to-file).',
    )
  }
  const next = await readSecretKeyFile(newKeyFile).catch((error: unknown) => {
    throw failure('usage', `--new-key-file: ${reasonOf(error)}.`, error)
  })
  if (keyFingerprint(next) === keyFingerprint(key)) {
    throw failure('usage', `--new-key-file: ${newKeyFile} holds the key that is in use.`)
  }
  return next
}

/** Re-encrypts everything and stores the fingerprint of the new key, in one transaction. */
const moveRows = async (rows: WritableRows, key: Uint8Array, next: Uint8Array): Promise<Resealed> => {
  const value = keyFingerprint(key)
  // Facts come last in the order of locks. If another process was faster, this transaction is rolled back.
  const resealed = await resealAll(rows, { from: createCrypto(key), to: createCrypto(next) })
  const changed = await rows.facts.update(everyone, keyFact, { value: keyFingerprint(next) }, { value })
  if (!changed) throw failure('refused', 'The key was rotated by another process just now.')
  await setFact(rows, beforeFact, JSON.stringify({ value, at: new Date().toISOString() }))
  return resealed
}
