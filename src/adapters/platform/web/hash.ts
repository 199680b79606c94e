import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../../../core/kernel/bytes.ts'
import type { Sha256 } from '../contract.ts'

const encoder = new TextEncoder()
const bytesOf = (data: Uint8Array | string): Uint8Array =>
  typeof data === 'string' ? encoder.encode(data) : data

class Hash implements Sha256 {
  readonly #state: ReturnType<typeof sha256.create>

  constructor(state = sha256.create()) {
    this.#state = state
  }

  update(data: Uint8Array | string): this {
    this.#state.update(bytesOf(data))
    return this
  }

  copy(): Hash {
    return new Hash(this.#state.clone())
  }

  digest(): Uint8Array {
    return this.#state.digest()
  }
}

export const createSha256 = (): Sha256 => new Hash()

/** Returns the SHA-256 as 64 hex digits. */
export const sha256Hex = (data: Uint8Array | string): string => toHex(sha256(bytesOf(data)))
