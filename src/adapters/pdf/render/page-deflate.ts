/**
 * Deflates the operators of a page (RFC 1950 and 1951) with one Huffman code for all pages. Pages consist of
 * digits, hexadecimal glyph ids and a few operators, so the code is computed once and written at the start of
 * every stream. For thousands of short streams zlib would count symbols, build a code and initialise itself
 * each time (docs/design/rendering.md).
 */

/**
 * Code lengths in bits, one hex digit each, for 286 literals and lengths, 30 distances and 19 code lengths.
 * Computed by package-merge from pages of postcards and letters. Only line feeds and printable ASCII have a
 * code, because operators contain nothing else.
 */
const LITERAL_BITS = `000000000060000000000000000000005bbbbbbbbbbbb8584445555555bb8b7bba9a988bbbabbbabbab97bbbbbbababbb788877bbbb9aaaaaa9b9abbabbbbbb${'0'.repeat(129)}ab34555665877868bbbbbbbbbbbbbb`
const DISTANCE_BITS = '979696334444444455565568999998'
const CODE_LENGTH_BITS = '0005434434420000366'

const MAX_LITERAL_BITS = 11
const END_OF_BLOCK = 256
const FIRST_LENGTH = 257
const MIN_MATCH = 4
const MAX_MATCH = 258
const WINDOW_BYTES = 32 * 1024
const FINAL_DYNAMIC_BLOCK = 0b101
/** The order in which a block stores the lengths of code lengths. */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
/** Symbols that repeat the previous length or zero, with their limits and extra bits. */
const REPEAT = { symbol: 16, least: 3, most: 6, bits: 2 } as const
const ZEROS = { symbol: 17, least: 3, most: 10, bits: 3 } as const
const MANY_ZEROS = { symbol: 18, least: 11, most: 138, bits: 7 } as const

/** A Huffman code: the bits of each symbol, first bit lowest, and their number. */
interface Code {
  bits: Uint16Array
  lengths: Uint8Array
}

const codeOf = (digits: string): Code => {
  const lengths = Uint8Array.from(digits, (digit) => Number.parseInt(digit, 16))
  const bits = new Uint16Array(lengths.length)
  let code = 0
  for (let length = 1; length < 16; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue
      bits[symbol] = reversed(code++, length)
    }
    code <<= 1
  }
  return { bits, lengths }
}

const reversed = (code: number, length: number): number => {
  let out = 0
  for (let bit = 0; bit < length; bit++) out |= ((code >> bit) & 1) << (length - 1 - bit)
  return out
}

const literals = codeOf(LITERAL_BITS)
const distances = codeOf(DISTANCE_BITS)

/** Start of every stream: zlib's header and the block's with these codes. The last byte may be partial. */
const header = ((): { bytes: Uint8Array; rest: number; restBits: number } => {
  const codeLengths = codeOf(CODE_LENGTH_BITS)
  const bytes = [0x78, 0x01]
  let rest = 0
  let restBits = 0
  const put = (value: number, bits: number) => {
    rest |= value << restBits
    for (restBits += bits; restBits >= 8; restBits -= 8, rest >>>= 8) bytes.push(rest & 0xff)
  }
  const symbol = (value: number) => put(codeLengths.bits[value]!, codeLengths.lengths[value]!)
  put(FINAL_DYNAMIC_BLOCK, 3)
  put(literals.lengths.length - FIRST_LENGTH, 5)
  put(distances.lengths.length - 1, 5)
  put(CODE_LENGTH_ORDER.length - 4, 4)
  for (const value of CODE_LENGTH_ORDER) put(codeLengths.lengths[value]!, 3)
  const lengths = [...literals.lengths, ...distances.lengths]
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at]!
    let run = 1
    while (lengths[at + run] === length) run++
    at += run
    if (length !== 0) {
      symbol(length)
      run--
    }
    while (run > 0) {
      const by = length !== 0 ? REPEAT : run >= MANY_ZEROS.least ? MANY_ZEROS : ZEROS
      const repeated = Math.min(run, by.most)
      if (repeated < by.least) {
        symbol(length)
        run--
        continue
      }
      symbol(by.symbol)
      put(repeated - by.least, by.bits)
      run -= repeated
    }
  }
  return { bytes: Uint8Array.from(bytes), rest, restBits }
})()

/** By match length: the code with its extra bits, and the number of bits. */
const lengthCodes = new Uint32Array(MAX_MATCH + 1)
const lengthBits = new Uint8Array(MAX_MATCH + 1)
for (let symbol = FIRST_LENGTH, from = 3; symbol < literals.lengths.length; symbol++) {
  const step = symbol - FIRST_LENGTH
  const extra = symbol === 285 || step < 8 ? 0 : (step >> 2) - 1
  // The last symbol is reserved for the longest match, although the previous one reaches as far.
  const first = symbol === 285 ? MAX_MATCH : from
  for (let more = 0; more < 1 << extra && first + more <= MAX_MATCH; more++) {
    const own = literals.lengths[symbol]!
    lengthCodes[first + more] = literals.bits[symbol]! | (more << own)
    lengthBits[first + more] = own + extra
  }
  from += 1 << extra
}

/** Returns the most bytes that a compressed stream of this length takes. */
export const deflatedPageBound = (length: number): number =>
  header.bytes.length + Math.ceil((length * MAX_LITERAL_BITS) / 8) + 8

/** `to` must have room for `deflatedPageBound`. Returns the end; undefined if a byte has no code. */
export const deflatePage = (plain: Uint8Array, to: Uint8Array, at: number): number | undefined => {
  const count = findRepeats(plain)
  return count === undefined ? undefined : writeAdler32(plain, to, encode(count, to, at))
}

const HASH_BITS = 11
const GOLDEN = 0x9e3779b1
/** Last position of four bytes with this hash. Positions continue across pages: no clearing is needed. */
const heads = new Int32Array(1 << HASH_BITS)
/** The position of the page's first byte. The table is cleared before positions exceed 31 bits. */
let base = 1
const CLEARED_AT = 2 ** 30

/** A page as bytes and matches. A match has its length in the upper and its distance in the lower 16 bits. */
let tokens = new Uint32Array(16 * 1024)

/** Fills `tokens` and returns their number; undefined if a byte has no code. */
const findRepeats = (plain: Uint8Array): number | undefined => {
  const { length } = plain
  if (length > tokens.length) tokens = new Uint32Array(length * 2)
  if (base + length > CLEARED_AT) {
    heads.fill(0)
    base = 1
  }
  const start = base
  base += length
  const hashed = length - MIN_MATCH
  const found = tokens
  const literalLengths = literals.lengths
  let word = (plain[0]! << 8) | (plain[1]! << 16) | (plain[2]! << 24)
  let count = 0
  for (let from = 0; from < length; ) {
    let match = 0
    let before = 0
    if (from <= hashed) {
      word = (word >>> 8) | (plain[from + 3]! << 24)
      const hash = Math.imul(word, GOLDEN) >>> (32 - HASH_BITS)
      before = heads[hash]! - start
      heads[hash] = start + from
      if (before >= 0 && from - before <= WINDOW_BYTES) match = repeatLength(plain, before, from)
    }
    if (match < MIN_MATCH) {
      const byte = plain[from++]!
      if (literalLengths[byte] === 0) return undefined
      found[count++] = byte
      continue
    }
    found[count++] = (match << 16) | (from - before)
    const end = from + match
    const lastHashed = Math.min(end, hashed + 1)
    for (from++; from < lastHashed; from++) {
      word = (word >>> 8) | (plain[from + 3]! << 24)
      heads[Math.imul(word, GOLDEN) >>> (32 - HASH_BITS)] = start + from
    }
    from = end
  }
  return count
}

const repeatLength = (bytes: Uint8Array, before: number, from: number): number => {
  const most = Math.min(MAX_MATCH, bytes.length - from)
  let length = 0
  while (length < most && bytes[before + length] === bytes[from + length]) length++
  return length
}

const encode = (tokenCount: number, to: Uint8Array, at: number): number => {
  const { bits: literalBits, lengths: literalLengths } = literals
  const { bits: distanceBits, lengths: distanceLengths } = distances
  const found = tokens
  to.set(header.bytes, at)
  let out = at + header.bytes.length
  let bits = header.rest
  let count = header.restBits
  for (let token = 0; token < tokenCount; token++) {
    const value = found[token]!
    const match = value >>> 16
    if (match === 0) {
      bits |= literalBits[value]! << count
      count += literalLengths[value]!
    } else {
      bits |= lengthCodes[match]! << count
      for (count += lengthBits[match]!; count >= 8; count -= 8, bits >>>= 8) to[out++] = bits
      const far = (value & 0xffff) - 1
      const extra = far < 4 ? 0 : 30 - Math.clz32(far)
      const symbol = far < 4 ? far : 2 * extra + (far >> extra)
      const own = distanceLengths[symbol]!
      bits |= (distanceBits[symbol]! | ((far & ((1 << extra) - 1)) << own)) << count
      count += own + extra
    }
    for (; count >= 8; count -= 8, bits >>>= 8) to[out++] = bits
  }
  bits |= literalBits[END_OF_BLOCK]! << count
  for (count += literalLengths[END_OF_BLOCK]!; count > 0; count -= 8, bits >>>= 8) to[out++] = bits
  return out
}

const ADLER_MODULUS = 65_521
/** The most bytes that can be summed before a sum exceeds 31 bits. */
const ADLER_BYTES = 3800

const writeAdler32 = (bytes: Uint8Array, to: Uint8Array, at: number): number => {
  let low = 1
  let high = 0
  for (let from = 0; from < bytes.length; ) {
    const end = Math.min(from + ADLER_BYTES, bytes.length)
    for (; from < end; from++) {
      low = (low + bytes[from]!) | 0
      high = (high + low) | 0
    }
    low %= ADLER_MODULUS
    high %= ADLER_MODULUS
  }
  to[at] = high >>> 8
  to[at + 1] = high
  to[at + 2] = low >>> 8
  to[at + 3] = low
  return at + 4
}
