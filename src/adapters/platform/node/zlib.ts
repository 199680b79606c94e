import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { type Deflater, InflatedTooLong } from '../contract.ts'

/** In the thread pool: for data that would block the event loop for too long. */
export const deflate = promisify<Uint8Array, Uint8Array>(zlib.deflate)

/** Synchronously, in this thread. */
export const deflateNow = (bytes: Uint8Array, level = 6): Uint8Array => zlib.deflateSync(bytes, { level })

/**
 * Measured on postcard pages: half the time of the default level for 9 % more bytes. A small window, hash and
 * output buffer suit streams of a few kilobytes; zlib allocates them for every call (32 instead of
 * 284 KB), and the larger ones would scatter each thread's memory.
 */
const BRIEF = { level: 3, windowBits: 12, memLevel: 5, chunkSize: 2048 }

/** What the executable's runtime brings besides zlib: half of its time on such streams, for 3 % more bytes. */
const libdeflate = (globalThis as { Bun?: { deflateSync: LibDeflate } }).Bun?.deflateSync
type LibDeflate = (
  bytes: Uint8Array,
  options: { library: 'libdeflate'; level: number },
) => Uint8Array<ArrayBuffer>

/** Synchronously, in this thread, soon rather than tightly: for streams of some kilobytes, of which there are many. */
export const deflateBrief = (bytes: Uint8Array): Uint8Array =>
  libdeflate
    ? zlibStream(libdeflate(bytes, { library: 'libdeflate', level: 1 }), bytes)
    : zlib.deflateSync(bytes, BRIEF)

/** Deflated data within the header and the checksum of zlib, which PDF expects. */
const zlibStream = (deflated: Uint8Array, plain: Uint8Array): Uint8Array => {
  const stream = new Uint8Array(deflated.length + 6)
  stream[0] = 0x78
  stream[1] = 0x01
  stream.set(deflated, 2)
  new DataView(stream.buffer).setUint32(deflated.length + 2, adler32(plain))
  return stream
}

const ADLER_MODULUS = 65_521
/** So many bytes can be summed before a sum exceeds 32 bits. */
const ADLER_BYTES = 5552

/** The checksum of a zlib stream (RFC 1950). */
const adler32 = (bytes: Uint8Array): number => {
  let low = 1
  let high = 0
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(at + ADLER_BYTES, bytes.length)
    for (; at < end; at++) {
      low += bytes[at]!
      high += low
    }
    low %= ADLER_MODULUS
    high %= ADLER_MODULUS
  }
  return high * 2 ** 16 + low
}

/** Synchronously, in this thread. Throws `InflatedTooLong`, or another error where the data is damaged. */
export const inflateNow = (bytes: Uint8Array, maxLength: number): Uint8Array => {
  try {
    return zlib.inflateSync(bytes, { maxOutputLength: maxLength })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? new InflatedTooLong() : error
  }
}

/**
 * Inflates a stream, at most `chunkLength` bytes at a time: `raw` is deflate without zlib's header and
 * checksum, as in a ZIP. Throws where the data is damaged or incomplete.
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
