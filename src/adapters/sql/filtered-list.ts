import type { Condition, SortKey } from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { type Fragment, isOfIds } from './conditions.ts'
import { type Order, upToFragment } from './order.ts'
import { type IndexColumns, indexesOf, sortColumn } from './schema.ts'
import type { Call } from './statement.ts'
import type { TableStatements } from './table-statements.ts'

interface ListConditions {
  conditions: readonly Condition[]
  /** Number of leading conditions that come from the scope. */
  fixed: number
  keys: readonly SortKey[]
}

interface IndexChoice {
  name: string
  answers: readonly Condition[]
}

interface IndexChoices {
  /** An index that yields the rows that meet the conditions it covers, in the order of the list. */
  inOrder?: IndexChoice
  /** Whether `inOrder` covers every condition, so that only the rows of the page are read. */
  isComplete: boolean
  /** Indexes on requested values, in any order of rows; most conditions covered first. */
  byValue: IndexChoice[]
}

/** Finds the indexes for a list. An index by value must cover more conditions than the scope's. */
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

/** Returns the equality conditions on the leading columns of an index. */
const equalities = (table: Table, index: IndexColumns, conditions: readonly Condition[]): Condition[] => {
  const found: Condition[] = []
  for (const column of index.columns) {
    const fixing = conditions.find(({ field, op }) => op === 'eq' && sortColumn(table, field) === column)
    if (!fixing) break
    found.push(fixing)
  }
  return found
}

/** A sparse index lacks rows without a value, so it is usable only if the conditions exclude them. */
const isUsable = ({ present }: IndexColumns, values: readonly Condition[]): boolean =>
  present.every((column) => values.some(({ field, value }) => field === column && value !== null))

const bounds: ReadonlySet<Condition['op']> = new Set(['gte', 'gt', 'lte', 'lt'])

const isRangeOf = (table: Table, { field, op }: Condition, column: string): boolean =>
  bounds.has(op) && sortColumn(table, field) === column

type Rows = Record<string, unknown>[]

export interface FilteredList extends ListConditions {
  order: Order
  /** Position after the last row of the previous page; empty on the first page. */
  after: readonly Fragment[]
  limit: number
}

/** Runs statements: `here` on the calling thread, `elsewhere` those that may read the whole table. */
export interface Runs {
  /** Maximum rows that a list reads on the calling thread. */
  rowsHere: number
  here(call: Call): Promise<Rows>
  elsewhere(call: Call): Promise<Rows>
}

/** Maximum rows that a filtered list reads on the calling thread, in some 2 ms. */
export const ROWS_HERE = 500

/**
 * Returns the rows of a page with statements that name their index. Without statistics, SQLite prefers an
 * index with the order to one with the value, and would read all items of an organisation to find the one
 * with a given reference. Tries, in turn:
 *
 * 1. an index that covers every condition and has the order: reads only the rows of the page;
 * 2. an index of the values, if few rows have them;
 * 3. the next rows in order, if enough of them meet the conditions;
 * 4. the thread for statements that may read the whole table.
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
