import { type Fragment, isOfIds } from './conditions.ts'
import { type IndexChoice, indexChoices, type ListConditions } from './index-choice.ts'
import { type Order, upToFragment } from './order.ts'
import type { Call } from './statement.ts'
import type { TableStatements } from './table-statements.ts'

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
