import type { CsvDialect } from '../kernel/csv-dialect.ts'
import { Fault } from '../kernel/fault.ts'

/**
 * Reads and writes CSV (RFC 4180): written in UTF-8, read in the dialects of spreadsheets and older programs.
 */
export interface Csv {
  encode(
    rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
    options: CsvOptions,
  ): AsyncIterable<Uint8Array>
  /** Reads a file to its end and detects its dialect. Memory stays bounded. */
  inspect(chunks: AsyncIterable<Uint8Array>): Promise<CsvDialect>
  /**
   * The records of a file in order, the heading first, some hundred at a time. An empty line is a record of
   * one empty cell, so that records have the numbers of a spreadsheet's rows. Bytes that are invalid in the
   * encoding become U+FFFD. Throws `CsvFault` where a record cannot be read.
   */
  decode(chunks: AsyncIterable<Uint8Array>, dialect: CsvDialect): AsyncIterable<string[][]>
}

export interface CsvOptions {
  delimiter: CsvDialect['delimiter']
  /** Writes a byte order mark, by which spreadsheets recognise UTF-8. */
  bom: boolean
  /** Puts an apostrophe before cells that a spreadsheet would run as a formula. */
  neutraliseFormulas?: boolean
}

/**
 * The longest record in characters, and its most cells: a longer one results from a quote that is never
 * closed.
 */
export const maxRecordLength = 64 * 1024
export const maxRecordCells = 500

/** A CSV file cannot be read any further. */
export class CsvFault extends Fault<'record_too_long' | 'too_many_cells' | 'unreadable'> {}

/** Removes the apostrophe of `neutraliseFormulas`, so that a file of ours reads back as it was. */
export const plainCell = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '')

/** The cells of a record beyond the columns of its heading, without trailing blank ones. */
export const surplusCells = (columns: number, cells: readonly string[]): readonly string[] => {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(columns, last + 1)
}
