import { PdfDocument } from '../import/document.ts'
import { type PdfDict, PdfRef } from '../import/objects.ts'
import { contentStream, pagesOf } from './extract.ts'

/**
 * A copy of a part with some of its pages empty: their content streams are overwritten with blanks of the
 * same length, so that every other byte keeps its offset and the file stays valid. A stream that pages
 * outside the list draw as well is the same for every piece, holds no personal data, and stays.
 */
export const blankPages = (part: Uint8Array, pageNumbers: readonly number[]): Uint8Array => {
  const document = new PdfDocument(part)
  const count = document.pageCount()
  const wanted = new Set(pageNumbers)
  const all = pagesOf(document, 1, count)
  const kept = new Set(all.flatMap((page, index) => (wanted.has(index + 1) ? [] : contentIds(page))))
  const blanked = new Uint8Array(part)
  for (const [index, page] of all.entries()) {
    if (!wanted.has(index + 1) || contentIds(page).some((id) => kept.has(id))) continue
    const { data, dict } = contentStream(document, page)
    blanked.set(
      dict.has('Filter') ? deflatedBlanks(data.length) : new Uint8Array(data.length).fill(SPACE),
      data.byteOffset - part.byteOffset,
    )
  }
  return blanked
}

const contentIds = (page: PdfDict): number[] => {
  const content = page.get('Contents')
  return content instanceof PdfRef ? [content.id] : []
}

const SPACE = 0x20
/** Two bytes of header, four of checksum. */
const ZLIB_BYTES = 6
/** The header of a stored block. */
const BLOCK_HEADER_BYTES = 5
const MAX_BLOCK_BYTES = 0xffff

/** Blanks in a zlib stream of exactly this length, uncompressed inside. */
const deflatedBlanks = (length: number): Uint8Array => {
  const stream = new Uint8Array(length)
  let left = length - ZLIB_BYTES
  // Too short for a stored block, and so for a name: an empty stream, followed by bytes that readers ignore.
  if (left < BLOCK_HEADER_BYTES) {
    stream.set([0x78, 0x01, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01].slice(0, length))
    return stream
  }
  stream.set([0x78, 0x01])
  let at = 2
  let blanks = 0
  while (left > 0) {
    // The bytes after a full block must have room for the header of another.
    let size = Math.min(left - BLOCK_HEADER_BYTES, MAX_BLOCK_BYTES)
    const rest = left - BLOCK_HEADER_BYTES - size
    if (rest > 0 && rest < BLOCK_HEADER_BYTES) size -= BLOCK_HEADER_BYTES
    left -= BLOCK_HEADER_BYTES + size
    const isLast = left === 0 ? 1 : 0
    stream.set([isLast, size & 0xff, size >> 8, ~size & 0xff, (~size >> 8) & 0xff], at)
    stream.fill(SPACE, at + BLOCK_HEADER_BYTES, at + BLOCK_HEADER_BYTES + size)
    at += BLOCK_HEADER_BYTES + size
    blanks += size
  }
  new DataView(stream.buffer).setUint32(at, adler32(SPACE, blanks))
  return stream
}

/** The checksum of zlib over so many equal bytes. */
const adler32 = (byte: number, count: number): number => {
  let a = 1
  let b = 0
  for (let index = 0; index < count; index++) {
    a = (a + byte) % 65521
    b = (b + a) % 65521
  }
  return ((b << 16) | a) >>> 0
}
