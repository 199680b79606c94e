/** Writes tables as CSV (RFC 4180), in UTF-8, streaming. */
export interface Csv {
  encode(
    rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
    options: CsvOptions,
  ): AsyncIterable<Uint8Array>
}

export interface CsvOptions {
  delimiter: ',' | ';'
  /** Begins with a byte order mark, by which spreadsheets know UTF-8. */
  bom: boolean
  /** Puts an apostrophe before cells that a spreadsheet would run as a formula. */
  neutraliseFormulas?: boolean
}
