export class CapturedBody {
  readonly #limit: number
  readonly #chunks: Uint8Array[] = []
  #length = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds a chunk. Returns true if the limit cut some of it off. */
  add(chunk: Uint8Array): boolean {
    const room = this.#limit - this.#length
    const kept = chunk.subarray(0, room)
    this.#chunks.push(kept)
    this.#length += kept.length
    return chunk.length > room
  }

  /** Decodes UTF-8, without a last character cut by the limit. Replaces NUL, which PostgreSQL can't store. */
  text(): string {
    const decoder = new TextDecoder()
    return this.#chunks
      .map((chunk) => decoder.decode(chunk, { stream: true }))
      .join('')
      .replaceAll('\0', '\ufffd')
  }
}
