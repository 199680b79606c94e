import { maxRecordCells, maxRecordLength } from '../../core/ports/csv.ts'

const megabyte = 1_000_000

/** What reading one workbook may take; `docs/limits.md` prints them. */
export const workbookLimits = {
  /** Files inside of it. */
  entries: 2_000,
  /** Bytes of all files together, as the directory declares them and again as they are inflated. */
  inflatedBytes: 256 * megabyte,
  /** Bytes of a part that is neither a sheet nor the shared texts. */
  partBytes: 16 * megabyte,
  /** How deep its elements lie within one another. */
  depth: 64,
  /** Texts that cells share, and the characters of all of them, which are kept while sheets are read. */
  texts: 1_000_000,
  textCharacters: 32 * megabyte,
  /** Formats of cells. */
  formats: 65_536,
  sheets: 50,
  /** A tenth of them takes some seconds; longer lists come as CSV. */
  rows: 200_001,
  columns: maxRecordCells,
  /** The most that Excel itself takes. */
  cellLength: 32_767,
  /** Characters of a row. */
  rowLength: maxRecordLength,
  /** Bytes of all rows of all sheets together, as CSV. */
  csvBytes: 100 * 1024 * 1024,
}
export type WorkbookLimits = typeof workbookLimits
