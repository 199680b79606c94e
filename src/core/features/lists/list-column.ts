import * as v from 'valibot'
import { foldName } from '../../address/index.ts'
import { csvEncodings } from '../../kernel/csv-dialect.ts'
import { integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'
import { importLimits } from '../../model/mapping.ts'

const { samples, sampleLength, shownRows } = importLimits

/** A column of a list, to be mapped to a field. */
export const listColumnSchema = namedObject('ListColumn', 'A column of a list, with what stands in it.', {
  name: described(v.string(), 'Name of the column.'),
  samples: described(
    v.array(v.string()),
    `Up to ${importLimits.samples} different values of it, from the first ${importLimits.sampleRows} rows, cut off after ${importLimits.sampleLength} characters.`,
  ),
  printed: described(
    v.optional(v.array(v.string())),
    'Of a column of a workbook with formatted numbers: the samples as merge fields of text print them.',
  ),
})

export const rowNumber = described(integer, 'Row of the file, counted from 1, the heading included.')

export const fileRowSchema = namedObject('ImportFileRow', 'A row of a list, as the file has it.', {
  row: rowNumber,
  cells: described(v.array(v.string()), 'Its cells, in order.'),
  isHeading: described(v.boolean(), 'Whether it names the columns.'),
})
type FileRow = v.InferOutput<typeof fileRowSchema>

/** The first of these rows, which follow `before` others, as they are shown. */
export const shownRowsOf = (
  rows: readonly (readonly string[])[],
  before: number,
): { row: number; cells: string[] }[] =>
  rows.slice(0, shownRows).map((cells, index) => ({ row: before + index + 1, cells: cells.map(shownCell) }))

/** The first rows of a file, of which one may be the heading. */
export const shownFileRows = (rows: readonly (readonly string[])[], headingRow: number | null): FileRow[] =>
  shownRowsOf(rows, 0).map((one) => ({ ...one, isHeading: one.row === headingRow }))

/** What a list shows of a cell. */
export const shownCell = (cell: string): string =>
  [...cell.slice(0, 2 * sampleLength)].slice(0, sampleLength).join('')

/** The different values of a column in these rows. */
export const samplesOf = (rows: readonly (readonly string[])[], place: number): string[] =>
  [...new Set(rows.map((cells) => shownCell(cells[place] ?? '').trim()))]
    .filter((value) => value !== '')
    .slice(0, samples)

export const csvEncoding = named('CsvEncoding', 'Encoding of a CSV file.', v.picklist(csvEncodings))

/** Folds `House Number`, `house_number` and `houseNumber` to the same text. */
export const fold = (name: string): string => foldName(name).replaceAll(' ', '')
