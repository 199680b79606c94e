export class CapturedBody {
  readonly #limit: number
  readonly #chunks: Uint8Array[] = []
  #length = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds a chunk; true if the limit is reached. */
  add(chunk: Uint8Array): boolean {
    const room = this.#limit - this.#length
    const kept = chunk.subarray(0, room)
    this.#chunks.push(kept)
    this.#length += kept.length
    return chunk.length > room
  }

  /** UTF-8 without a character cut by the limit. Replaces NUL, which PostgreSQL can't store. */
  text(): string {
    const decoder = new TextDecoder()
    return this.#chunks
      .map((chunk) => decoder.decode(chunk, { stream: true }))
      .join('')
      .replaceAll('\0', '\ufffd')
  }
}
