import { Inflate, Unzlib, type ZlibOptions, zlibSync } from 'fflate'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { type Deflater, InflatedTooLong } from '../contract.ts'
import { nextTurn } from './turn.ts'

type Level = ZlibOptions['level']
/** Input per step, which limits the output before its length is checked: at most a thousandfold. */
const INFLATED_SLICE_BYTES = 16 * 1024

/** Compresses outside this thread, so that large data doesn't block the event loop. */
export const deflate = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const deflater = createDeflater()
  await deflater.write(bytes)
  return deflater.end()
}

/** Maximum length of an uncompressed block. */
const STORED_BLOCK_BYTES = 0xffff

/**
 * Writes raw deflate blocks, as in a ZIP, that end at a whole byte: results concatenated and followed by
 * `deflateEnd` form one stream. Uncompressed, because browsers and fflate compress whole streams only.
 */
export const deflateBlocks = async (bytes: Uint8Array): Promise<Uint8Array> => {
  await nextTurn()
  const blocks = [...slicesOf(bytes, STORED_BLOCK_BYTES)].flatMap((slice) => {
    const { length } = slice
    return [Uint8Array.of(0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255), slice]
  })
  return concatenate(blocks)
}

/** An empty final block. */
export const deflateEnd = Uint8Array.of(3, 0)

/** Compresses synchronously, in this thread. */
export const deflateNow = (bytes: Uint8Array, level = 6): Uint8Array =>
  zlibSync(bytes, { level: level as Level })

/** Inflates synchronously. Throws `InflatedTooLong` beyond `maxLength`, another error for damaged data. */
export const inflateNow = (
  bytes: Uint8Array,
  maxLength: number,
  format: 'zlib' | 'raw' = 'zlib',
): Uint8Array => {
  const chunks: Uint8Array[] = []
  const inflater = new Inflater((chunk) => chunks.push(chunk), maxLength, format)
  for (const slice of slicesOf(bytes, INFLATED_SLICE_BYTES)) inflater.push(slice)
  inflater.end()
  return concatenate(chunks)
}

/**
 * Inflates a stream in chunks of at most `chunkLength` bytes. `raw` is deflate without zlib's header and
 * checksum, as in a ZIP. Throws if the data is damaged or incomplete.
 */
export async function* inflateChunks(
  pieces: Iterable<Uint8Array>,
  chunkLength: number,
  format: 'zlib' | 'raw' = 'zlib',
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const inflater = new Inflater((chunk) => ready.push(chunk), Number.POSITIVE_INFINITY, format)
  for (const piece of pieces) {
    for (const slice of slicesOf(piece, INFLATED_SLICE_BYTES)) {
      inflater.push(slice)
      const chunks = ready
      ready = []
      for (const chunk of chunks) yield* slicesOf(chunk, chunkLength)
      await nextTurn()
    }
  }
  inflater.end()
  for (const chunk of ready) yield* slicesOf(chunk, chunkLength)
}

/** Uses the browser's deflate: fflate writes unreadable streams for data that repeats at long distances. */
export const createDeflater = (): Deflater => {
  const { readable, writable } = new CompressionStream('deflate')
  const writer = writable.getWriter()
  const whole = new Response(readable as ReadableStream).arrayBuffer()
  // `write` and `close` reject with the same error.
  whole.catch(() => {})
  return {
    async write(bytes) {
      // In some browsers a write of no bytes never resolves.
      if (bytes.length > 0) await writer.write(bytes as Uint8Array<ArrayBuffer>)
    },
    async end() {
      await writer.close()
      return new Uint8Array(await whole)
    },
  }
}

/** fflate's inflate with a length limit. Unlike zlib it doesn't verify the checksum at the end. */
class Inflater {
  readonly #stream: Unzlib | Inflate
  #length = 0

  constructor(take: (chunk: Uint8Array) => void, maxLength: number, format: 'zlib' | 'raw' = 'zlib') {
    this.#stream = new (format === 'raw' ? Inflate : Unzlib)((chunk) => {
      this.#length += chunk.length
      if (this.#length > maxLength) throw new InflatedTooLong()
      if (chunk.length > 0) take(chunk)
    })
  }

  push(bytes: Uint8Array): void {
    this.#stream.push(bytes)
  }

  end(): void {
    this.#stream.push(new Uint8Array(0), true)
  }
}

function* slicesOf(bytes: Uint8Array, length: number): Generator<Uint8Array> {
  if (bytes.length <= length) yield bytes
  else for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
