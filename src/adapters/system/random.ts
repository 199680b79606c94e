import { randomFillSync } from 'node:crypto'
import type { Random } from '../../core/ports/random.ts'

/** The operating system's cryptographic generator. */
export const createSystemRandom = (): Random => {
  // Ids need dozens of floats each; a pool saves a system call for each of them.
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
