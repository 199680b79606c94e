/** The beginning of an answer's body, up to a limit in bytes. */
export class CapturedBody {
  readonly #limit: number
  readonly #chunks: Uint8Array[] = []
  #length = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** True when the limit is passed: what comes now is of no interest. */
  add(chunk: Uint8Array): boolean {
    const room = this.#limit - this.#length
    const kept = chunk.subarray(0, room)
    this.#chunks.push(kept)
    this.#length += kept.length
    return chunk.length > room
  }

  /** As UTF-8. A character that the limit cut in two is left out, and NUL, which PostgreSQL cannot store, replaced. */
  text(): string {
    const decoder = new TextDecoder()
    return this.#chunks
      .map((chunk) => decoder.decode(chunk, { stream: true }))
      .join('')
      .replaceAll('\0', '\ufffd')
  }
}
