import type { CsvDialect, CsvEncoding } from '../kernel/csv-dialect.ts'
import { Fault } from '../kernel/sentences.ts'

/**
 * Reads and writes CSV (RFC 4180): written in UTF-8, read in the dialects of spreadsheets and older programs.
 */
export interface Csv {
  encode(
    rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
    options: CsvOptions,
  ): AsyncIterable<Uint8Array>
  /**
   * Reads a file to its end and detects its dialect. Memory stays bounded. The country (ISO 3166-1) of whom it belongs
   * to says which encodings are usual.
   */
  inspect(chunks: AsyncIterable<Uint8Array>, country?: string): Promise<InspectedCsv>
  /**
   * Writes the next part of a workbook (XLSX) of one sheet, whose cells are texts, and updates `progress`. The parts one
   * after the other are the file; `isLast` is asked after the last row. Throws `SheetFull`.
   */
  encodeSheet(
    rows: AsyncIterable<readonly string[]>,
    progress: SheetProgress,
    options: SheetOptions,
  ): AsyncIterable<Uint8Array>
  /**
   * The records of a file in order, the heading first, some hundred at a time. An empty line is a record of
   * one empty cell, so that records have the numbers of a spreadsheet's rows. Bytes that are invalid in the
   * encoding become U+FFFD. Throws `CsvFault` where a record cannot be read.
   */
  decode(chunks: AsyncIterable<Uint8Array>, dialect: CsvDialect): AsyncIterable<string[][]>
  /**
   * The texts of numbers that a workbook formats (`InspectedSheet.formatted`), as it shows them in a language (BCP
   * 47). Undefined for all other cells.
   */
  decodeFormatted(
    chunks: AsyncIterable<Uint8Array>,
    language: string,
  ): AsyncIterable<(string | undefined)[][]>
}

/**
 * How sure the encoding of a file is: `certain` by a byte order mark or as valid UTF-8; `likely` by the letters
 * of its words; `unsure` where other encodings read letters as probable.
 */
export type Sureness = 'certain' | 'likely' | 'unsure'

/** How an encoding reads some lines of a file that other encodings read differently. */
export interface CsvReading {
  encoding: CsvEncoding
  samples: string[]
}

export interface InspectedCsv {
  /** The most probable dialect. */
  dialect: CsvDialect
  sureness: Sureness
  /** The encodings that come into question, the most probable first. */
  readings: CsvReading[]
}

export interface CsvOptions {
  delimiter: CsvDialect['delimiter']
  /** Writes a byte order mark, by which spreadsheets recognise UTF-8. */
  bom: boolean
  /** Puts an apostrophe before what a spreadsheet would run as a formula (`neutralised`). */
  neutraliseFormulas?: boolean
}

/** How far a workbook has been written, and what its next part needs to know of it. */
export interface SheetProgress {
  /** Rows, with the heading, and bytes of the file. */
  rows: number
  bytes: number
  /** The sheet before it is compressed: its bytes and their checksum. */
  size: number
  crc: number
}

export interface SheetOptions {
  /** Dates the files of the archive, in ms. */
  at: number
  isLast: () => boolean
}

/** The most rows of a sheet, with the heading. */
export const mostSheetRows = 1_048_576

/**
 * The longest record in characters, and its most cells: a longer one results from a quote that is never
 * closed.
 */
export const maxRecordLength = 64 * 1024
export const maxRecordCells = 500

/** A CSV file cannot be read any further. */
export class CsvFault extends Fault<'record_too_long' | 'too_many_cells' | 'unreadable'> {}

/** A sheet has no room for a row. */
export class SheetFull extends Error {}

/** What spreadsheets take for the beginning of a formula, full-width forms included. */
const beginsFormula = /[=+\-@\t\r＝＋－＠]/

/**
 * The positions at which a formula may begin: at the start of the cell, and after each separator in it, because a
 * spreadsheet of another region splits the line there, also within quotes. Apostrophes before it are included.
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

/** The cell with an apostrophe before everything that a spreadsheet would run as a formula. */
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
 * The text of a cell without what keeps spreadsheets from changing it: the apostrophes of `neutralised`, so that a
 * file of ours reads back as it was, one before digits (`'01067`; `'40` may be a year), and a formula that is a text (`="01067"`).
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

/** The cells of a record beyond the columns of its heading, without trailing blank ones. */
export const surplusCells = (columns: number, cells: readonly string[]): readonly string[] => {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(columns, last + 1)
}
