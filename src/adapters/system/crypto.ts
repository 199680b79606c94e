import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Crypto, Signer } from '../../core/ports/crypto.ts'
import { createSigner, privateKeyOf, publicKeyOf, signingKeyId, verifyEd25519 } from './ed25519.ts'
import { open, openPieces, seal, sealStream } from './sealing.ts'

/**
 * Crypto on node:crypto. The instance key itself encrypts nothing: a key is derived for every purpose, so
 * that a signed URL's key reveals nothing about the key that seals webhook secrets. Where no `signer` is
 * given, one is derived from the instance key, and its rotation lasts only as long as the process.
 */
export const createCrypto = (instanceKey: Uint8Array, signer?: Signer): Crypto => {
  if (instanceKey.length !== 32)
    throw new Error(`The instance key must have 32 bytes, not ${instanceKey.length}.`)
  // Derived once for each purpose, because deriving costs more than signing.
  const derived = new Map<string, Uint8Array>()
  const derive = (purpose: string): Uint8Array => {
    const known = derived.get(purpose)
    if (known) return known
    const key = new Uint8Array(
      hkdfSync('sha256', instanceKey, new Uint8Array(0), `lettershop/${purpose}`, 32),
    )
    derived.set(purpose, key)
    return key
  }
  const sealKey = derive('internal/seal')

  return {
    sha256: (data) => plain(createHash('sha256').update(data).digest()),
    sha256Stream: () => {
      const hash = createHash('sha256')
      return {
        update: (chunk) => void hash.update(chunk),
        digest: () => plain(hash.digest()),
      }
    },
    hmacSha256: (key, data) => plain(createHmac('sha256', key).update(data).digest()),
    equal: (a, b) => a.length === b.length && timingSafeEqual(a, b),
    seal: (bytes, context) => seal(sealKey, bytes, context),
    sealStream: (context) => sealStream(sealKey, context),
    open: (sealed, context) => open(sealKey, sealed, context),
    openPieces: (sealed, context) => openPieces(sealKey, sealed, context),
    derive: (purpose) => derive(`purpose/${purpose}`),
    signer: signer ?? derivedSigner(derive('internal/sign')),
    verify: verifyEd25519,
  }
}

const derivedSigner = (seed: Uint8Array): Signer => {
  let kept: Signer | undefined
  // Made on first use, because few processes sign, and making a key pair takes a moment.
  const made = () => {
    if (kept) return kept
    const privateKey = privateKeyOf(seed)
    const publicKey = publicKeyOf(privateKey)
    const key = { id: signingKeyId(publicKey), publicKey, createdAt: 0, retiredAt: null }
    kept = createSigner({ privateKey: () => privateKey, keys: [key] })
    return kept
  }
  return {
    sign: (data) => made().sign(data),
    keys: () => made().keys(),
    rotate: () => made().rotate(),
  }
}

/**
 * A Uint8Array of its own: a small Buffer is a view on Node's shared pool, and `.buffer` would show all of
 * it.
 */
const plain = (buffer: Buffer): Uint8Array => new Uint8Array(buffer)
