import { crc32 } from '../../kernel/crc32.ts'
import {
  dosTime,
  type ZipEntry,
  zipDescriptor,
  zipDirectory,
  zipHeader,
  zipLimit32,
} from '../../kernel/zip.ts'
import type { PackageFile } from '../../ports/print-partner.ts'

/**
 * A ZIP of files as a stream, each read to its end before the next, uncompressed because PDF is compressed already. `at`,
 * in ms, dates every file. Memory holds one chunk and the directory. Throws for a file of 4 GiB or more.
 */
export async function* zipOf(files: AsyncIterable<PackageFile>, at: number): AsyncGenerator<Uint8Array> {
  const stamp = dosTime(at)
  const entries: ZipEntry[] = []
  let offset = 0
  for await (const file of files) {
    const { name } = file
    const entry: ZipEntry = { name, method: 'stored', crc: 0, size: 0, packed: 0, offset, isStreamed: true }
    const header = zipHeader(entry, stamp)
    yield header
    for await (const chunk of file.content) {
      entry.crc = crc32(chunk, entry.crc)
      entry.size += chunk.length
      yield chunk
    }
    if (entry.size >= zipLimit32) throw new Error(`${name} is too large for a ZIP.`)
    entry.packed = entry.size
    const descriptor = zipDescriptor(entry)
    yield descriptor
    offset += header.length + entry.size + descriptor.length
    entries.push(entry)
  }
  yield* zipDirectory(entries, stamp, offset)
}
