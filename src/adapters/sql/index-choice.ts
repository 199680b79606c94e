import type { Condition, SortKey } from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { type IndexColumns, indexesOf, sortColumn } from './schema.ts'

/** What a list asks for, and in which order. */
export interface ListConditions {
  conditions: readonly Condition[]
  /** How many conditions, the first ones, are those of the scope. */
  fixed: number
  keys: readonly SortKey[]
}

/** An index, and the conditions of a statement that it answers by itself. */
export interface IndexChoice {
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
export const indexChoices = (table: Table, { conditions, fixed, keys }: ListConditions): IndexChoices => {
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
