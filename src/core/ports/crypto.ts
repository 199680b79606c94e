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
  /** The plain bytes, or undefined when the sealed bytes, the key or the context do not fit. */
  open(sealed: Uint8Array, context: string): Uint8Array | undefined
  /** A key derived from the instance key for one purpose (cursors, signed URLs). */
  derive(purpose: string): Uint8Array
}

export interface Sha256Stream {
  update(chunk: Uint8Array): void
  digest(): Uint8Array
}
