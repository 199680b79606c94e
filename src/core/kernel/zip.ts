/* Records of a ZIP file (APPNOTE 6.3), for archives written as a stream. Names are UTF-8. */

export interface ZipEntry {
  name: string
  method: 'stored' | 'deflated'
  crc: number
  /** Bytes before and after compression. */
  size: number
  packed: number
  offset: number
  /** Checksum and sizes follow the data, because they are not known earlier. */
  isStreamed: boolean
}

/** Sizes from here need ZIP64. */
export const zipLimit32 = 0xffffffff
const version = { plain: 20, zip64: 45 }
const methods = { stored: 0, deflated: 8 } as const
const flagsOf = ({ isStreamed }: ZipEntry): number => (isStreamed ? 0x0808 : 0x0800)

/** `stamp` is a `dosTime`. */
export const zipHeader = (entry: ZipEntry, stamp: number): Uint8Array => {
  const name = new TextEncoder().encode(entry.name)
  const { crc, packed, size } = entry.isStreamed ? { crc: 0, packed: 0, size: 0 } : entry
  return record(0x04034b50, [
    ...u16(version.plain, flagsOf(entry), methods[entry.method]),
    ...u32(stamp, crc, packed, size),
    ...u16(name.length, 0),
    ...name,
  ])
}

/** Returns the record that follows the data of a streamed entry. */
export const zipDescriptor = ({ crc, packed, size }: ZipEntry): Uint8Array =>
  record(0x08074b50, u32(crc, packed, size))

/** `start` is the position of the central directory. */
export function* zipDirectory(
  entries: readonly ZipEntry[],
  stamp: number,
  start: number,
): Generator<Uint8Array> {
  let size = 0
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name)
    const far = entry.offset >= zipLimit32
    const extra = far ? [...u16(1, 8), ...u64(entry.offset)] : []
    const head = record(0x02014b50, [
      ...u16(version.zip64, far ? version.zip64 : version.plain, flagsOf(entry), methods[entry.method]),
      ...u32(stamp, entry.crc, entry.packed, entry.size),
      ...u16(name.length, extra.length, 0, 0, 0),
      ...u32(0, far ? zipLimit32 : entry.offset),
      ...name,
      ...extra,
    ])
    yield head
    size += head.length
  }
  const count = entries.length
  if (start + size >= zipLimit32) {
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
    ...u32(Math.min(size, zipLimit32), Math.min(start, zipLimit32)),
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

/** MS-DOS date (upper half) and time (lower half), in UTC so that equal archives have equal bytes. */
export const dosTime = (ms: number): number => {
  const at = new Date(ms)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}
