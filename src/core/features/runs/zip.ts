import type { PackageFile } from '../../ports/print-partner.ts'

/*
 * ZIP (APPNOTE 6.3) as a stream. Files are stored uncompressed, because PDF is compressed already. Sizes
 * follow each file, because they are not known before. Memory holds one chunk and the directory.
 */

interface Entry {
  name: Uint8Array
  crc: number
  size: number
  offset: number
}

const limit32 = 0xffffffff
/** Sizes follow the data (bit 3), and names are UTF-8 (bit 11). */
const flags = 0x0808
const version = { plain: 20, zip64: 45 }

/**
 * A ZIP of files, each read to its end before the next. `at`, in ms, dates every file. Throws for a file of 4
 * GiB or more.
 */
export async function* zipOf(files: AsyncIterable<PackageFile>, at: number): AsyncGenerator<Uint8Array> {
  const stamp = dosTime(at)
  const entries: Entry[] = []
  let offset = 0
  for await (const file of files) {
    const entry: Entry = { name: new TextEncoder().encode(file.name), crc: 0, size: 0, offset }
    const header = record(0x04034b50, [
      ...u16(version.plain, flags, 0),
      ...u32(stamp, 0, 0, 0),
      ...u16(entry.name.length, 0),
    ])
    yield header
    yield entry.name
    for await (const chunk of file.content) {
      entry.crc = crc32(chunk, entry.crc)
      entry.size += chunk.length
      yield chunk
    }
    if (entry.size >= limit32) throw new Error(`${file.name} is too large for a ZIP.`)
    const descriptor = record(0x08074b50, u32(entry.crc, entry.size, entry.size))
    yield descriptor
    offset += header.length + entry.name.length + entry.size + descriptor.length
    entries.push(entry)
  }
  yield* directory(entries, stamp, offset)
}

function* directory(entries: readonly Entry[], stamp: number, start: number): Generator<Uint8Array> {
  let size = 0
  for (const { name, crc, size: bytes, offset } of entries) {
    const far = offset >= limit32
    const extra = far ? [...u16(1, 8), ...u64(offset)] : []
    const head = record(0x02014b50, [
      ...u16(version.zip64, far ? version.zip64 : version.plain, flags, 0),
      ...u32(stamp, crc, bytes, bytes),
      ...u16(name.length, extra.length, 0, 0, 0),
      ...u32(0, far ? limit32 : offset),
    ])
    yield head
    yield name
    yield Uint8Array.from(extra)
    size += head.length + name.length + extra.length
  }
  const count = entries.length
  if (start + size >= limit32) {
    yield record(0x06064b50, [
      ...u64(44),
      ...u16(version.zip64, version.zip64),
      ...u32(0, 0),
      ...u64(count),
      ...u64(count),
      ...u64(size),
      ...u64(start),
    ])
    yield record(0x07064b50, [...u32(0), ...u64(start + size), ...u32(1)])
  }
  yield record(0x06054b50, [
    ...u16(0, 0, count, count),
    ...u32(Math.min(size, limit32), Math.min(start, limit32)),
    ...u16(0),
  ])
}

const record = (signature: number, bytes: readonly number[]): Uint8Array =>
  Uint8Array.from([...u32(signature), ...bytes])

const u16 = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [value & 255, (value >> 8) & 255])

const u32 = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255])

const u64 = (value: number): number[] => u32(value % 2 ** 32, Math.floor(value / 2 ** 32))

/** MS-DOS date in the upper half, time in the lower, in UTC so that the same run gives the same bytes. */
const dosTime = (ms: number): number => {
  const at = new Date(ms)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}

let table: Uint32Array | undefined

const crcTable = (): Uint32Array => {
  table ??= Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    return value
  })
  return table
}

const crc32 = (bytes: Uint8Array, before: number): number => {
  const values = crcTable()
  let crc = ~before
  for (const byte of bytes) crc = values[(crc ^ byte) & 255]! ^ (crc >>> 8)
  return ~crc >>> 0
}
