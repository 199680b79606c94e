/** A sheet of a workbook. */
export interface InspectedSheet {
  /** The name of its tab; every sheet of a workbook has one of its own. */
  name: string
  /** Whether the workbook hides its tab. Hidden sheets follow the visible ones. */
  isHidden: boolean
  /** Rows up to the last one with anything in it. */
  rowCount: number
  columnCount: number
  /** The length of `csv` in bytes. */
  sizeBytes: number
  /**
   * Its rows as CSV in UTF-8, separated by semicolons, one for each row of the spreadsheet. It can be read
   * once.
   */
  csv: AsyncIterable<Uint8Array>
  /**
   * Its numbers that have a format, as `Csv.decodeFormatted` reads them: the same rows and columns, empty where `csv`
   * says all. Absent where no cell has one. To be read after `csv`, once.
   */
  formatted?: AsyncIterable<Uint8Array>
}
