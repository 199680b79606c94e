import type { components } from '../../api/types.gen.ts'
import { columnsWith } from './same-fault.ts'

type List = Pick<components['schemas']['Import'], 'columns'>
type Row = Pick<components['schemas']['ImportBadRow'], 'row' | 'cells' | 'problems'>

/** Bad rows with the same kind of problem in the same column. */
export interface Group<R extends Row = Row> {
  code: string
  column: string
  /** Index of the column; undefined if the problem isn't in a single one. */
  at: number | undefined
  /** True if that cell is empty in every row, so that one value can fill all. */
  isEmpty: boolean
  rows: R[]
}

/** Groups bad rows by their first problem, in the order of the list. */
export const groupsOf = <R extends Row>({ columns }: List, rows: readonly R[]): Group<R>[] => {
  const groups = new Map<string, Group<R>>()
  for (const row of rows) {
    const { code = '', column = '' } = row.problems[0] ?? {}
    const key = JSON.stringify([code, column])
    const names = columnsWith({ column })
    const index = columns.indexOf(column)
    const at = names.length === 1 && index >= 0 ? index : undefined
    const group = groups.get(key) ?? { code, column, at, isEmpty: at !== undefined, rows: [] }
    group.rows.push(row)
    if (at === undefined || (row.cells[at] ?? '').trim() !== '') group.isEmpty = false
    groups.set(key, group)
  }
  return [...groups.values()]
}
