/** Words with bytes beyond ASCII that are kept, and bytes of one: more say nothing new. */
export const mostWords = 300
const longestWord = 60
/** Lines with bytes beyond ASCII that are kept, and bytes of one, to show how they would be read. */
const mostLines = 12
const longestLine = 400
/** Letters from which a word of ASCII counts as one: shorter ones are codes. */
const shortestWord = 3

/**
 * What the bytes of a file show about its encoding: whether they are UTF-8, and the different words with bytes
 * beyond ASCII. Its memory is bounded.
 */
export class ByteTally {
  /** Sequences of several bytes that are UTF-8, and bytes that no UTF-8 has. */
  utf8Sequences = 0
  invalidBytes = 0
  /**
   * Halves of characters of UTF-16, each encoded as if it were a character (CESU-8). UTF-8 has none, but no other
   * encoding has their three bytes either.
   */
  surrogates = 0
  #isSurrogate = false
  /** Bytes of a sequence that are still to come, and how long it is. */
  #missing = 0
  #least = 0x80
  #most = 0xbf
  #lead = 0
  /** Words of ASCII letters. */
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

  /** The first lines, each with a byte beyond ASCII that those before it lack. */
  get lines(): readonly Uint8Array[] {
    return this.#lines
  }

  take(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte >= 0x80 || this.#missing > 0) this.#takeUtf8(byte)
      if (byte === 0x0a || byte === 0x0d) this.#endLine()
      else if (this.#line.length < longestLine) {
        this.#line.push(byte)
        if (byte >= 0x80 && !this.#seenInLines.has(byte)) this.#isLineNew = true
      }
      // The second byte of a letter of East Asia is never below 0x40.
      if (byte >= 0x40) {
        if (this.#word.length < longestWord) this.#word.push(byte)
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
    if (this.#isLineNew && this.#lines.length < mostLines) {
      for (const byte of this.#line) if (byte >= 0x80) this.#seenInLines.add(byte)
      this.#lines.push(Uint8Array.from(this.#line))
    }
    this.#line.length = 0
    this.#isLineNew = false
  }

  #endWord(): void {
    if (!this.#isBeyondAscii) {
      if (this.#word.length >= shortestWord) this.asciiWords++
    } else if (
      this.#words.size < mostWords ||
      this.#word.some((byte) => byte >= 0x80 && !this.#seen.has(byte))
    ) {
      for (const byte of this.#word) this.#seen.add(byte)
      const key = String.fromCharCode(...this.#word)
      if (!this.#words.has(key)) this.#words.set(key, Uint8Array.from(this.#word))
    }
    this.#word.length = 0
    this.#isBeyondAscii = false
  }

  /** By the table of well-formed sequences of Unicode (table 3-7). */
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
