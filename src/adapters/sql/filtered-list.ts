import type { Condition, SortKey } from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { type Fragment, isOfIds } from './conditions.ts'
import { type Order, upToFragment } from './order.ts'
import { type IndexColumns, indexesOf, sortColumn } from './schema.ts'
import type { Call } from './statement.ts'
import type { TableStatements } from './table-statements.ts'

/** What a list asks for, and in which order. */
interface ListConditions {
  conditions: readonly Condition[]
  /** How many conditions, the first ones, are those of the scope. */
  fixed: number
  keys: readonly SortKey[]
}

/** An index, and the conditions of a statement that it answers by itself. */
interface IndexChoice {
  name: string
  answers: readonly Condition[]
}

/** How the rows of a list can be found without reading the table. */
export interface IndexChoices {
  /** Has rows in the order of the list, from among those that meet what it answers. */
  inOrder?: IndexChoice
  /** Whether `inOrder` answers every condition, so that a page is as many rows as it shows. */
  isComplete: boolean
  /** Have the rows with values that are asked for, in any order; those that answer most come first. */
  byValue: IndexChoice[]
}

/** The indexes that a list can go through. One of values answers more than the conditions of the scope. */
const indexChoices = (table: Table, { conditions, fixed, keys }: ListConditions): IndexChoices => {
  const columns = keys.map(({ field }) => sortColumn(table, field))
  const oneWay = keys.every(({ descending }) => descending === keys[0]!.descending)
  const choices: IndexChoices = { isComplete: false, byValue: [] }
  for (const index of indexesOf(table)) {
    const values = equalities(table, index, conditions)
    if (!isUsable(index, values)) continue
    const isOrdered = columns.every((column, at) => index.columns[values.length + at] === column)
    if (oneWay && isOrdered && values.length >= fixed) {
      const ranges = conditions.filter((condition) => isRangeOf(table, condition, columns[0]!))
      const answers = [...values, ...ranges]
      if (!choices.inOrder || answers.length > choices.inOrder.answers.length)
        choices.inOrder = { name: index.name, answers }
    }
    if (values.some((condition) => conditions.indexOf(condition) >= fixed))
      choices.byValue.push({ name: index.name, answers: values })
  }
  choices.byValue.sort((a, b) => b.answers.length - a.answers.length)
  choices.isComplete = choices.inOrder?.answers.length === conditions.length
  return choices
}

/** The conditions that fix the first columns of an index, one for each. */
const equalities = (table: Table, index: IndexColumns, conditions: readonly Condition[]): Condition[] => {
  const found: Condition[] = []
  for (const column of index.columns) {
    const fixing = conditions.find(({ field, op }) => op === 'eq' && sortColumn(table, field) === column)
    if (!fixing) break
    found.push(fixing)
  }
  return found
}

/** A sparse index has no rows without a value, and can be named only where the conditions leave these out. */
const isUsable = ({ present }: IndexColumns, values: readonly Condition[]): boolean =>
  present.every((column) => values.some(({ field, value }) => field === column && value !== null))

const bounds: ReadonlySet<Condition['op']> = new Set(['gte', 'gt', 'lte', 'lt'])

const isRangeOf = (table: Table, { field, op }: Condition, column: string): boolean =>
  bounds.has(op) && sortColumn(table, field) === column

type Rows = Record<string, unknown>[]

/** A page of a list with conditions. */
export interface FilteredList extends ListConditions {
  order: Order
  /** Behind the row where the page before ended; none on the first page. */
  after: readonly Fragment[]
  limit: number
}

/** Runs statements: `here` on the calling thread, `elsewhere` where they may read the whole table. */
export interface Runs {
  /** How many rows a list looks at on the calling thread. */
  rowsHere: number
  here(call: Call): Promise<Rows>
  elsewhere(call: Call): Promise<Rows>
}

/** Rows that a list with conditions looks at on the calling thread: some two milliseconds. */
export const ROWS_HERE = 500

/**
 * The rows of a page where statements name the index that they go through. Without statistics SQLite takes an index that has the order
 * rather than one that has the value, and reads all items of an organisation to find the one with a reference. In turn:
 *
 * 1. through an index that answers every condition and has the order: as many rows as the page shows are read;
 * 2. through an index of the values, where few rows have them;
 * 3. among the next rows in order, where enough of them meet the conditions;
 * 4. in the thread for statements that may read the whole table.
 */
export const filteredRows = async (
  statements: TableStatements,
  list: FilteredList,
  { here, elsewhere, rowsHere }: Runs,
): Promise<Rows> => {
  const { order, limit, after } = list
  const page = [statements.where(list.conditions), ...after]
  if (list.conditions.some(isOfIds)) {
    const isShort = list.conditions.some(({ field, op }) => field === 'id' && op !== 'startsWith')
    return (isShort ? here : elsewhere)(statements.select(page, { order, limit }))
  }
  const { inOrder, isComplete, byValue } = indexChoices(statements.table, list)
  if (inOrder && isComplete) return here(statements.select(page, { order, limit, index: inOrder.name }))
  for (const choice of byValue)
    if (await areFew(statements, choice, { here, rowsHere }))
      return here(statements.select(page, { order, limit, index: choice.name }))
  if (inOrder) {
    const index = inOrder.name
    const nearest = [statements.where(inOrder.answers), ...after]
    const [last] = await here(
      statements.select(nearest, { order, limit: 1, skip: rowsHere - 1, index, only: order }),
    )
    const upTo = last && upToFragment(list.keys, order, last)
    const rows = await here(statements.select(upTo ? [...page, upTo] : page, { order, limit, index }))
    if (!upTo || rows.length === limit) return rows
  }
  return elsewhere(statements.select(page, { order, limit }))
}

const areFew = async (
  statements: TableStatements,
  { name, answers }: IndexChoice,
  { here, rowsHere }: Pick<Runs, 'here' | 'rowsHere'>,
): Promise<boolean> => {
  const [row] = await here(statements.countUpTo(rowsHere + 1, statements.where(answers), name))
  return Number(row!.rows) <= rowsHere
}
