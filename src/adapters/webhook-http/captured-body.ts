/** The beginning of an answer's body, up to a limit in bytes. */
export class CapturedBody {
  readonly #limit: number
  readonly #chunks: Uint8Array[] = []
  #length = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds a chunk. True when the limit is reached and further chunks are not needed. */
  add(chunk: Uint8Array): boolean {
    const room = this.#limit - this.#length
    const kept = chunk.subarray(0, room)
    this.#chunks.push(kept)
    this.#length += kept.length
    return chunk.length > room
  }

  /**
   * The captured bytes as UTF-8. A character that the limit cut in two is left out, and NUL, which PostgreSQL
   * cannot store, is replaced.
   */
  text(): string {
    const decoder = new TextDecoder()
    return this.#chunks
      .map((chunk) => decoder.decode(chunk, { stream: true }))
      .join('')
      .replaceAll('\0', '\ufffd')
  }
}
