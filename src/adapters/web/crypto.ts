import { ed25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from '../../core/kernel/bytes.ts'
import type { Crypto, Signer, SigningKey } from '../../core/ports/crypto.ts'
import { open, openPieces, seal, sealStream } from './sealing.ts'

const KEY_LENGTH = 32
const SIGNATURE_LENGTH = 64

const bytesOf = (data: Uint8Array | string): Uint8Array => (typeof data === 'string' ? utf8(data) : data)

/**
 * Crypto for browsers, on @noble, because the port must be synchronous inside transactions and
 * `crypto.subtle` is not. All results are the same bytes as on Node, except long sealed values
 * (`sealing.ts`). Without a `signer` one is derived from the instance key, and its rotation lasts as long as
 * the page. Throws where the key is not 32 bytes.
 */
export const createWebCrypto = (instanceKey: Uint8Array, signer?: Signer): Crypto => {
  if (instanceKey.length !== 32)
    throw new Error(`The instance key must have 32 bytes, not ${instanceKey.length}.`)
  const derived = new Map<string, Uint8Array>()
  const derive = (purpose: string): Uint8Array => {
    const key =
      derived.get(purpose) ??
      hkdf(sha256, instanceKey, new Uint8Array(0), utf8(`lettershop/${purpose}`), KEY_LENGTH)
    derived.set(purpose, key)
    return key
  }
  const sealKey = derive('internal/seal')
  return {
    sha256: (data) => sha256(bytesOf(data)),
    sha256Stream: () => {
      const hash = sha256.create()
      return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest() }
    },
    hmacSha256: (key, data) => hmac(sha256, bytesOf(key), bytesOf(data)),
    equal: equalBytes,
    seal: (bytes, context) => seal(sealKey, bytes, context),
    sealStream: (context) => sealStream(sealKey, context),
    open: (sealed, context) => open(sealKey, sealed, context),
    openPieces: (sealed, context) => openPieces(sealKey, sealed, context),
    derive: (purpose) => derive(`purpose/${purpose}`),
    signer: signer ?? createWebSigner(derive('internal/sign')),
    verify: verifyEd25519,
  }
}

/** Compares every byte, so that the time does not reveal where the first difference is. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let at = 0; at < a.length; at++) difference |= a[at]! ^ b[at]!
  return difference === 0
}

/** False instead of an error for keys and signatures of a wrong length or encoding. */
const verifyEd25519 = (publicKey: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean => {
  if (publicKey.length !== KEY_LENGTH || signature.length !== SIGNATURE_LENGTH) return false
  try {
    return ed25519.verify(signature, data, publicKey, { zip215: false })
  } catch {
    return false
  }
}

const createWebSigner = (seed: Uint8Array): Signer => {
  let secret = seed
  // Computed on first use: it takes some milliseconds, and few instances sign anything.
  let keys: readonly SigningKey[] | undefined
  const known = () => {
    keys ??= [keyOf(secret, 0)]
    return keys
  }
  return {
    sign: (data) => ({ key: known()[0]!, signature: ed25519.sign(data, secret) }),
    keys: known,
    async rotate() {
      const [current, ...retired] = known()
      const next = crypto.getRandomValues(new Uint8Array(KEY_LENGTH))
      const now = Date.now()
      const key = keyOf(next, now)
      secret = next
      keys = [key, { ...current!, retiredAt: now }, ...retired]
      return key
    },
  }
}

const keyOf = (secret: Uint8Array, createdAt: number): SigningKey => {
  const publicKey = ed25519.getPublicKey(secret)
  return { id: toHex(sha256(publicKey)).slice(0, 16), publicKey, createdAt, retiredAt: null }
}
