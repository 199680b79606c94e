/** Texts that are joined at a time. */
const BLOCK_TEXTS = 4096

/**
 * Many texts by number, in blocks: a text cut out of a parser's input keeps all of that input in memory, and
 * a million texts of their own take several times what stands in them.
 */
export class Texts {
  readonly #blocks: string[] = []
  /** Where each text ends in its block. */
  #ends = new Uint32Array(BLOCK_TEXTS)
  #open: string[] = []
  #openLength = 0
  #count = 0

  get length(): number {
    return this.#count
  }

  add(text: string): void {
    if (this.#count === this.#ends.length) {
      const ends = new Uint32Array(this.#ends.length * 2)
      ends.set(this.#ends)
      this.#ends = ends
    }
    this.#open.push(text)
    this.#openLength += text.length
    this.#ends[this.#count++] = this.#openLength
    if (this.#open.length === BLOCK_TEXTS) this.#close()
  }

  /** Undefined where there is no text of this number. */
  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined
    const block = Math.floor(index / BLOCK_TEXTS)
    if (block === this.#blocks.length) this.#close()
    const start = index % BLOCK_TEXTS === 0 ? 0 : this.#ends[index - 1]!
    return this.#blocks[block]!.slice(start, this.#ends[index]!)
  }

  #close(): void {
    this.#blocks.push(this.#open.join(''))
    this.#open = []
    this.#openLength = 0
  }
}
