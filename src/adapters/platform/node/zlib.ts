import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { type Deflater, InflatedTooLong } from '../contract.ts'

/** Compresses in the thread pool, so that large data doesn't block the event loop. */
export const deflate = promisify<Uint8Array, Uint8Array>(zlib.deflate)

/** Returns raw deflate blocks that end at a whole byte. Results and `deflateEnd`, joined, are one stream. */
export const deflateBlocks = (bytes: Uint8Array): Promise<Uint8Array> =>
  promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.deflateRaw)(bytes, {
    finishFlush: zlib.constants.Z_SYNC_FLUSH,
  })

/** An empty final block. */
export const deflateEnd = Uint8Array.of(3, 0)

/** Compresses synchronously, in this thread. */
export const deflateNow = (bytes: Uint8Array, level = 6): Uint8Array => zlib.deflateSync(bytes, { level })

/** Inflates synchronously. Throws `InflatedTooLong` beyond `maxLength`, another error for damaged data. */
export const inflateNow = (
  bytes: Uint8Array,
  maxLength: number,
  format: 'zlib' | 'raw' = 'zlib',
): Uint8Array => {
  const inflate = format === 'raw' ? zlib.inflateRawSync : zlib.inflateSync
  try {
    return inflate(bytes, { maxOutputLength: maxLength })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? new InflatedTooLong() : error
  }
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
  const create = format === 'raw' ? zlib.createInflateRaw : zlib.createInflate
  const inflate = Readable.from(pieces).pipe(create({ chunkSize: chunkLength }))
  try {
    yield* inflate as AsyncIterable<Uint8Array>
  } finally {
    inflate.destroy()
  }
}

export const createDeflater = (): Deflater => {
  const stream = zlib.createDeflate()
  const chunks: Uint8Array[] = []
  stream.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stream.write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    end: () =>
      new Promise((resolve, reject) => {
        stream.once('end', () => resolve(concatenate(chunks)))
        stream.once('error', reject)
        stream.end()
      }),
  }
}
