/**
 * Checks shared by all implementations of the store port, so that a mistake fails the same way in memory and
 * in SQL. They find programming errors: input is validated long before.
 */
import type { Condition, Scalar, SortKey } from '../core/kernel/query.ts'
import type { Column, Table } from '../core/kernel/table.ts'
import { tables } from '../core/model/index.ts'
import { everyone, type Rows, type Scope, type WritableRows } from '../core/ports/store.ts'

export type Row = Readonly<Record<string, unknown>> & { readonly id: string }

export const columnOf = (table: Table, field: string): Column => {
  const column = (table.columns as Record<string, Column>)[field]
  if (!column) throw new TypeError(`${table.name} has no field ${field}`)
  return column
}

const fields = new WeakMap<Table, readonly string[]>()

/** Cached, because it is needed for every written row. */
export const fieldsOf = (table: Table): readonly string[] => {
  let cached = fields.get(table)
  if (!cached) {
    cached = Object.keys(table.columns)
    fields.set(table, cached)
  }
  return cached
}

export const scopeConditions = (table: Table, scope: Scope): Condition[] => {
  if (scope === everyone || table.scope === 'none') return []
  if ('organisationIds' in scope) {
    const [first, ...others] = new Set(scope.organisationIds)
    return first === undefined || others.length > 0
      ? [{ field: 'organisationId', op: 'in', value: first === undefined ? [] : [first, ...others] }]
      : [{ field: 'organisationId', op: 'eq', value: first }]
  }
  const organisation: Condition = { field: 'organisationId', op: 'eq', value: scope.organisationId }
  if (table.scope === 'organisation' || scope.mode === undefined) return [organisation]
  return [organisation, { field: 'mode', op: 'eq', value: scope.mode }]
}

export const checkValue = (table: Table, field: string, value: unknown): void => {
  checkColumn(table, field, columnOf(table, field), value)
}

export const checkRow = (table: Table, row: Readonly<Record<string, unknown>>): void => {
  const columns = table.columns as Record<string, Column>
  for (const field of fieldsOf(table)) checkColumn(table, field, columns[field]!, row[field])
}

const checkColumn = (table: Table, field: string, column: Column, value: unknown): void => {
  if (value === null && column.nullable) return
  if (!fits(column.kind, value)) {
    throw new TypeError(`${table.name}.${field} holds ${column.kind}, not ${describe(value)}`)
  }
}

const fits = (kind: Column['kind'], value: unknown): boolean => {
  switch (kind) {
    // UTF-8 can't encode lone surrogates, and PostgreSQL's text can't store NUL.
    case 'text':
      return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
    case 'integer':
      return Number.isSafeInteger(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'json':
      return value !== null && value !== undefined
    case 'bytes':
      return value instanceof Uint8Array
  }
}

const describe = (value: unknown): string => {
  if (typeof value === 'string') return 'text that is not well-formed or has a NUL'
  return value === null || typeof value === 'number' ? String(value) : typeof value
}

/** Returns the fields that a patch sets; undefined means unchanged. Throws for the id and bad values. */
export const patchedFields = (table: Table, patch: Readonly<Record<string, unknown>>): string[] => {
  const fields = Object.keys(patch).filter((field) => patch[field] !== undefined)
  for (const field of fields) {
    if (field === 'id') throw new TypeError(`${table.name}: an id never changes`)
    checkValue(table, field, patch[field])
  }
  return fields
}

export const expectedConditions = (expected: Readonly<Record<string, unknown>>): Condition[] =>
  Object.keys(expected)
    .filter((field) => expected[field] !== undefined)
    .map((field) => ({ field, op: 'eq', value: expected[field] as Scalar }))

/** Returns the fields to add to. Throws unless they are integers that are never null. */
export const deltaFields = (table: Table, deltas: Readonly<Record<string, number | undefined>>): string[] => {
  const fields = Object.keys(deltas).filter((field) => deltas[field] !== undefined)
  for (const field of fields) {
    const column = columnOf(table, field)
    if (column.kind !== 'integer' || column.nullable) {
      throw new TypeError(`${table.name}.${field} is not a whole number that can be added to`)
    }
    checkValue(table, field, deltas[field])
  }
  return fields
}

/** Splits a row into one with zeros in the given fields, and their values as deltas. */
export const addedApart = (
  row: Row,
  fields: readonly string[],
): { row: Row; deltas: Record<string, number> } => {
  const values = row as unknown as Record<string, number>
  return {
    row: { ...row, ...Object.fromEntries(fields.map((field) => [field, 0])) },
    deltas: Object.fromEntries(fields.map((field) => [field, values[field]!])),
  }
}

const boundOps: ReadonlySet<string> = new Set(['gte', 'gt', 'lte', 'lt'])

export const checkCondition = (table: Table, condition: Condition): void => {
  const { field, op, value } = condition
  const { kind } = columnOf(table, field)
  if (op === 'null') return
  if (op === 'has') {
    if (table.labelled.includes(field)) return
    throw new TypeError(`${table.name}.${field} has no table of its entries for has`)
  }
  if (kind === 'json' || kind === 'bytes') throw new TypeError(`${table.name}.${field} is not for conditions`)
  if (op === 'contains' && !table.folded.includes(field)) {
    throw new TypeError(`${table.name}.${field} has no folded column for contains`)
  }
  const asText = op === 'contains' || op === 'startsWith'
  if (asText ? kind !== 'text' : boundOps.has(op) && kind === 'boolean') {
    throw new TypeError(`${table.name}.${field} holds ${kind}, which ${op} cannot compare`)
  }
  for (const one of op === 'in' || op === 'notIn' ? value : [value as Scalar]) {
    if (one === null ? asText || boundOps.has(op) : typeof one !== scalarTypes[kind]) {
      throw new TypeError(`${table.name}.${field} holds ${kind}: ${op} cannot compare ${typeof one}`)
    }
  }
}

const scalarTypes = { text: 'string', integer: 'number', boolean: 'boolean' } as const

/** Returns the complete order of a list: its sort keys, then the id in the direction of the last key. */
export const orderOf = (table: Table, sort: readonly SortKey[]): SortKey[] => {
  const order: SortKey[] = []
  for (const key of sort) {
    const { kind } = columnOf(table, key.field)
    if (kind === 'json' || kind === 'bytes') throw new TypeError(`${table.name}.${key.field} has no order`)
    order.push({ field: key.field, descending: key.descending })
    // The id is unique, so further keys don't matter.
    if (key.field === 'id') return order
  }
  order.push({ field: 'id', descending: order.at(-1)?.descending ?? false })
  return order
}

/** Returns the order of a paged list. Throws if a key may be null without being `sortable`. */
export const pagedOrderOf = (table: Table, sort: readonly SortKey[]): SortKey[] => {
  for (const { field } of sort) {
    if (columnOf(table, field).nullable && !table.sortable.includes(field)) {
      throw new TypeError(`${table.name}.${field} may be null: lists sort by it once it is declared sortable`)
    }
  }
  return orderOf(table, sort)
}

/** `TallyOptions` of any table. */
export interface Tally {
  by: string
  order: readonly { field: string; descending?: boolean }[]
  limit: number
}

/** `BundleOptions` and `SumOptions` of any table. */
export interface Bundling {
  size: number
  limit: number
  with?: readonly string[]
}
export interface Summing {
  of: readonly string[]
  limit: number
}

/** Throws unless all columns are integers that are never null. */
export const assertIntegers = (table: Table, names: readonly string[]): void => {
  for (const name of names) {
    const { kind, nullable } = columnOf(table, name)
    if (kind !== 'integer' || nullable)
      throw new TypeError(`${table.name}.${name} is not an integer that is never null`)
  }
}

/** Returns the order of a tally. Throws unless its column is text that is never null. */
export const tallyOrderOf = (table: Table, { by, order }: Tally): SortKey[] => {
  const { kind, nullable } = columnOf(table, by)
  if (kind !== 'text' || nullable) throw new TypeError(`${table.name}.${by} is not a text that is never null`)
  return orderOf(
    table,
    order.map(({ field, descending = false }) => ({ field, descending })),
  )
}

/** Returns the values of the last row of the previous page, one for each key of the order. */
export const afterValues = (
  order: readonly SortKey[],
  after: { values: readonly Scalar[]; id: string },
): Scalar[] => order.map(({ field }, index) => (field === 'id' ? after.id : (after.values[index] ?? null)))

/** Guards a transaction's rows: they throw if they are used after the transaction has ended. */
export class Session {
  #open = true
  close(): void {
    this.#open = false
  }
  assertOpen(): void {
    if (!this.#open) throw new Error('This transaction has ended: its rows can no longer be used.')
  }
}

/** The error of a transaction whose callback waited for anything other than its rows. */
export const foreignWait = (): Error =>
  new Error('A transaction callback waited for something other than its rows and was rolled back.')

/** Compares by code point, the order of UTF-8 bytes. JavaScript's `<` sorts U+FFFF after an emoji. */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return codeUnitRank(left) - codeUnitRank(right)
  }
  return a.length - b.length
}

/** Surrogates sort above all other units. */
const codeUnitRank = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit

/** Compares two values of one field; null comes last. */
export const compareValues = (a: unknown, b: unknown): number => {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  if (typeof a === 'string') return compareText(a, b as string)
  return Number(a) - Number(b)
}

export const compareRows =
  (order: readonly SortKey[]): ((a: Row, b: Row) => number) =>
  (a, b) => {
    for (const { field, descending } of order) {
      const difference = compareValues(a[field], b[field])
      if (difference !== 0) return descending ? -difference : difference
    }
    return 0
  }

type NameOfTable = keyof typeof tables

/** Returns a function that creates a transaction's `rows`, with each table's rows on first access. */
export function rowsFactory<Source>(
  make: (source: Source, name: NameOfTable) => object,
  rest: (source: Source, aheadMs?: number) => Promise<void> | undefined = () => undefined,
): (source: Source) => Rows & WritableRows {
  class TableRows {
    readonly source: Source
    readonly made = new Map<NameOfTable, object>()
    constructor(source: Source) {
      this.source = source
    }
    rest(aheadMs?: number): Promise<void> | undefined {
      return rest(this.source, aheadMs)
    }
  }
  for (const name of Object.keys(tables) as NameOfTable[]) {
    Object.defineProperty(TableRows.prototype, name, {
      get(this: TableRows) {
        const made = this.made.get(name)
        if (made) return made
        const rows = make(this.source, name)
        this.made.set(name, rows)
        return rows
      },
    })
  }
  return (source) => new TableRows(source) as unknown as Rows & WritableRows
}
