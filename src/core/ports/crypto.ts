/** Hashes, encryption and signatures. Synchronous, because transactions call them. */
export interface Crypto {
  sha256(data: Uint8Array | string): Uint8Array
  /** Hashes bytes in chunks. Call `digest` once, at the end. */
  sha256Stream(): Sha256Stream
  hmacSha256(key: Uint8Array | string, data: Uint8Array | string): Uint8Array
  /** Compares in constant time. Arrays of unequal length are unequal. */
  equal(a: Uint8Array, b: Uint8Array): boolean
  /** Encrypts with AES-256-GCM, the instance key and a fresh nonce. `open` needs the same `context`. */
  seal(plain: Uint8Array, context: string): Uint8Array
  /** Like `seal`, for bytes in chunks. Call `end` once, at the end. */
  sealStream(context: string): SealStream
  /** Returns the plain bytes; undefined if the sealed bytes, key or context don't match. */
  open(sealed: Uint8Array, context: string): Uint8Array | undefined
  /** Like `open`, in chunks. Verifies all bytes before it returns the first chunk. */
  openPieces(sealed: Uint8Array, context: string): Iterable<Uint8Array> | undefined
  /** Derives a key from the instance key for one purpose (cursors, signed URLs). */
  derive(purpose: string): Uint8Array
  /** The instance's signing keys, for evidence that others can verify. */
  readonly signer: Signer
  /** Ed25519, with a raw public key of 32 bytes. False for malformed input. */
  verify(publicKey: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean
}

/** Ed25519 keys: the current one and its predecessors. */
export interface Signer {
  sign(data: Uint8Array): { key: SigningKey; signature: Uint8Array }
  /** The current key, then the retired ones, latest first. Their signatures can still be verified. */
  keys(): readonly SigningKey[]
  /** Creates a new key and returns it. Keeps the public half of the old one. */
  rotate(): Promise<SigningKey>
}

export interface SigningKey {
  /** The first sixteen hex digits of the public key's SHA-256. */
  id: string
  /** 32 bytes. */
  publicKey: Uint8Array
  /** In ms of real time. */
  createdAt: number
  /** Null for the current key. */
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

/** A key's fingerprint is an HMAC of this text: it distinguishes keys and reveals nothing. */
export const fingerprintText = 'lettershop instance key'
