import { createPrivateKey, type KeyObject } from 'node:crypto'
import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Signer, SigningKey } from '../../core/ports/crypto.ts'
import { createSigner, newPrivateKey, privateKeyOf, publicKeyOf, signingKeyId } from './ed25519.ts'
import { unlessMissing, writeFileWhole } from './files.ts'
import { parseSecretKey, readSecretKeyFile } from './instance-key.ts'

/** Path of the private key, PKCS #8 as PEM, readable by its owner only. */
export const signingKeyPath = (dataDir: string): string => join(dataDir, 'signing.key')
/** Path of the public keys, current and retired. */
export const publicKeysPath = (dataDir: string): string => join(dataDir, 'signing-keys.json')

/**
 * Opens the signing keys of a data folder; creates a key if there is none. Unlike the instance key it
 * decrypts nothing, so a new one loses only the identity of the signer, and earlier signatures stay
 * verifiable by their public keys. Throws if a file is damaged.
 */
export const openSigner = async (dataDir: string): Promise<Signer> => {
  const known = await readPublicKeys(dataDir)
  const existing = await readPrivateKey(dataDir)
  const privateKey = existing ?? newPrivateKey()
  const now = Date.now()
  const made = signingKeyOf(privateKey, now)
  const { id } = made
  const own = known.find((key) => key.id === id) ?? made
  // A crash during a rotation leaves a listed key that never signed; the private key is authoritative.
  const retired = known
    .filter((key) => key.id !== id)
    .map((key) => ({ ...key, retiredAt: key.retiredAt ?? now }))
  const keys = [{ ...own, retiredAt: null }, ...retired]
  const changed = JSON.stringify(keys.map(toJson)) !== JSON.stringify(known.map(toJson))
  if (!existing || changed) await keep(dataDir, privateKey, keys)
  return createSigner({
    privateKey: () => privateKey,
    keys,
    keep: (next, all) => keep(dataDir, next, all),
  })
}

/** Writes the public keys first, because a key must be published before it signs. */
const keep = async (dataDir: string, privateKey: KeyObject, keys: readonly SigningKey[]): Promise<void> => {
  await writeFileWhole(publicKeysPath(dataDir), Buffer.from(publicKeysText(keys)), 0o644)
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  await writeFileWhole(signingKeyPath(dataDir), Buffer.from(pem), 0o600)
}

const readPrivateKey = async (dataDir: string): Promise<KeyObject | undefined> => {
  const path = signingKeyPath(dataDir)
  const pem = await unlessMissing(readFile(path, 'utf8'))
  if (pem === undefined) return undefined
  // A restored backup may have left the key readable to other users.
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The error below doesn't contain the file's content.
  }
  throw new Error(`${path} is damaged: it holds no Ed25519 key. Restore it from a backup, or move it away.`)
}

/** Parses a key as PEM, or as 32 random bytes in hex or base64. Errors don't contain the value. */
export const parseSigningKey = (text: string, source = 'LETTERSHOP_SIGNING_KEY'): KeyObject =>
  text.includes('-----BEGIN') ? ofPem(text, source) : privateKeyOf(parseSecretKey(text, source))

/** Reads LETTERSHOP_SIGNING_KEY_FILE: text as in `parseSigningKey`, or 32 raw bytes. */
export const readSigningKeyFile = async (path: string): Promise<KeyObject> => {
  const text = await readFile(path, 'latin1')
  return text.includes('-----BEGIN') ? ofPem(text, path) : privateKeyOf(await readSecretKeyFile(path))
}

const ofPem = (pem: string, source: string): KeyObject => {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The error below does not contain the key.
  }
  throw new Error(
    `${source} holds no Ed25519 key in PEM (create one with: openssl genpkey -algorithm ed25519).`,
  )
}

/** Returns the public key of a private key, as it is published. */
export const signingKeyOf = (privateKey: KeyObject, createdAt: number): SigningKey => {
  const publicKey = publicKeyOf(privateKey)
  return { id: signingKeyId(publicKey), publicKey, createdAt, retiredAt: null }
}

export const readPublicKeys = async (dataDir: string): Promise<SigningKey[]> => {
  const text = await unlessMissing(readFile(publicKeysPath(dataDir), 'utf8'))
  if (text === undefined) return []
  try {
    return publicKeysIn(text)
  } catch (error) {
    throw new Error(`${publicKeysPath(dataDir)} is damaged: restore it from a backup, or move it away.`, {
      cause: error,
    })
  }
}

/** Serialises public keys for a file or row. */
export const publicKeysText = (keys: readonly SigningKey[]): string =>
  `${JSON.stringify({ keys: keys.map(toJson) }, undefined, 2)}\n`

/** Parses the output of `publicKeysText`; throws if the text isn't JSON with keys. */
export const publicKeysIn = (text: string): SigningKey[] => {
  const { keys } = JSON.parse(text) as { keys: KeyJson[] }
  return keys.map(({ id, publicKey, createdAt, retiredAt }) => ({
    id,
    publicKey: new Uint8Array(Buffer.from(publicKey, 'base64')),
    createdAt: Date.parse(createdAt),
    retiredAt: retiredAt === null ? null : Date.parse(retiredAt),
  }))
}

interface KeyJson {
  id: string
  publicKey: string
  createdAt: string
  retiredAt: string | null
}

const toJson = (key: SigningKey): KeyJson => ({
  id: key.id,
  publicKey: Buffer.from(key.publicKey).toString('base64'),
  createdAt: new Date(key.createdAt).toISOString(),
  retiredAt: key.retiredAt === null ? null : new Date(key.retiredAt).toISOString(),
})
