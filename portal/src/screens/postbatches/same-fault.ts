import type { components } from '../../api/types.gen.ts'
import { columnsOf, plainFields } from './columns.ts'

export type BadRow = Pick<components['schemas']['ImportBadRow'], 'row' | 'cells' | 'problems'>
type List = Pick<components['schemas']['Import'], 'columns' | 'mapping'>
type Problem = BadRow['problems'][number]

/** Address fields, without names. */
const ofPlace = plainFields.filter(
  (field) => !['recipient.name', 'recipient.companyName', 'reference'].includes(field),
)

/** Returns the column indices of a field. */
export const indexesOf = ({ columns, mapping }: List, field: string): number[] => {
  const source = mapping?.fields[field]
  return source
    ? columnsOf(source)
        .map((column) => columns.indexOf(column))
        .filter((at) => at >= 0)
    : []
}

/** Returns the column indices of the address, in the order of an envelope. */
export const placeOf = (list: List): number[] => [
  ...new Set(ofPlace.flatMap((field) => indexesOf(list, field))),
]

/** Returns the columns of a problem. */
export const columnsWith = ({ column }: Pick<Problem, 'column'>): string[] => column.split(' + ')

const cellAt = ({ cells }: BadRow, at: number): string => (cells[at] ?? '').trim()

/** An error corrected in one row that other rows share. */
export interface SameFault {
  others: BadRow[]
  /** Indices of the cells to copy from the corrected row. */
  at: number[]
  /** Text of the faulty cells. */
  value: string
  /** The rest of the shared address. */
  place: string
}

/**
 * Finds rows with the same original address and the same error in the corrected field. `now` returns a row's
 * current cells; rows already corrected the same way are excluded.
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

/** Fields grouped as on an envelope. The country is omitted where the address is shown. */
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

/** `Kerkstraat 2, Amsterdam`: formats fields of a row, except columns shown elsewhere. */
const linesOf = (
  list: List,
  cells: readonly string[],
  elsewhere: readonly number[],
  lines: readonly (readonly string[])[],
): string => {
  const used = new Set(elsewhere)
  const once = (at: number) => !used.has(at) && Boolean(used.add(at))
  return lines
    .map((line) => textAt(cells, line.flatMap((field) => indexesOf(list, field)).filter(once)))
    .filter(Boolean)
    .join(', ')
}

/** Returns the name or company of a row; empty if the list has none, or its column has an input. */
export const whoIn = (list: List, cells: readonly string[], fields: readonly number[]): string =>
  linesOf(list, cells, fields, [nameLines.flat()])

/** Formats address and reference, except columns that have an input or show the name. */
export const whereIn = (list: List, cells: readonly string[], fields: readonly number[]): string => {
  const named = nameLines.flat().flatMap((field) => indexesOf(list, field))
  return linesOf(list, cells, [...fields, ...named], [...placeLines, ['reference']])
}
