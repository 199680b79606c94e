/** The cryptographic functions that the core needs; synchronous, because they run inside transactions. */
export interface Crypto {
  sha256(data: Uint8Array | string): Uint8Array
  /** SHA-256 of bytes in chunks; call `digest` once, at the end. */
  sha256Stream(): Sha256Stream
  hmacSha256(key: Uint8Array | string, data: Uint8Array | string): Uint8Array
  /** Compares in constant time; arrays of unequal length are unequal. */
  equal(a: Uint8Array, b: Uint8Array): boolean
  /**
   * Encrypts with AES-256-GCM, the instance key and a fresh nonce; the same `context` is needed for opening.
   */
  seal(plain: Uint8Array, context: string): Uint8Array
  /** Like `seal`, for bytes in chunks; call `end` once, at the end. */
  sealStream(context: string): SealStream
  /** The plain bytes; undefined where the sealed bytes, the key or the context do not match. */
  open(sealed: Uint8Array, context: string): Uint8Array | undefined
  /** Like `open`, in chunks; everything is verified before the first chunk. */
  openPieces(sealed: Uint8Array, context: string): Iterable<Uint8Array> | undefined
  /** A key derived from the instance key for one purpose (cursors, signed URLs). */
  derive(purpose: string): Uint8Array
  /** The instance's signing keys, whose signatures others can verify (evidence). */
  readonly signer: Signer
  /** Whether an Ed25519 signature is valid under a raw public key of 32 bytes; false for malformed input. */
  verify(publicKey: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean
}

/** The signing keys of an instance (Ed25519): the current one and its predecessors. */
export interface Signer {
  sign(data: Uint8Array): { key: SigningKey; signature: Uint8Array }
  /** The current key, then the retired ones, latest first: their signatures can still be verified. */
  keys(): readonly SigningKey[]
  /** Replaces the current key, keeping the public half of the old one, and returns the new one. */
  rotate(): Promise<SigningKey>
}

export interface SigningKey {
  /** The first sixteen hex digits of the public key's SHA-256. */
  id: string
  /** 32 bytes. */
  publicKey: Uint8Array
  /** ms of real time. */
  createdAt: number
  /** Null while it is the current key. */
  retiredAt: number | null
}

export interface Sha256Stream {
  update(chunk: Uint8Array): void
  digest(): Uint8Array
}

export interface SealStream {
  update(chunk: Uint8Array): void
  end(): Uint8Array
}

/** What the fingerprint of a key is an HMAC of, keyed with it: it distinguishes keys and reveals nothing. */
export const fingerprintText = 'lettershop instance key'
