import type { Random } from '../../core/ports/system.ts'

/** Generates random numbers from a seed (sfc32). Not for secrets: a few outputs reveal the next. */
export const createSeededRandom = (seed: number | string = 0): Random => {
  const next = sfc32(...expandSeed(String(seed)))
  return {
    bytes(length) {
      const bytes = new Uint8Array(length)
      for (let index = 0; index < length; index++) bytes[index] = next() >>> 24
      return bytes
    },
    float() {
      const high = next() >>> 5
      const low = next() >>> 6
      return (high * 2 ** 26 + low) / 2 ** 53
    },
  }
}

const sfc32 = (a: number, b: number, c: number): (() => number) => {
  let counter = 1
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  // The first outputs still correlate with the seed.
  for (let round = 0; round < 15; round++) next()
  return next
}

/** Derives three words from a text (FNV-1a with three offsets), so that similar seeds are unrelated. */
const expandSeed = (text: string): [number, number, number] => {
  const word = (offset: number) => {
    let hash = offset
    for (let index = 0; index < text.length; index++)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  }
  return [word(0x811c9dc5), word(0x9e3779b9), word(0x6a09e667)]
}
