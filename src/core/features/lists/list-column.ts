import * as v from 'valibot'
import { foldName } from '../../address/index.ts'
import { csvEncodings } from '../../kernel/csv-dialect.ts'
import { described, integer, named, namedObject } from '../../kernel/wire-schema.ts'
import { importLimits } from '../../model/mapping.ts'

const { samples, sampleLength, shownRows } = importLimits

export const listColumnSchema = namedObject('ListColumn', 'A column of a list, with sample values.', {
  name: described(v.string(), 'Name of the column.'),
  samples: described(
    v.array(v.string()),
    `Up to ${importLimits.samples} distinct values from the first ${importLimits.sampleRows} rows, cut off after ${importLimits.sampleLength} characters.`,
  ),
  printed: described(
    v.optional(v.array(v.string())),
    'For a workbook column with formatted numbers: the samples as text merge fields print them.',
  ),
})

export const rowNumber = described(integer, 'Row of the file, from 1, including the heading.')

export const fileRowSchema = namedObject('ImportFileRow', 'A row of a list file.', {
  row: rowNumber,
  cells: described(v.array(v.string()), 'Its cells, in order.'),
  isHeading: described(v.boolean(), 'Whether it names the columns.'),
})
type FileRow = v.InferOutput<typeof fileRowSchema>

/** Returns the first rows as shown to users. `before` is the number of rows above them. */
export const shownRowsOf = (
  rows: readonly (readonly string[])[],
  before: number,
): { row: number; cells: string[] }[] =>
  rows.slice(0, shownRows).map((cells, index) => ({ row: before + index + 1, cells: cells.map(shownCell) }))

export const shownFileRows = (rows: readonly (readonly string[])[], headingRow: number | null): FileRow[] =>
  shownRowsOf(rows, 0).map((one) => ({ ...one, isHeading: one.row === headingRow }))

export const shownCell = (cell: string): string =>
  [...cell.slice(0, 2 * sampleLength)].slice(0, sampleLength).join('')

export const samplesOf = (rows: readonly (readonly string[])[], place: number): string[] =>
  [...new Set(rows.map((cells) => shownCell(cells[place] ?? '').trim()))]
    .filter((value) => value !== '')
    .slice(0, samples)

export const csvEncoding = named('CsvEncoding', 'Encoding of a CSV file.', v.picklist(csvEncodings))

/** Folds `House Number`, `house_number` and `houseNumber` to the same text. */
export const fold = (name: string): string => foldName(name).replaceAll(' ', '')
