import type { Writable } from 'node:stream'
import { replaceBytes } from '../json-bytes.ts'

/** Bytes that are written as they arrive, so that the sender never holds all of them. */
export class ByteStream {
  readonly length: number
  readonly chunks: AsyncIterable<Uint8Array>
  constructor(length: number, chunks: AsyncIterable<Uint8Array>) {
    this.length = length
    this.chunks = chunks
  }
}

const isBytes = (value: unknown): value is Uint8Array | ByteStream =>
  value instanceof Uint8Array || value instanceof ByteStream

/** The most bytes per write, so that the event loop gets turns between slices of large arrays. */
const SLICE_BYTES = 1024 * 1024
const LENGTH_BYTES = 4

/**
 * Writes a value as length-prefixed JSON, in which `{"$bytes": [index, length]}` refers to the bytes that
 * follow in order. Resolves once the stream has taken everything. Throws if a `ByteStream` has another length
 * than declared.
 */
export const writeFrame = async (to: Writable, value: unknown): Promise<void> => {
  const bytes: (Uint8Array | ByteStream)[] = []
  const json = JSON.stringify(
    value,
    replaceBytes(isBytes, (entry) => ({ $bytes: [bytes.push(entry) - 1, entry.length] })),
  )
  const head = Buffer.alloc(LENGTH_BYTES)
  head.writeUInt32LE(Buffer.byteLength(json))
  await put(to, Buffer.concat([head, Buffer.from(json)]))
  for (const entry of bytes) {
    let length = 0
    for await (const chunk of entry instanceof Uint8Array ? slices(entry) : entry.chunks) {
      length += chunk.length
      if (length > entry.length) break
      await put(to, chunk)
    }
    if (length !== entry.length) throw new Error(`Expected ${entry.length} bytes but received ${length}`)
  }
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES)
}

const put = (to: Writable, chunk: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    to.write(chunk, (error) => (error ? reject(error) : resolve()))
  })

/** Yields the values that `writeFrame` wrote until the source ends. Drops an incomplete last frame. */
export async function* readFrames(source: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const reader = new Reader(source)
  for (;;) {
    const head = await reader.read(LENGTH_BYTES)
    if (!head) return
    const json = await reader.read(Buffer.from(head.buffer).readUInt32LE())
    if (!json) return
    const places: { holder: Record<string, unknown>; key: string; length: number }[] = []
    const value = JSON.parse(Buffer.from(json.buffer).toString(), function (this, key, entry) {
      if (Array.isArray(entry?.$bytes)) {
        const [index, length] = entry.$bytes as [number, number]
        places[index] = { holder: this, key, length }
      }
      return entry
    })
    for (const { holder, key, length } of places) {
      const bytes = await reader.read(length)
      if (!bytes) return
      holder[key] = bytes
    }
    yield value
  }
}

/** Reads a stream in arrays of requested lengths, each with its own buffer. */
class Reader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async read(length: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const out = new Uint8Array(length)
    for (let at = 0; at < length; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#chunks.next()
        if (done) return undefined
        this.#rest = value
      }
      const part = this.#rest.subarray(0, length - at)
      out.set(part, at)
      at += part.length
      this.#rest = this.#rest.subarray(part.length)
    }
    return out
  }
}
