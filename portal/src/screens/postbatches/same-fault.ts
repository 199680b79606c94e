import type { components } from '../../api/types.gen.ts'
import { columnsOf, plainFields } from './columns.ts'

export type BadRow = Pick<components['schemas']['ImportBadRow'], 'row' | 'cells' | 'problems'>
type List = Pick<components['schemas']['Import'], 'columns' | 'mapping'>
type Problem = BadRow['problems'][number]

/** Fields that say where somebody lives, not who they are. */
const ofPlace = plainFields.filter(
  (field) => !['recipient.name', 'recipient.companyName', 'reference'].includes(field),
)

/** Where the columns of a field stand in a list; none where it has none. */
export const indexesOf = ({ columns, mapping }: List, field: string): number[] => {
  const source = mapping?.fields[field]
  return source
    ? columnsOf(source)
        .map((column) => columns.indexOf(column))
        .filter((at) => at >= 0)
    : []
}

/** The columns of the place to which a row is sent, in the order of an envelope. */
export const placeOf = (list: List): number[] => [
  ...new Set(ofPlace.flatMap((field) => indexesOf(list, field))),
]

/** The columns in which a problem is. */
export const columnsWith = ({ column }: Pick<Problem, 'column'>): string[] => column.split(' + ')

const cellAt = ({ cells }: BadRow, at: number): string => (cells[at] ?? '').trim()

/** A fault that other rows have too, mended in one of them. */
export interface SameFault {
  /** The other rows. */
  others: BadRow[]
  /** Which cells are to be as they are in the mended one. */
  at: number[]
  /** What the faulty cells say; '' where nothing stands in them. */
  value: string
  /** The rest of the address that all of these rows have. */
  place: string
}

/**
 * The rows that go to the same place as `row`, by their cells before anything was mended, and have the fault in the
 * same field of the address that was mended there. `now` says what the cells of a row are by now; rows that are
 * mended in the same way already are not among them.
 */
export const sameFaultOf = (
  list: List,
  rows: readonly BadRow[],
  row: BadRow,
  now: (row: BadRow) => readonly string[],
): SameFault | undefined => {
  const place = placeOf(list)
  const cells = now(row)
  const at = place.filter((index) => (cells[index] ?? '').trim() !== cellAt(row, index))
  const faulty = row.problems.find((problem) =>
    columnsWith(problem).some((column) => at.includes(list.columns.indexOf(column))),
  )
  if (!faulty) return undefined
  const others = rows.filter(
    (other) =>
      other.row !== row.row &&
      place.every((index) => cellAt(other, index) === cellAt(row, index)) &&
      other.problems.some(({ column, code }) => column === faulty.column && code === faulty.code) &&
      at.some((index) => now(other)[index] !== cells[index]),
  )
  if (others.length === 0) return undefined
  const wrong = columnsWith(faulty).map((column) => list.columns.indexOf(column))
  return { others, at, value: textAt(row.cells, wrong), place: linesOf(list, row.cells, wrong, placeLines) }
}

/** What stands together on an envelope. The country goes without saying where the address is told. */
const nameLines = [['recipient.name'], ['recipient.companyName']]
const placeLines = [
  ['recipient.street', 'recipient.houseNumber', 'recipient.houseNumberSuffix'],
  ['recipient.addressLine2'],
  ['recipient.postalCode', 'recipient.city'],
  ['recipient.region'],
]

const textAt = (cells: readonly string[], at: readonly number[]): string =>
  at
    .map((index) => (cells[index] ?? '').trim())
    .filter(Boolean)
    .join(' ')

/** `Kerkstraat 2, Amsterdam`: these fields of a row, but for the columns that are told elsewhere. */
const linesOf = (
  list: List,
  cells: readonly string[],
  elsewhere: readonly number[],
  lines: readonly (readonly string[])[],
): string => {
  const told = new Set(elsewhere)
  const once = (at: number) => !told.has(at) && Boolean(told.add(at))
  return lines
    .map((line) => textAt(cells, line.flatMap((field) => indexesOf(list, field)).filter(once)))
    .filter(Boolean)
    .join(', ')
}

/** Who and where a row is, but for the columns that have a field beside it. */
export const restOf = (list: List, cells: readonly string[], fields: readonly number[]): string =>
  linesOf(list, cells, fields, [...nameLines, ...placeLines, ['reference']])
