import { maxRecordCells, maxRecordLength } from '../../core/ports/csv.ts'

const megabyte = 1_000_000

/** Limits for reading a workbook, listed in `docs/limits.md`. */
export const workbookLimits = {
  entries: 2_000,
  /** Total bytes of all files, both as declared in the directory and as actually inflated. */
  inflatedBytes: 256 * megabyte,
  /** Bytes of a part other than a sheet or the shared strings. */
  partBytes: 16 * megabyte,
  depth: 64,
  /** Shared strings and their total characters, which are kept while sheets are read. */
  texts: 1_000_000,
  textCharacters: 32 * megabyte,
  formats: 65_536,
  sheets: 50,
  /** Reading a tenth of this takes some seconds. Longer lists must be CSV. */
  rows: 200_001,
  columns: maxRecordCells,
  /** Excel's limit, in characters. */
  cellLength: 32_767,
  rowLength: maxRecordLength,
  /** Total bytes of all rows of all sheets as CSV. */
  csvBytes: 100 * 1024 * 1024,
}
export type WorkbookLimits = typeof workbookLimits
