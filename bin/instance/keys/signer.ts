import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createSigner } from '../../../src/adapters/system/ed25519.ts'
import {
  openSigner,
  publicKeysIn,
  publicKeysText,
  readPublicKeys,
  signingKeyOf,
  signingKeyPath,
} from '../../../src/adapters/system/signing-keys.ts'
import { setFact } from '../../../src/core/engine/facts.ts'
import type { Signer, SigningKey } from '../../../src/core/ports/crypto.ts'
import { everyone, type Rows, type Store } from '../../../src/core/ports/store.ts'
import type { Log } from '../../../src/core/ports/system.ts'
import { failure } from '../../cli/failure.ts'
import type { Settings } from '../../cli/settings.ts'

/**
 * Fact with the public half of every signing key, the current one first. Kept in the rows for a shared
 * database or a key from the environment, because data folders may differ or be lost.
 */
const signingFact = 'signing-keys'

interface Opening {
  dataDir: string
  settings: Pick<Settings, 'signingKey'>
  store: Pick<Store, 'read' | 'write'>
  /** True if other servers may use the rows. */
  isShared: boolean
  isNew: boolean
  log: Log
}

/**
 * Opens the signer of an instance: the key from the environment, else `signing.key` in the data folder.
 * Servers of one database sign with recorded keys only, so that readers of evidence find the public key.
 */
export const openInstanceSigner = (opening: Opening): Promise<Signer> => {
  const { settings, isShared } = opening
  if (settings.signingKey) return signerOfEnvironment(settings.signingKey, opening)
  return isShared ? signerOfFolder(opening) : signerOfOwnFolder(opening)
}

const signerOfOwnFolder = ({ dataDir, isNew, log }: Opening): Promise<Signer> => {
  if (!isNew && !existsSync(signingKeyPath(dataDir))) {
    log.warn('signing.key is missing: evidence is signed with a new one until it is restored')
  }
  return openSigner(dataDir)
}

const signerOfEnvironment = async (privateKey: KeyObject, opening: Opening): Promise<Signer> => {
  const { dataDir, store, isShared, log } = opening
  const made = signingKeyOf(privateKey, Date.now())
  // A key that was in the folder has signed evidence that is still to be verified.
  const known = joined(await store.read(keysOnRecord), await readPublicKeys(dataDir))
  const own = known.find(({ id }) => id === made.id)
  if (known.length > 0 && !own) {
    throw failure(
      isShared ? 'databaseUnusable' : 'folderUnusable',
      `Evidence of this instance is signed with the key ${known[0]!.id}, and LETTERSHOP_SIGNING_KEY holds ${made.id}: configure that one, or record the new one first (lettershop evidence rotate-key --new-key-file F).`,
    )
  }
  if (own && own.retiredAt !== null) {
    log.warn('evidence is signed with a key that was replaced: configure the new one on this server', {
      key: own.id,
    })
  }
  await keep(store, own ? known : [made])
  return createSigner({
    privateKey: () => privateKey,
    keys: joined([own ?? made], known),
    keep: () =>
      Promise.reject(
        failure(
          'refused',
          'The signing key comes from LETTERSHOP_SIGNING_KEY: create a new one (openssl rand -base64 32) and record it with --new-key-file.',
        ),
      ),
  })
}

const signerOfFolder = async (opening: Opening): Promise<Signer> => {
  const { dataDir, store } = opening
  const known = await store.read(keysOnRecord)
  const [current] = known
  const path = signingKeyPath(dataDir)
  if (current && !existsSync(path)) {
    throw failure(
      'databaseUnusable',
      `Evidence of this instance is signed with the key ${current.id}, which this server does not have: set LETTERSHOP_SIGNING_KEY or LETTERSHOP_SIGNING_KEY_FILE, or restore ${path}.`,
    )
  }
  const signer = await signerOfOwnFolder(opening)
  const own = signer.keys()
  const has = (keys: readonly SigningKey[], { id }: SigningKey) => keys.some((key) => key.id === id)
  // Earlier versions rotate only in the folder, whose list then includes the recorded key.
  if (current && !has(known, own[0]!) && !has(own, current)) {
    throw failure(
      'databaseUnusable',
      `Evidence of this instance is signed with the key ${current.id}, and ${path} holds ${own[0]!.id}: servers that share a database must sign with one key.`,
    )
  }
  await keep(store, has(known, own[0]!) ? joined(known, own) : joined(own, known))
  return {
    sign: (data) => signer.sign(data),
    keys: () => joined(signer.keys(), known),
    async rotate() {
      const next = await signer.rotate()
      await keep(store, joined(signer.keys(), known))
      return next
    },
  }
}

const keysOnRecord = async (rows: Pick<Rows, 'facts'>): Promise<SigningKey[]> => {
  const fact = await rows.facts.get(everyone, signingFact)
  return fact ? publicKeysIn(fact.value) : []
}

/** Merges two lists of keys; the first key is the only current one. */
const joined = (keys: readonly SigningKey[], more: readonly SigningKey[]): SigningKey[] => {
  const all = [...keys, ...more.filter(({ id }) => !keys.some((key) => key.id === id))]
  const now = Date.now()
  return all.map((key, index) => (index > 0 && key.retiredAt === null ? { ...key, retiredAt: now } : key))
}

/** Records a key as the current one and keeps the previous ones. */
export const noteSigningKey = async (
  { dataDir, store }: Pick<Opening, 'dataDir' | 'store'>,
  next: SigningKey,
): Promise<void> => {
  const known = joined(await store.read(keysOnRecord), await readPublicKeys(dataDir))
  await keep(store, joined([next], known))
}

/** Records the folder's keys before rows move. Servers then reject other keys and publish replaced ones. */
export const recordFolderKeys = async ({
  dataDir,
  settings,
  store,
}: Pick<Opening, 'dataDir' | 'settings' | 'store'>): Promise<void> => {
  const own = await readPublicKeys(dataDir)
  const known = await store.read(keysOnRecord)
  // A key from the environment was recorded when it first signed.
  const keys = settings.signingKey ? joined(known, own) : joined(own, known)
  if (keys.length > 0) await keep(store, keys)
}

const keep = async (store: Opening['store'], keys: readonly SigningKey[]): Promise<void> => {
  const value = publicKeysText(keys)
  const fact = await store.read((rows) => rows.facts.get(everyone, signingFact))
  if (fact?.value === value) return
  await store.write((rows) => setFact(rows, signingFact, value))
}
