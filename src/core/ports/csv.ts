import type { CsvDialect } from '../kernel/csv-dialect.ts'

/** Tables as CSV (RFC 4180): written in UTF-8, read as spreadsheets and old programs write them. */
export interface Csv {
  encode(
    rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
    options: CsvOptions,
  ): AsyncIterable<Uint8Array>
  /** Reads a file to its end and tells how it is written. Memory stays bounded. */
  inspect(chunks: AsyncIterable<Uint8Array>): Promise<CsvDialect>
  /**
   * The records of a file in order, the heading first, some hundred at a time. An empty line is a record
   * of one empty cell, so that records are numbered as a spreadsheet numbers its rows. Bytes that the encoding does
   * not know become U+FFFD. Throws `CsvFault` where a record cannot be read.
   */
  decode(chunks: AsyncIterable<Uint8Array>, dialect: CsvDialect): AsyncIterable<string[][]>
}

export interface CsvOptions {
  delimiter: CsvDialect['delimiter']
  /** Begins with a byte order mark, by which spreadsheets know UTF-8. */
  bom: boolean
  /** Puts an apostrophe before cells that a spreadsheet would run as a formula. */
  neutraliseFormulas?: boolean
}

/** Characters of one record, and its cells; what is longer is no list of addresses but a quote that never ends. */
export const maxRecordLength = 64 * 1024
export const maxRecordCells = 500

/** A file that cannot be read on. */
export class CsvFault extends Error {
  readonly code: 'record_too_long' | 'too_many_cells' | 'unreadable'
  constructor(code: CsvFault['code'], message: string) {
    super(message)
    this.name = 'CsvFault'
    this.code = code
  }
}

/** What `neutraliseFormulas` put before a cell, taken away: a file that we wrote reads back as it was. */
export const plainCell = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '')

/** What a record holds beyond the columns of its heading; blank cells at its end hold nothing. */
export const surplusCells = (columns: number, cells: readonly string[]): readonly string[] => {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(columns, last + 1)
}

/** What to mend in such a record: what stands in it may be in the wrong columns. */
export const surplusMessage = (columns: number, surplus: readonly string[]): string =>
  `The row has ${columns + surplus.length} cells and the heading ${columns}. Where a separator stands inside a text, ` +
  'put the text in quotes; leave nothing beyond the last column.'
