/** Maximum number of words with non-ASCII bytes, and of bytes in each. More don't improve detection. */
export const maxWords = 300
const maxWordBytes = 60
/** Maximum number of sample lines with non-ASCII bytes, and of bytes in each. */
const maxLines = 12
const maxLineBytes = 400
/** Shorter ASCII words are likely codes and don't count. */
const minWordLetters = 3

/** Collects in bounded memory what reveals an encoding: UTF-8 validity and words with non-ASCII bytes. */
export class ByteTally {
  /** Multi-byte UTF-8 sequences, and bytes that are invalid in UTF-8. */
  utf8Sequences = 0
  invalidBytes = 0
  /** UTF-16 surrogates in three bytes each (CESU-8): invalid as UTF-8, but found in no other encoding. */
  surrogates = 0
  #isSurrogate = false
  /** Number of bytes that the current sequence still lacks, and the range of the next one. */
  #missing = 0
  #least = 0x80
  #most = 0xbf
  #lead = 0
  asciiWords = 0
  readonly #seen = new Set<number>()
  readonly #words = new Map<string, Uint8Array>()
  #word: number[] = []
  #isBeyondAscii = false

  readonly #lines: Uint8Array[] = []
  readonly #seenInLines = new Set<number>()
  #line: number[] = []
  #isLineNew = false

  get hasBytesBeyondAscii(): boolean {
    return this.utf8Sequences + this.surrogates + this.invalidBytes > 0
  }

  get words(): Uint8Array[] {
    return [...this.#words.values()]
  }

  /** The first lines, each with a non-ASCII byte that earlier lines lack. */
  get lines(): readonly Uint8Array[] {
    return this.#lines
  }

  take(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte >= 0x80 || this.#missing > 0) this.#takeUtf8(byte)
      if (byte === 0x0a || byte === 0x0d) this.#endLine()
      else if (this.#line.length < maxLineBytes) {
        this.#line.push(byte)
        if (byte >= 0x80 && !this.#seenInLines.has(byte)) this.#isLineNew = true
      }
      // The second byte of an East Asian character is never below 0x40.
      if (byte >= 0x40) {
        if (this.#word.length < maxWordBytes) this.#word.push(byte)
        if (byte >= 0x80) this.#isBeyondAscii = true
      } else if (this.#word.length > 0) this.#endWord()
    }
  }

  end(): void {
    this.#endWord()
    this.#endLine()
    if (this.#missing > 0) this.invalidBytes++
    this.#missing = 0
  }

  #endLine(): void {
    if (this.#isLineNew && this.#lines.length < maxLines) {
      for (const byte of this.#line) if (byte >= 0x80) this.#seenInLines.add(byte)
      this.#lines.push(Uint8Array.from(this.#line))
    }
    this.#line.length = 0
    this.#isLineNew = false
  }

  #endWord(): void {
    if (!this.#isBeyondAscii) {
      if (this.#word.length >= minWordLetters) this.asciiWords++
    } else if (
      this.#words.size < maxWords ||
      this.#word.some((byte) => byte >= 0x80 && !this.#seen.has(byte))
    ) {
      for (const byte of this.#word) this.#seen.add(byte)
      const key = String.fromCharCode(...this.#word)
      if (!this.#words.has(key)) this.#words.set(key, Uint8Array.from(this.#word))
    }
    this.#word.length = 0
    this.#isBeyondAscii = false
  }

  /** Implements table 3-7 of the Unicode standard, “Well-Formed UTF-8 Byte Sequences”. */
  #takeUtf8(byte: number): void {
    if (this.#missing > 0) {
      if (byte >= this.#least && byte <= this.#most) {
        if (this.#lead === 0xed && this.#missing === 2) this.#isSurrogate = byte >= 0xa0
        if (--this.#missing === 0) {
          if (this.#isSurrogate) this.surrogates++
          else this.utf8Sequences++
        }
        this.#least = 0x80
        this.#most = 0xbf
        return
      }
      this.invalidBytes++
      this.#missing = 0
      if (byte < 0x80) return
    }
    this.#missing =
      byte >= 0xc2 && byte <= 0xdf
        ? 1
        : byte >= 0xe0 && byte <= 0xef
          ? 2
          : byte >= 0xf0 && byte <= 0xf4
            ? 3
            : 0
    if (this.#missing === 0) this.invalidBytes++
    this.#least = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80
    this.#most = byte === 0xf4 ? 0x8f : 0xbf
    this.#lead = byte
    this.#isSurrogate = false
  }
}
