import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import type { Signer, SigningKey } from '../../core/ports/crypto.ts'

/** DER bytes before a raw Ed25519 key in PKCS #8 (private) and SPKI (public). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_LENGTH = 32
const SIGNATURE_LENGTH = 64

export const newPrivateKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

/** Returns the private key of a seed of 32 bytes. */
export const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })

/** Returns the public key of a private key as 32 raw bytes. */
export const publicKeyOf = (privateKey: KeyObject): Uint8Array =>
  new Uint8Array(
    createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length),
  )

/** Returns the id of a public key: 16 hex digits of its SHA-256. */
export const signingKeyId = (publicKey: Uint8Array): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 16)

/** Returns false for malformed keys and signatures; never throws. */
export const verifyEd25519 = (publicKey: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean => {
  if (publicKey.length !== KEY_LENGTH || signature.length !== SIGNATURE_LENGTH) return false
  try {
    const key = Buffer.concat([PUBLIC_PREFIX, publicKey])
    return verify(null, data, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
  } catch {
    return false
  }
}

interface SignerOptions {
  /** Called on the first signature. */
  privateKey(): KeyObject
  /** Public keys, the current one first. */
  keys: readonly SigningKey[]
  /** Stores a rotated key before it is used. */
  keep?(privateKey: KeyObject, keys: readonly SigningKey[]): Promise<void>
  now?(): number
}

export const createSigner = (options: SignerOptions): Signer => {
  const now = options.now ?? Date.now
  let privateKey: KeyObject | undefined
  let keys = options.keys
  let rotating: Promise<unknown> = Promise.resolve()
  const rotate = async (): Promise<SigningKey> => {
    const next = newPrivateKey()
    const publicKey = publicKeyOf(next)
    const key: SigningKey = { id: signingKeyId(publicKey), publicKey, createdAt: now(), retiredAt: null }
    const [current, ...retired] = keys
    const all = [key, { ...current!, retiredAt: now() }, ...retired]
    await options.keep?.(next, all)
    privateKey = next
    keys = all
    return key
  }
  return {
    sign(data) {
      privateKey ??= options.privateKey()
      return { key: keys[0]!, signature: new Uint8Array(sign(null, data, privateKey)) }
    },
    keys: () => keys,
    // One rotation at a time, because each builds on the previous keys.
    rotate() {
      const result = rotating.then(rotate)
      rotating = result.catch(() => undefined)
      return result
    },
  }
}
