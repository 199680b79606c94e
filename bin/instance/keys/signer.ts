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
 * Fact with the public half of every key that signed, the current one first. It stands with the rows where a
 * folder may be another server's, or gone: in a shared database, and for a key from the environment.
 */
const signingFact = 'signing-keys'

interface Opening {
  dataDir: string
  settings: Pick<Settings, 'signingKey'>
  store: Pick<Store, 'read' | 'write'>
  /** True where other servers may use the rows. */
  isShared: boolean
  /** True for an instance that begins. */
  isNew: boolean
  log: Log
}

/**
 * The signer of an instance: the key from the environment, else `signing.key` in the data folder. Servers of
 * one database sign with keys that are on record there: one that has another is refused, because readers of
 * its evidence would not find the key.
 */
export const openInstanceSigner = (opening: Opening): Promise<Signer> => {
  const { settings, isShared } = opening
  if (settings.signingKey) return signerOfEnvironment(settings.signingKey, opening)
  return isShared ? signerOfFolder(opening) : signerOfOwnFolder(opening)
}

const signerOfOwnFolder = ({ dataDir, isNew, log }: Opening): Promise<Signer> => {
  if (!isNew && !existsSync(signingKeyPath(dataDir))) {
    log.warn('signing.key is missing: evidence is signed with a new one from now on, unless it is put back')
  }
  return openSigner(dataDir)
}

const signerOfEnvironment = async (privateKey: KeyObject, opening: Opening): Promise<Signer> => {
  const { dataDir, store, isShared, log } = opening
  const made = signingKeyOf(privateKey, Date.now())
  // A key that was in the folder before signed what is still to be checked.
  const known = joined(await store.read(keysOnRecord), await readPublicKeys(dataDir))
  const own = known.find(({ id }) => id === made.id)
  if (known.length > 0 && !own) {
    throw failure(
      isShared ? 'databaseUnusable' : 'folderUnusable',
      `Evidence of this instance is signed with the key ${known[0]!.id}, and LETTERSHOP_SIGNING_KEY holds ${made.id}: give it that one, or put the new one on record first (lettershop evidence rotate-key --new-key-file F).`,
    )
  }
  if (own && own.retiredAt !== null) {
    log.warn('evidence is signed with a key that was replaced: give this server the new one', { key: own.id })
  }
  await keep(store, own ? known : [made])
  return createSigner({
    privateKey: () => privateKey,
    keys: joined([own ?? made], known),
    keep: () =>
      Promise.reject(
        failure(
          'refused',
          'The signing key comes from LETTERSHOP_SIGNING_KEY: make a new one (openssl rand -base64 32) and put it on record with --new-key-file.',
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
      `Evidence of this instance is signed with the key ${current.id}, which this server does not have: give it in LETTERSHOP_SIGNING_KEY or LETTERSHOP_SIGNING_KEY_FILE, or put it back as ${path}.`,
    )
  }
  const signer = await signerOfOwnFolder(opening)
  const own = signer.keys()
  const has = (keys: readonly SigningKey[], { id }: SigningKey) => keys.some((key) => key.id === id)
  // An earlier version rotates in the folder alone, which then names the key on record too.
  if (current && !has(known, own[0]!) && !has(own, current)) {
    throw failure(
      'databaseUnusable',
      `Evidence of this instance is signed with the key ${current.id}, and ${path} holds ${own[0]!.id}: servers that share a database sign with one key.`,
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

/** What stands with the rows; nothing where keys are in one folder only. */
const keysOnRecord = async (rows: Pick<Rows, 'facts'>): Promise<SigningKey[]> => {
  const fact = await rows.facts.get(everyone, signingFact)
  return fact ? publicKeysIn(fact.value) : []
}

/** The first list with what only the second has. One key is current, which is the first. */
const joined = (keys: readonly SigningKey[], more: readonly SigningKey[]): SigningKey[] => {
  const all = [...keys, ...more.filter(({ id }) => !keys.some((key) => key.id === id))]
  const now = Date.now()
  return all.map((key, index) => (index > 0 && key.retiredAt === null ? { ...key, retiredAt: now } : key))
}

/** Puts a key on record; the current one before it stays known. */
export const noteSigningKey = async (
  { dataDir, store }: Pick<Opening, 'dataDir' | 'store'>,
  next: SigningKey,
): Promise<void> => {
  const known = joined(await store.read(keysOnRecord), await readPublicKeys(dataDir))
  await keep(store, joined([next], known))
}

/**
 * Puts the keys of the data folder on record, before its rows move to where servers may not have it: they refuse another
 * key, and go on publishing those that were replaced.
 */
export const recordFolderKeys = async ({
  dataDir,
  settings,
  store,
}: Pick<Opening, 'dataDir' | 'settings' | 'store'>): Promise<void> => {
  const own = await readPublicKeys(dataDir)
  const known = await store.read(keysOnRecord)
  // A key of the environment was put on record when it first signed.
  const keys = settings.signingKey ? joined(known, own) : joined(own, known)
  if (keys.length > 0) await keep(store, keys)
}

const keep = async (store: Opening['store'], keys: readonly SigningKey[]): Promise<void> => {
  const value = publicKeysText(keys)
  const fact = await store.read((rows) => rows.facts.get(everyone, signingFact))
  if (fact?.value === value) return
  await store.write((rows) => setFact(rows, signingFact, value))
}
