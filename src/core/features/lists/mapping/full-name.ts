import { foldName } from '../../../address/index.ts'
import type { Source } from '../../../model/mapping.ts'
import { longestName } from './column-names.ts'
import type { Column, Recognised } from './columns.ts'
import { firstNameWords, lastNameWords, localFirstNames, surnamesInFront, targetWords } from './synonyms.ts'

/** How many columns with names are considered: a list has two or three, and each is compared in every row. */
export const namedColumns = 5

export const folded = (text: string): string => foldName(text.slice(0, longestName))

/**
 * The source of the name where a list has parts of it. A column with the whole name is used alone; otherwise
 * the last name is joined with its other parts, and initials count only where there is no first name.
 */
export const nameSource = ({ columns: all, kind, parts, fields }: Recognised): Source | undefined => {
  const first = parts.get('first')
  const last = parts.get('last')
  if (!last && !first) return undefined
  const named = all
    .filter((column) => column.kind === kind || column.kind === undefined)
    .filter(({ word }) => targetWords['recipient.name']!.has(word))
    // A name that belongs to this address goes before those that belong to none.
    .sort((one, other) => Number(other.kind === kind) - Number(one.kind === kind))
    .slice(0, namedColumns)
  const taken = fields['recipient.name']?.column
  const isPart = [first, last].some((column) => column?.kind === kind)
  if (kind !== undefined && !isPart && named.some(({ name, kind: own }) => name === taken && own === kind)) {
    return undefined
  }
  const whole = named.find((column) => isWholeName(column, first, last))
  if (whole) return { column: whole.name }
  const surname = last ?? named.find(({ word }) => lastNameWords.has(word))
  const given = first ?? parts.get('initials') ?? (last && named.find(({ word }) => firstNameWords.has(word)))
  const order = last && surnamesInFront.has(last.word) ? [last, given] : [given, parts.get('infix'), surname]
  const columns = order.flatMap((column) => (column ? [column.name] : []))
  return columns.length === 1 ? { column: columns[0]! } : { columns }
}

/**
 * Whether a column includes the first (or last) name, by its values, or by its name where there are no rows.
 */
const isWholeName = (column: Column, first: Column | undefined, last: Column | undefined): boolean => {
  const part = (first ?? last)!
  const pairs = column.values
    .map((value, row) => [folded(value), folded(part.values[row]!)] as const)
    .filter(([name, own]) => name && own)
  // An empty column of contacts beside people with first names says nothing.
  const isEmpty = column.values.length > 0 && column.values.every((value) => value === '')
  if (isEmpty && part.values.some((value) => value !== '')) return false
  const containing = pairs.filter(([name, own]) => ` ${name} `.includes(` ${own} `))
  if (pairs.length > 0) return containing.length * 2 > pairs.length
  if (!first && firstNameWords.has(column.word) && column.word !== 'name') return false
  if (last || !lastNameWords.has(column.word)) return true
  return column.word === 'name' && !localFirstNames.has(part.word)
}
