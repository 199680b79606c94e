import { createPrivateKey, type KeyObject } from 'node:crypto'
import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Signer, SigningKey } from '../../core/ports/crypto.ts'
import { createSigner, newPrivateKey, publicKeyOf, signingKeyId } from './ed25519.ts'
import { unlessMissing, writeFileWhole } from './files.ts'

/** The private key that signs, PKCS #8 as PEM; for its owner only. */
export const signingKeyPath = (dataDir: string): string => join(dataDir, 'signing.key')
/** The public half of every key that ever signed. */
export const publicKeysPath = (dataDir: string): string => join(dataDir, 'signing-keys.json')

/**
 * The signing keys of a data folder. A folder without a key gets one: unlike the instance key it opens
 * nothing, so that a new one loses nothing but the name of the signer, and what the old one signed stays
 * checkable by its public half.
 */
export const openSigner = async (dataDir: string): Promise<Signer> => {
  const known = await readPublicKeys(dataDir)
  const existing = await readPrivateKey(dataDir)
  const privateKey = existing ?? newPrivateKey()
  const publicKey = publicKeyOf(privateKey)
  const id = signingKeyId(publicKey)
  const now = Date.now()
  const own = known.find((key) => key.id === id) ?? { id, publicKey, createdAt: now, retiredAt: null }
  // A crash during a rotation leaves a listed key that never signed: the private key decides.
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

/** Writes the public keys first, because a key must not sign before it can be known. */
const keep = async (dataDir: string, privateKey: KeyObject, keys: readonly SigningKey[]): Promise<void> => {
  const list = `${JSON.stringify({ keys: keys.map(toJson) }, undefined, 2)}\n`
  await writeFileWhole(publicKeysPath(dataDir), Buffer.from(list), 0o644)
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  await writeFileWhole(signingKeyPath(dataDir), Buffer.from(pem), 0o600)
}

const readPrivateKey = async (dataDir: string): Promise<KeyObject | undefined> => {
  const path = signingKeyPath(dataDir)
  const pem = await unlessMissing(readFile(path, 'utf8'))
  if (pem === undefined) return undefined
  // A backup restored with default permissions would leave the key readable to all users of the machine.
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The error below does not contain the file's content.
  }
  throw new Error(`${path} is damaged: it holds no Ed25519 key. Restore it from a backup, or move it away.`)
}

const readPublicKeys = async (dataDir: string): Promise<SigningKey[]> => {
  const text = await unlessMissing(readFile(publicKeysPath(dataDir), 'utf8'))
  if (text === undefined) return []
  try {
    const { keys } = JSON.parse(text) as { keys: KeyJson[] }
    return keys.map(({ id, publicKey, createdAt, retiredAt }) => ({
      id,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64')),
      createdAt: Date.parse(createdAt),
      retiredAt: retiredAt === null ? null : Date.parse(retiredAt),
    }))
  } catch (error) {
    throw new Error(`${publicKeysPath(dataDir)} is damaged: restore it from a backup, or move it away.`, {
      cause: error,
    })
  }
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
