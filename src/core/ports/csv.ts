import type { CsvDialect, CsvEncoding } from '../kernel/csv-dialect.ts'
import { Fault } from '../kernel/sentences.ts'

/** Writes RFC 4180 in UTF-8, and reads the dialects of spreadsheets and older programs. */
export interface Csv {
  encode(
    rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
    options: CsvOptions,
  ): AsyncIterable<Uint8Array>
  /**
   * Detects the dialect of a whole file in bounded memory. The encodings that are usual depend on the owner's
   * `country` (ISO 3166-1).
   */
  inspect(chunks: AsyncIterable<Uint8Array>, country?: string): Promise<InspectedCsv>
  /**
   * Writes the next part of a workbook (XLSX) with one sheet of text cells, and updates `progress`. The
   * concatenated parts are the file. `isLast` is called after the part's last row. Throws `SheetFull` if the
   * sheet exceeds `mostSheetRows` or 4 GiB.
   */
  encodeSheet(
    rows: AsyncIterable<readonly string[]>,
    progress: SheetProgress,
    options: SheetOptions,
  ): AsyncIterable<Uint8Array>
  /**
   * Yields records in order, heading first, in batches of some hundred. An empty line is a record of one
   * empty cell, so that records are numbered like spreadsheet rows. Invalid bytes become U+FFFD. Throws
   * `CsvFault`.
   */
  decode(chunks: AsyncIterable<Uint8Array>, dialect: CsvDialect): AsyncIterable<string[][]>
  /**
   * Yields the texts of a workbook's formatted numbers (`InspectedSheet.formatted`), as displayed in a
   * language (BCP 47). Undefined for all other cells.
   */
  decodeFormatted(
    chunks: AsyncIterable<Uint8Array>,
    language: string,
  ): AsyncIterable<(string | undefined)[][]>
}

/**
 * `certain`: a byte order mark or valid UTF-8. `likely`: UTF-8 with few invalid bytes, or the encoding that
 * gives by far the most probable letters. `unsure`: other encodings give similarly probable letters.
 */
export type Sureness = 'certain' | 'likely' | 'unsure'

/** Sample lines as one encoding decodes them, where encodings differ. */
export interface CsvReading {
  encoding: CsvEncoding
  samples: string[]
}

export interface InspectedCsv {
  dialect: CsvDialect
  sureness: Sureness
  /** Most probable first. */
  readings: CsvReading[]
}

export interface CsvOptions {
  delimiter: CsvDialect['delimiter']
  /** Writes a byte order mark, so that spreadsheets recognise UTF-8. */
  bom: boolean
  /** Puts an apostrophe before text that spreadsheets would run as a formula (`neutralised`). */
  neutraliseFormulas?: boolean
}

/** State of a partly written workbook. */
export interface SheetProgress {
  /** Rows including the heading, and bytes of the file. */
  rows: number
  bytes: number
  /** Size and checksum of the uncompressed sheet. */
  size: number
  crc: number
}

export interface SheetOptions {
  /** Date of the archive's files, in ms. */
  at: number
  isLast: () => boolean
}

/** Includes the heading. */
export const mostSheetRows = 1_048_576

/** In characters and cells. Longer records result from a quote that is never closed. */
export const maxRecordLength = 64 * 1024
export const maxRecordCells = 500

/** A CSV file can't be read any further. */
export class CsvFault extends Fault<'record_too_long' | 'too_many_cells' | 'unreadable'> {}

export class SheetFull extends Error {}

/** Characters that start a formula in spreadsheets, including full-width forms. */
const beginsFormula = /[=+\-@\t\r＝＋－＠]/

/**
 * Returns where formulas start, including their apostrophes: at the start of the cell, and after each
 * separator, because spreadsheets of other regions split the line there, even within quotes.
 */
const formulaStarts = (cell: string): number[] => {
  if (!beginsFormula.test(cell)) return []
  const starts: number[] = []
  let isStart = true
  for (let at = 0; at < cell.length; at++) {
    const letter = cell[at]!
    if (isStart && (beginsFormula.test(letter) || letter === "'")) {
      let after = at
      while (cell[after] === "'") after++
      if (after < cell.length && beginsFormula.test(cell[after]!)) starts.push(at)
    }
    isStart = /[,;|\t\r\n]/.test(letter) || (isStart && /[\s"]/.test(letter))
  }
  return starts
}

/** Puts an apostrophe before everything that a spreadsheet would run as a formula. */
export const neutralised = (cell: string): string => {
  let text = ''
  let done = 0
  for (const at of formulaStarts(cell)) {
    text += `${cell.slice(done, at)}'`
    done = at
  }
  return text + cell.slice(done)
}

/**
 * Removes protection against spreadsheets: the apostrophes of `neutralised`, so that our own files read back
 * unchanged, an apostrophe before digits (`'01067`, but not `'40`, which may be a year), and a formula that
 * is a text (`="01067"`).
 */
export const plainCell = (cell: string): string => {
  if (cell.startsWith('="')) return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell
  if (/^'(?!\d\d$)\d[\d\s./-]*$/.test(cell)) return cell.slice(1)
  let text = ''
  let done = 0
  for (const at of formulaStarts(cell)) {
    if (cell[at] !== "'") continue
    text += cell.slice(done, at)
    done = at + 1
  }
  return text + cell.slice(done)
}

/** Returns the cells beyond the heading's columns, without trailing blank ones. */
export const surplusCells = (columns: number, cells: readonly string[]): readonly string[] => {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(columns, last + 1)
}
