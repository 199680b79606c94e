import { deflateSync } from 'node:zlib'
import { png } from './images.ts'
import { workbook, workbookOf, workbookParts, zipOf } from './workbooks.ts'

/** An object of a PDF: its text, or the dictionary entries and bytes of a stream. */
type Body = string | { dict: string; data: Uint8Array }

/**
 * Returns a PDF of these objects, numbered from 1, with a classic cross-reference table. Object 1 is the
 * catalogue.
 */
export const pdfOfObjects = (bodies: readonly Body[]): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.6\n')]
  let length = parts[0]!.length
  const add = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)
    parts.push(bytes)
    length += bytes.length
  }
  const offsets = bodies.map((body, index) => {
    const offset = length
    add(`${index + 1} 0 obj\n`)
    if (typeof body === 'string') add(body)
    else {
      add(`<<${body.dict}/Length ${body.data.length}>>stream\n`)
      add(body.data)
      add('\nendstream')
    }
    add('\nendobj\n')
    return offset
  })
  const start = length
  add(`xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) add(`${String(offset).padStart(10, '0')} 00000 n \n`)
  add(`trailer\n<</Size ${bodies.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

const catalogue = '<</Type/Catalog/Pages 2 0 R>>'
const onePage = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const page = (extra: string) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]${extra}>>`
const flate = (data: Uint8Array, dict = '') => ({
  dict: `/Filter/FlateDecode${dict}`,
  data: deflateSync(data),
})
const megabytes = (count: number) => new Uint8Array(Math.max(1, count * 1_000_000)).fill(0x20)

/** One stream that inflates to this many megabytes, referenced several times by the only page. */
export const contentBomb = (inflatedMegabytes: number, times: number): Buffer =>
  pdfOfObjects([
    catalogue,
    onePage,
    page(`/Contents[${'4 0 R '.repeat(times)}]`),
    flate(megabytes(inflatedMegabytes)),
  ])

/** A content stream that is deflated `times` times and inflates to this many megabytes. */
export const filterChain = (times: number, inflatedMegabytes: number): Buffer => {
  let data: Uint8Array = megabytes(inflatedMegabytes)
  for (let time = 0; time < times; time++) data = deflateSync(data)
  const dict = `/Filter[${'/FlateDecode'.repeat(times)}]`
  return pdfOfObjects([catalogue, onePage, page('/Contents 4 0 R'), { dict, data }])
}

/** A PDF whose cross-reference table is a stream with these keys. */
export const crossReferenceStream = (
  keys: string,
  data: Uint8Array = deflateSync(new Uint8Array(8)),
): Buffer => {
  const head = `%PDF-1.6\n1 0 obj\n${catalogue}\nendobj\n`
  const dict = `<</Type/XRef/Root 1 0 R/Filter/FlateDecode${keys}/Length ${data.length}>>`
  return Buffer.concat([
    Buffer.from(`${head}2 0 obj\n${dict}stream\n`),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ])
}

/** Page tree nodes that each refer to the next one twice; the last one refers to `leaf`. */
export const doublingTree = (depth: number, leaf: string): Buffer =>
  pdfOfObjects([
    catalogue,
    ...Array.from({ length: depth }, (_, level) => `<</Type/Pages/Kids[${level + 3} 0 R ${level + 3} 0 R]>>`),
    leaf,
  ])

/** A chain of nested page tree nodes that ends in a page. */
export const deepTree = (depth: number): Buffer =>
  pdfOfObjects([
    catalogue,
    ...Array.from({ length: depth }, (_, level) => `<</Type/Pages/Kids[${level + 3} 0 R]>>`),
    page(''),
  ])

/** A chain of objects that each refer to the next one. */
export const longChain = (length: number): Buffer =>
  pdfOfObjects([
    catalogue,
    onePage,
    page('/Resources<</ExtGState<</G 4 0 R>>>>'),
    ...Array.from({ length }, (_, index) => `<</Next ${index + 5} 0 R>>`),
    'null',
  ])

/** Many objects that the cross-reference table places at the same large array. */
export const sameObjectOften = (names: number, elements: number): Buffer => {
  const parts = [
    `%PDF-1.6\n1 0 obj\n${catalogue}\nendobj\n`,
    `2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n`,
  ]
  const offsets = [9, parts[0]!.length, 0]
  const third = parts.join('').length
  parts.push(
    `3 0 obj\n${page(`/Resources<</Pattern[${Array.from({ length: names }, (_, index) => `${index + 4} 0 R`).join(' ')}]>>`)}\nendobj\n`,
  )
  offsets[2] = third
  const shared = parts.join('').length
  parts.push(`4 0 obj\n[${'0 '.repeat(elements)}]\nendobj\n`)
  for (let name = 0; name < names; name++) offsets.push(shared)
  const start = parts.join('').length
  parts.push(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) parts.push(`${String(offset).padStart(10, '0')} 00000 n \n`)
  parts.push(`trailer\n<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}

/** A page drawn by forms that each draw the next one ten times: 10 to the power of `depth` squares. */
export const laughingForms = (depth: number): Buffer => {
  const form = (level: number) => ({
    dict: `/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Resources<</XObject<</F ${level + 6} 0 R>>>>/Filter/FlateDecode`,
    data: deflateSync(Buffer.from('/F Do '.repeat(10))),
  })
  return pdfOfObjects([
    catalogue,
    onePage,
    page('/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>'),
    flate(Buffer.from('/F Do')),
    ...Array.from({ length: depth }, (_, level) => form(level)),
    {
      dict: '/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Filter/FlateDecode',
      data: deflateSync(Buffer.from('0 0 100 100 re f')),
    },
  ])
}

/** A PNG whose data inflates to more than its header declares. */
export const swollenPng = (inflatedMegabytes: number): Buffer =>
  png({ width: 100, height: 100, rows: new Uint8Array(inflatedMegabytes * 1_000_000) })

/** A PNG of the maximum size with an alpha channel, in one colour. */
export const largestPng = (): Buffer => png({ width: 7000, height: 7000, type: 6 })

/** A PDF with an array of many numbers, which take far more memory than their bytes in the file. */
export const numbers = (count: number, number = '0'): Buffer =>
  pdfOfObjects([catalogue, onePage, page('/Resources<</Pattern 4 0 R>>'), `[${`${number} `.repeat(count)}]`])

/** Pages that share one stream, which inflates to this many megabytes. */
export const sharedContent = (inflatedMegabytes: number, pages: number): Buffer =>
  pdfOfObjects([
    catalogue,
    `<</Type/Pages/Kids[${Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ')}]>>`,
    ...Array.from({ length: pages }, () => page(`/Contents ${pages + 3} 0 R`)),
    flate(megabytes(inflatedMegabytes)),
  ])

/** A PDF with arrays nested to this depth. */
export const nested = (depth: number): Buffer =>
  pdfOfObjects([catalogue, onePage, page(`/Resources<</Pattern ${'['.repeat(depth)}${']'.repeat(depth)}>>`)])

/** Returns the font with a character map of `count` characters, all of them drawn as glyph 40. */
export const fontOfCharacters = (font: Uint8Array, count: number): Buffer => {
  const LETTERS = 0x41
  const ELSEWHERE = 0x10000
  /** HarfBuzz ignores ranges with more characters than the font has glyphs. */
  const RANGE = 4000
  /** A glyph with an outline. */
  const INKED = 40
  const ranges = Math.ceil(count / RANGE)
  const cmap = Buffer.alloc(12 + 16 + 12 * ranges)
  cmap.writeUInt16BE(1, 2)
  cmap.writeUInt16BE(3, 4)
  cmap.writeUInt16BE(10, 6)
  cmap.writeUInt32BE(12, 8)
  // Format 13: ranges of characters that share a glyph.
  cmap.writeUInt16BE(13, 12)
  cmap.writeUInt32BE(cmap.length - 12, 16)
  cmap.writeUInt32BE(ranges, 24)
  for (let range = 0; range < ranges; range++) {
    const begun = range * RANGE
    const first = range === 0 ? LETTERS : ELSEWHERE + begun
    cmap.writeUInt32BE(first, 28 + range * 12)
    cmap.writeUInt32BE(first + Math.min(RANGE, count - begun) - 1, 32 + range * 12)
    cmap.writeUInt32BE(INKED, 36 + range * 12)
  }
  const changed = Buffer.concat([font, cmap])
  const entry = changed.indexOf('cmap', 12, 'latin1')
  changed.writeUInt32BE(font.length, entry + 8)
  changed.writeUInt32BE(cmap.length, entry + 12)
  return changed
}

/** Pages that share one image, whose data has this many bytes and is not compressed. */
export const sharedPicture = (bytes: number, pages: number): Buffer =>
  pdfOfObjects([
    catalogue,
    `<</Type/Pages/Kids[${Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ')}]>>`,
    ...Array.from({ length: pages }, () => page(`/Resources<</XObject<</I ${pages + 3} 0 R>>>>`)),
    {
      dict: `/Type/XObject/Subtype/Image/Width ${bytes}/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray`,
      data: new Uint8Array(bytes),
    },
  ])

const sheetPart = 'xl/worksheets/sheet1.xml'
const withSheet = (sheet: string | Uint8Array) => workbookOf([['x']], { parts: { [sheetPart]: sheet } })
const spaces = (bytes: number) => Buffer.alloc(bytes, 0x20)
const worksheet = (content: string) => `<worksheet><sheetData>${content}</sheetData></worksheet>`

/** A workbook whose sheets together contain this many megabytes of spaces. */
export const workbookBomb = (megabytes: number): Uint8Array => {
  const count = 10
  const sheet = spaces((megabytes / count) * 1_000_000)
  sheet.write('<worksheet>')
  sheet.write('</worksheet>', sheet.length - '</worksheet>'.length)
  const sheets = Array.from({ length: count }, (_, index) => ({ name: `S${index}`, rows: [] }))
  const parts = Object.fromEntries(sheets.map((_, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheet]))
  return workbook({ sheets, parts })
}

/** A workbook whose sheet is longer than the directory of the ZIP declares. */
export const lyingWorkbook = (megabytes: number): Uint8Array => {
  const bytes = Buffer.from(withSheet(spaces(megabytes * 1_000_000)))
  const directory = bytes.indexOf('PK\x01\x02', 0, 'latin1')
  bytes.writeUInt32LE(1000, bytes.indexOf(sheetPart, directory) - 46 + 24)
  return bytes
}

export const wideWorkbook = (columns: number): Uint8Array =>
  withSheet(worksheet(`<row>${'<c><v>1</v></c>'.repeat(columns)}</row>`))

/** A shared text of 32,000 characters, to which two cells of each row refer. */
export const repeatedText = (rows: number): Uint8Array => {
  const parts = workbookParts({ sheets: [{ name: 'A', rows: [['x'.repeat(32_000)]] }] })
  const row = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'
  return zipOf({ ...parts, [sheetPart]: worksheet(row.repeat(rows)) })
}

export const deepWorkbook = (depth: number): Uint8Array => withSheet('<a>'.repeat(depth))

export const longAttribute = (length: number): Uint8Array =>
  withSheet(Buffer.concat([Buffer.from('<worksheet a="'), Buffer.alloc(length, 'a'), Buffer.from('"/>')]))
