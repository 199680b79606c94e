import { deflateBlocks, deflateEnd } from '#platform/zlib'
import { crc32 } from '../../core/kernel/bytes.ts'
import {
  dosTime,
  type ZipEntry,
  zipDescriptor,
  zipDirectory,
  zipHeader,
  zipLimit32,
} from '../../core/kernel/zip.ts'
import { mostSheetRows, SheetFull, type SheetOptions, type SheetProgress } from '../../core/ports/csv.ts'

/** The longest text of a cell in Excel. */
export const maxCellLength = 32_767

/** Writes a row as XML. All cells are text; empty ones are omitted. */
const rowXml = (cells: readonly string[], number: number): string => {
  let xml = `<row r="${number}">`
  for (let column = 0; column < cells.length; column++) {
    const text = cells[column]!
    if (text === '') continue
    const place = `${lettersOf(column)}${number}`
    xml += `<c r="${place}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(bounded(text))}</t></is></c>`
  }
  return `${xml}</row>`
}

/** Truncates text that is too long with a note of its length, because Excel would reject the whole file. */
const bounded = (text: string): string => {
  if (text.length <= maxCellLength) return text
  const note = ` … [cut: the text has ${text.length} characters]`
  return text.slice(0, maxCellLength - note.length).replace(/[\uD800-\uDBFF]$/, '') + note
}

/** A, B, …, Z, AA, AB … */
const lettersOf = (column: number): string => {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter
}

/**
 * Matches characters that XML can't contain, carriage returns, which XML readers change, and the underscore
 * of text that looks like an escape sequence.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
const coded = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Cs}|_(?=x[0-9a-fA-F]{4}_)/gu

/** Excel's escape sequence, for example `_x000D_`. */
const codeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const escaped = (text: string): string =>
  text.replace(coded, codeOf).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const sheetName = 'xl/worksheets/sheet1.xml'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Some programs recognise a workbook by the name of its first file. */
const contentTypes = {
  name: '[Content_Types].xml',
  text: `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/${sheetName}" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
}

const others = [
  {
    name: '_rels/.rels',
    text: `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    text: `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
  },
  {
    // Style 1 is the text format (49), so that text typed into a cell stays text.
    name: 'xl/styles.xml',
    text: `${declaration}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  },
]

const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
const sheetEnd = '</sheetData></worksheet>'
const charactersPerChunk = 64 * 1024

/**
 * Writes the next part of a workbook with one sheet and updates `progress`. Concatenating the parts gives the
 * file: compressed data of a part ends at a whole byte, and other files follow the last part. Throws
 * `SheetFull` if the sheet has no room for a row.
 */
export async function* encodeSheet(
  rows: AsyncIterable<readonly string[]>,
  progress: SheetProgress,
  { at, isLast }: SheetOptions,
): AsyncGenerator<Uint8Array> {
  const stamp = dosTime(at)
  const first = storedFile(contentTypes, 0, stamp)
  const sheet = { ...sheetEntry(first.bytes.length), size: progress.size, crc: progress.crc }
  const header = zipHeader(sheet, stamp)
  const encoder = new TextEncoder()
  const counted = (bytes: Uint8Array): Uint8Array => {
    progress.bytes += bytes.length
    return bytes
  }
  const compressed = async (text: string): Promise<Uint8Array> => {
    const bytes = encoder.encode(text)
    sheet.size += bytes.length
    sheet.crc = crc32(bytes, sheet.crc)
    if (sheet.size >= zipLimit32) throw new SheetFull()
    return counted(await deflateBlocks(bytes))
  }
  let text = ''
  if (progress.bytes === 0) {
    yield counted(first.bytes)
    yield counted(header)
    text = sheetStart
  }
  for await (const row of rows) {
    if (progress.rows === mostSheetRows) throw new SheetFull()
    text += rowXml(row, ++progress.rows)
    if (text.length < charactersPerChunk) continue
    yield await compressed(text)
    text = ''
  }
  const ends = isLast()
  if (ends) text += sheetEnd
  if (text !== '') yield await compressed(text)
  Object.assign(progress, { size: sheet.size, crc: sheet.crc })
  if (!ends) return
  yield counted(deflateEnd)
  sheet.packed = progress.bytes - first.bytes.length - header.length
  yield counted(zipDescriptor(sheet))
  const entries = [first.entry, sheet]
  for (const file of others) {
    const { entry, bytes } = storedFile(file, progress.bytes, stamp)
    entries.push(entry)
    yield counted(bytes)
  }
  for (const bytes of zipDirectory(entries, stamp, progress.bytes)) yield counted(bytes)
}

const sheetEntry = (offset: number): ZipEntry => ({
  name: sheetName,
  method: 'deflated',
  crc: 0,
  size: 0,
  packed: 0,
  offset,
  isStreamed: true,
})

const storedFile = (
  { name, text }: { name: string; text: string },
  offset: number,
  stamp: number,
): { entry: ZipEntry; bytes: Uint8Array } => {
  const content = new TextEncoder().encode(text)
  const size = content.length
  const entry: ZipEntry = {
    ...{ name, method: 'stored', crc: crc32(content), size, packed: size },
    ...{ offset, isStreamed: false },
  }
  const header = zipHeader(entry, stamp)
  const bytes = new Uint8Array(header.length + size)
  bytes.set(header)
  bytes.set(content, header.length)
  return { entry, bytes }
}
