import { inflateNow } from '#platform/zlib'
import { ImageRefused } from '../image.ts'
import { imageFaults } from '../sentences.ts'
import { tiffDamaged } from './tiff-directory.ts'

const NONE = 1
const LZW = 5
const DEFLATE = new Set([8, 32_946])
const PACK_BITS = 32_773
const names: Readonly<Record<number, string>> = {
  2: 'CCITT',
  3: 'CCITT Group 3',
  4: 'CCITT Group 4',
  6: 'JPEG',
  7: 'JPEG',
  50000: 'Zstandard',
  50001: 'WebP',
}

/** The samples of a strip or tile, `length` bytes of them. Throws `ImageRefused` for other codings, and for damage. */
export const decodeStrip = (data: Uint8Array, coding: number, length: number): Uint8Array => {
  const samples = decode(data, coding, length)
  if (samples.length < length) throw tiffDamaged()
  return samples.subarray(0, length)
}

const decode = (data: Uint8Array, coding: number, length: number): Uint8Array => {
  if (coding === NONE) return data
  if (coding === LZW) return unpackLzw(data, length)
  if (coding === PACK_BITS) return unpackBits(data, length)
  if (DEFLATE.has(coding)) {
    try {
      // Writers may fill the last strip up with rows that the picture does not have.
      return inflateNow(data, length * 2 + 65_536)
    } catch {
      throw tiffDamaged()
    }
  }
  throw new ImageRefused(
    imageFaults.say('image_fault.tiff_coding', { coding: names[coding] ?? `no. ${coding}` }),
  )
}

const unpackBits = (data: Uint8Array, length: number): Uint8Array => {
  const out = new Uint8Array(length)
  let to = 0
  for (let at = 0; at < data.length && to < length; ) {
    const count = data[at++]!
    if (count < 128) {
      out.set(data.subarray(at, at + Math.min(count + 1, length - to)), to)
      at += count + 1
      to += count + 1
    } else if (count > 128) {
      out.fill(data[at++]!, to, to + 257 - count)
      to += 257 - count
    }
  }
  return out.subarray(0, Math.min(to, length))
}

const CLEAR = 256
const END = 257
const MOST_CODES = 4096

/** LZW as TIFF writes it: the highest bit first, and codes a bit longer one code early. */
const unpackLzw = (data: Uint8Array, length: number): Uint8Array => {
  const out = new Uint8Array(length)
  // Each code is the string that began at `starts` and has so many bytes: always part of what is written already.
  const starts = new Uint32Array(MOST_CODES)
  const lengths = new Uint32Array(MOST_CODES)
  let [to, next, width, bits, held] = [0, END + 1, 9, 0, 0]
  let previous = -1
  let previousAt = 0
  for (let at = 0; to < length; ) {
    while (bits < width) {
      if (at >= data.length) return out.subarray(0, to)
      held = ((held << 8) | data[at++]!) & 0xff_ffff
      bits += 8
    }
    const code = (held >> (bits - width)) & ((1 << width) - 1)
    bits -= width
    if (code === END) break
    if (code === CLEAR) {
      ;[next, width, previous] = [END + 1, 9, -1]
      continue
    }
    const at0 = to
    if (code < CLEAR) out[to++] = code
    else if (code < next) to = copy(out, starts[code]!, lengths[code]!, to)
    else if (code === next && previous >= 0) {
      to = copy(out, previousAt, at0 - previousAt, to)
      if (to < length) out[to++] = out[previousAt]!
    } else throw tiffDamaged()
    if (previous >= 0 && next < MOST_CODES) {
      starts[next] = previousAt
      lengths[next] = at0 - previousAt + 1
      next++
      if (next >= (1 << width) - 1 && width < 12) width++
    }
    previous = code
    previousAt = at0
  }
  return out.subarray(0, to)
}

const copy = (out: Uint8Array, from: number, count: number, to: number): number => {
  const most = Math.min(count, out.length - to)
  for (let index = 0; index < most; index++) out[to + index] = out[from + index]!
  return to + most
}
