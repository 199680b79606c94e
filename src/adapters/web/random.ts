import type { Random } from '../../core/ports/random.ts'

/** Browsers fill no more at a time. */
const MOST_BYTES = 65_536

/** The browser's cryptographic generator. */
export const createWebRandom = (): Random => {
  // Ids draw dozens of floats each; a pool spares a call into the generator for every one of them.
  const pool = new DataView(new ArrayBuffer(4096))
  let used = pool.byteLength
  return {
    bytes(length) {
      const bytes = new Uint8Array(length)
      for (let at = 0; at < length; at += MOST_BYTES) {
        crypto.getRandomValues(bytes.subarray(at, at + MOST_BYTES))
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
