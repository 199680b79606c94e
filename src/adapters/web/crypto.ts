import { gcm } from '@noble/ciphers/aes.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { scryptAsync } from '@noble/hashes/scrypt.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { unzlibSync, zlibSync } from 'fflate'
import { concatenate, toHex, utf8 } from '../../core/kernel/bytes.ts'
import type { Passwords } from '../../core/ports/credentials.ts'
import type { Crypto, SealStream, Signer, SigningKey } from '../../core/ports/crypto.ts'
import type { Random } from '../../core/ports/system.ts'
import { type PasswordsOptions, scryptKeyLength, scryptPasswords } from '../scrypt-passwords.ts'

const NONCE_LENGTH = 12
const TAG_LENGTH = 16
/** First byte of sealed values with uncompressed bytes, a format shared with `adapters/system/crypto.ts`. */
const PLAIN = 1
/** Parts deflated separately, each after its length (4 bytes). Node uses zstd, which browsers lack. */
const DEFLATED = 3
/** Bytes compressed at a time. Values up to this length are not compressed. */
const PART_LENGTH = 128 * 1024
const LENGTH_BYTES = 4

/** Encrypts with AES-256-GCM, bound to the context: format (1 byte), nonce (12), ciphertext, tag (16). */
const seal = (key: Uint8Array, bytes: Uint8Array, context: string): Uint8Array => {
  if (bytes.length <= PART_LENGTH) return sealed(key, PLAIN, bytes, context)
  const stream = sealStream(key, context)
  stream.update(bytes)
  return stream.end()
}

const sealStream = (key: Uint8Array, context: string): SealStream => {
  const parts: Uint8Array[] = []
  return {
    update(chunk) {
      for (let at = 0; at < chunk.length; at += PART_LENGTH) {
        const part = zlibSync(chunk.subarray(at, at + PART_LENGTH), { level: 1 })
        const length = new Uint8Array(LENGTH_BYTES)
        new DataView(length.buffer).setUint32(0, part.length)
        parts.push(length, part)
      }
    },
    end: () => sealed(key, DEFLATED, concatenate(parts), context),
  }
}

/** Decrypts; undefined if the key or context is wrong or the bytes are damaged. */
const open = (key: Uint8Array, bytes: Uint8Array, context: string): Uint8Array | undefined => {
  const pieces = openPieces(key, bytes, context)
  return pieces && concatenate([...pieces])
}

/** Decrypts at once and decompresses part by part; undefined as in `open`. */
const openPieces = (
  key: Uint8Array,
  bytes: Uint8Array,
  context: string,
): Iterable<Uint8Array> | undefined => {
  const [format] = bytes
  if (bytes.length < 1 + NONCE_LENGTH + TAG_LENGTH || (format !== PLAIN && format !== DEFLATED))
    return undefined
  const nonce = bytes.subarray(1, 1 + NONCE_LENGTH)
  try {
    const plain = gcm(key, nonce, boundTo(format, context)).decrypt(bytes.subarray(1 + NONCE_LENGTH))
    return format === PLAIN ? [plain] : expanded(plain)
  } catch {
    return undefined
  }
}

const sealed = (key: Uint8Array, format: number, bytes: Uint8Array, context: string): Uint8Array => {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH))
  const cipher = gcm(key, nonce, boundTo(format, context))
  return concatenate([Uint8Array.of(format), nonce, cipher.encrypt(bytes)])
}

/** Authenticates the format byte too. The older format `PLAIN` authenticates the context only. */
const boundTo = (format: number, context: string): Uint8Array =>
  utf8(format === PLAIN ? context : `${format}|${context}`)

function* expanded(parts: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(parts.buffer, parts.byteOffset, parts.length)
  for (let at = 0; at < parts.length; ) {
    const from = at + LENGTH_BYTES
    at = from + view.getUint32(at)
    yield unzlibSync(parts.subarray(from, at))
  }
}

const KEY_LENGTH = 32
const SIGNATURE_LENGTH = 64

const bytesOf = (data: Uint8Array | string): Uint8Array => (typeof data === 'string' ? utf8(data) : data)

/**
 * Implements crypto for browsers on @noble, because the port is synchronous and `crypto.subtle` is not.
 * Results are identical to Node's, except long sealed values. Without a `signer` one is derived from the
 * instance key; its rotations last only as long as the page. Throws unless the key has 32 bytes.
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

const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let at = 0; at < a.length; at++) difference |= a[at]! ^ b[at]!
  return difference === 0
}

/** Returns false for malformed keys and signatures; never throws. */
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
  // Computed on first use: it takes some milliseconds, and few instances sign.
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

/** Hashes passwords with @noble/hashes' scrypt (about 2 s), in slices of a few milliseconds. */
export const createWebPasswords = (options: PasswordsOptions = {}): Passwords =>
  scryptPasswords(
    {
      derive: (password, salt, { cost, blockSize, parallelization }) =>
        scryptAsync(password, salt, {
          N: 2 ** cost,
          r: blockSize,
          p: parallelization,
          dkLen: scryptKeyLength,
          maxmem: 2 ** 30,
        }),
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      equal: equalBytes,
    },
    options,
  )

/** Maximum bytes that browsers fill in one call. */
const MAX_BYTES = 65_536

/** Random values of the browser's cryptographic generator. */
export const createWebRandom = (): Random => {
  // Ids need dozens of floats; a pool saves a call for each.
  const pool = new DataView(new ArrayBuffer(4096))
  let used = pool.byteLength
  return {
    bytes(length) {
      const bytes = new Uint8Array(length)
      for (let at = 0; at < length; at += MAX_BYTES) {
        crypto.getRandomValues(bytes.subarray(at, at + MAX_BYTES))
      }
      return bytes
    },
    float() {
      if (used === pool.byteLength) {
        crypto.getRandomValues(new Uint8Array(pool.buffer))
        used = 0
      }
      const high = pool.getUint32(used) >>> 5
      const low = pool.getUint32(used + 4) >>> 6
      used += 8
      return (high * 2 ** 26 + low) / 2 ** 53
    },
  }
}
