import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomFillSync,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { concatenate } from '../../core/kernel/bytes.ts'
import type { Passwords } from '../../core/ports/credentials.ts'
import type { Crypto, SealStream, Signer } from '../../core/ports/crypto.ts'
import type { Random } from '../../core/ports/system.ts'
import { type PasswordsOptions, type Scrypt, scryptKeyLength, scryptPasswords } from '../scrypt-passwords.ts'
import { createSigner, privateKeyOf, publicKeyOf, signingKeyId, verifyEd25519 } from './ed25519.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_LENGTH = 12
const TAG_LENGTH = 16
/** First byte of sealed values: this format holds the bytes uncompressed. */
const PLAIN = 1
/** Format with separately compressed parts, each after its length in four bytes, big-endian. */
const COMPRESSED = 2
/** Bytes compressed at a time. Values up to this length are not compressed. */
const PART_LENGTH = 128 * 1024

/**
 * Encrypts with AES-256-GCM, bound to the context. Returns format (1 byte), nonce (12), ciphertext, tag (16).
 * Compresses long values first: zstd reduces megabytes to a tenth, in less time than a commit takes to write
 * them (docs/design/storage.md).
 */
const seal = (key: Uint8Array, bytes: Uint8Array, context: string): Uint8Array => {
  if (bytes.length <= PART_LENGTH) {
    const sealing = begin(key, PLAIN, context)
    return sealing.end([sealing.cipher.update(bytes)])
  }
  const stream = sealStream(key, context)
  stream.update(bytes)
  return stream.end()
}

const sealStream = (key: Uint8Array, context: string): SealStream => {
  const { cipher, end } = begin(key, COMPRESSED, context)
  const { zstdCompressSync, constants } = zlib()
  const params = { [constants.ZSTD_c_compressionLevel]: 1 }
  const parts: Uint8Array[] = []
  return {
    update(chunk) {
      for (let at = 0; at < chunk.length; at += PART_LENGTH) {
        const part = zstdCompressSync(chunk.subarray(at, at + PART_LENGTH), { params })
        const length = new Uint8Array(4)
        new DataView(length.buffer).setUint32(0, part.length)
        parts.push(cipher.update(length), cipher.update(part))
      }
    },
    end: () => end(parts),
  }
}

/** Decrypts; undefined if the key or context is wrong or the bytes are damaged. */
const open = (key: Uint8Array, sealed: Uint8Array, context: string): Uint8Array | undefined => {
  const pieces = openPieces(key, sealed, context)
  return pieces && concatenate([...pieces])
}

/** Decrypts at once and decompresses part by part; undefined as in `open`. */
function openPieces(key: Uint8Array, sealed: Uint8Array, context: string): Iterable<Uint8Array> | undefined {
  const [format] = sealed
  if (sealed.length < 1 + NONCE_LENGTH + TAG_LENGTH || (format !== PLAIN && format !== COMPRESSED))
    return undefined
  const nonce = sealed.subarray(1, 1 + NONCE_LENGTH)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_LENGTH })
  decipher.setAAD(boundTo(format, context))
  decipher.setAuthTag(sealed.subarray(-TAG_LENGTH))
  try {
    const bytes = decipher.update(sealed.subarray(1 + NONCE_LENGTH, -TAG_LENGTH))
    // Returns no bytes; throws if the sealed bytes were changed.
    decipher.final()
    return format === PLAIN ? [bytes] : expanded(bytes)
  } catch {
    return undefined
  }
}

const begin = (key: Uint8Array, format: number, context: string) => {
  const nonce = randomFillSync(new Uint8Array(NONCE_LENGTH))
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_LENGTH })
  cipher.setAAD(boundTo(format, context))
  return {
    cipher,
    end(parts: readonly Uint8Array[]): Uint8Array {
      const last = cipher.final()
      return concatenate([Uint8Array.of(format), nonce, ...parts, last, cipher.getAuthTag()])
    },
  }
}

/** Authenticates the format byte too. The older format `PLAIN` authenticates the context only. */
const boundTo = (format: number, context: string): Uint8Array =>
  new TextEncoder().encode(format === PLAIN ? context : `${format}|${context}`)

function* expanded(parts: Uint8Array): Generator<Uint8Array> {
  const { zstdDecompressSync } = zlib()
  const view = new DataView(parts.buffer, parts.byteOffset, parts.length)
  for (let at = 0; at < parts.length; ) {
    const from = at + 4
    at = from + view.getUint32(at)
    yield zstdDecompressSync(parts.subarray(from, at), { chunkSize: PART_LENGTH })
  }
}

/** Loaded on first use, to keep the start short. */
const zlib = () => process.getBuiltinModule('node:zlib')

/**
 * Implements crypto on node:crypto. A key is derived for every purpose, so that the key of signed URLs
 * reveals nothing about the key of sealed secrets. Without a `signer`, one is derived from the instance key;
 * its rotations last only as long as the process. Throws unless the key has 32 bytes.
 */
export const createCrypto = (instanceKey: Uint8Array, signer?: Signer): Crypto => {
  if (instanceKey.length !== 32)
    throw new Error(`The instance key must have 32 bytes, not ${instanceKey.length}.`)
  // Cached, because deriving costs more than signing.
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
  // Created on first use, because few processes sign and creating a key pair takes a moment.
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

/** Copies, because a small Buffer is a view of Node's shared pool, all of which `.buffer` would expose. */
const plain = (buffer: Buffer): Uint8Array => new Uint8Array(buffer)

/** Hashes passwords with node:crypto's scrypt, in the thread pool. */
export const createPasswords = (options: PasswordsOptions = {}): Passwords =>
  scryptPasswords(
    { derive, randomBytes: (length) => new Uint8Array(randomBytes(length)), equal: timingSafeEqual },
    options,
  )

const derive: Scrypt['derive'] = (password, salt, { cost, blockSize, parallelization }) => {
  const options: ScryptOptions = { N: 2 ** cost, r: blockSize, p: parallelization, maxmem: 2 ** 30 }
  return new Promise((resolve, reject) => {
    scrypt(password, salt, scryptKeyLength, options, (error, key) => {
      if (error) reject(error)
      else resolve(new Uint8Array(key))
    })
  })
}

/** Random values of the operating system's cryptographic generator. */
export const createSystemRandom = (): Random => {
  // Ids need dozens of floats; a pool saves a system call for each.
  const pool = new DataView(new ArrayBuffer(4096))
  let used = pool.byteLength

  return {
    bytes: (length) => randomFillSync(new Uint8Array(length)),
    float() {
      if (used === pool.byteLength) {
        randomFillSync(pool)
        used = 0
      }
      const high = pool.getUint32(used) >>> 5
      const low = pool.getUint32(used + 4) >>> 6
      used += 8
      return (high * 2 ** 26 + low) / 2 ** 53
    },
  }
}
