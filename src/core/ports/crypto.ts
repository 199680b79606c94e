/** The few cryptographic functions the core needs; synchronous, because they run inside transactions. */
export interface Crypto {
  sha256(data: Uint8Array | string): Uint8Array
  /** The same over bytes that come bit by bit; `digest` once, at the end. */
  sha256Stream(): Sha256Stream
  hmacSha256(key: Uint8Array | string, data: Uint8Array | string): Uint8Array
  /** Compares in constant time; unequal lengths are unequal. */
  equal(a: Uint8Array, b: Uint8Array): boolean
  /** AES-256-GCM with the instance key and a fresh nonce; `context` must be the same when opening. */
  seal(plain: Uint8Array, context: string): Uint8Array
  /** The same of many bytes, which come bit by bit; `end` once, when all of them have come. */
  sealStream(context: string): SealStream
  /** The plain bytes, or undefined when the sealed bytes, the key or the context do not fit. */
  open(sealed: Uint8Array, context: string): Uint8Array | undefined
  /** The same bit by bit; all of it is checked before the first. */
  openPieces(sealed: Uint8Array, context: string): Iterable<Uint8Array> | undefined
  /** A key derived from the instance key for one purpose (cursors, signed URLs). */
  derive(purpose: string): Uint8Array
  /** What this instance signs with, for others to check (evidence). */
  readonly signer: Signer
  /** Whether an Ed25519 signature under a raw public key of 32 bytes is good; false for anything malformed. */
  verify(publicKey: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean
}

/** The signing keys of an instance (Ed25519): one that signs, and those that did before it. */
export interface Signer {
  sign(data: Uint8Array): { key: SigningKey; signature: Uint8Array }
  /** The key that signs, then the retired ones, the latest first: what they signed stays checkable. */
  keys(): readonly SigningKey[]
  /** Signs with a new key from now on, and keeps the public half of the old one. */
  rotate(): Promise<SigningKey>
}

export interface SigningKey {
  /** Sixteen hex digits: the beginning of the public key's SHA-256. */
  id: string
  /** 32 bytes. */
  publicKey: Uint8Array
  /** ms of real time. */
  createdAt: number
  /** null while it signs. */
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
