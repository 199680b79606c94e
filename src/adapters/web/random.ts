import type { Random } from '../../core/ports/random.ts'

/** The most that browsers fill in one call. */
const MAX_BYTES = 65_536

/** The browser's cryptographic generator. */
export const createWebRandom = (): Random => {
  // An id needs dozens of floats; a pool saves a call of the generator for each of them.
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
