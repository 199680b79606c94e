import type { Table } from '../../core/kernel/table.ts'
import { UniqueViolation } from '../../core/ports/store.ts'
import { checkValue, columnOf, fieldsOf, type Row } from '../store-rules.ts'
import { keyOf, OrderedIndex } from './ordered-index.ts'

/** One table's rows, frozen, with its unique indexes and those ordered indexes that a query has asked for. */
export class MemoryTable {
  readonly table: Table
  readonly rows = new Map<string, Row>()
  readonly #uniques: { fields: readonly string[]; ids: Map<string, string> }[]
  readonly #indexes = new Map<string, OrderedIndex>()

  constructor(table: Table) {
    this.table = table
    this.#uniques = table.unique.map((fields) => ({ fields, ids: new Map() }))
  }

  /** Throws when another row has the values of a unique index. */
  assertUnique(row: Row): void {
    for (const { fields, ids } of this.#uniques) {
      const holder = hasNull(fields, row) ? undefined : ids.get(keyOf(fields, row))
      if (holder !== undefined && holder !== row.id) throw new UniqueViolation(this.table.name, fields)
    }
  }

  /** Replaces the row with this id, or removes it. */
  set(id: string, next: Row | undefined): void {
    const previous = this.rows.get(id)
    for (const { fields, ids } of this.#uniques) {
      if (previous && !hasNull(fields, previous)) ids.delete(keyOf(fields, previous))
      if (next && !hasNull(fields, next)) ids.set(keyOf(fields, next), id)
    }
    for (const index of this.#indexes.values()) {
      if (previous) index.remove(previous)
      if (next) index.insert(next)
    }
    if (next) this.rows.set(id, next)
    else this.rows.delete(id)
  }

  /** The index over these fields, built with its first use. */
  index(fields: readonly string[], prefixLength: number): OrderedIndex {
    const key = `${prefixLength} ${fields.join(' ')}`
    let index = this.#indexes.get(key)
    if (!index) {
      index = new OrderedIndex(fields, prefixLength, this.rows.values())
      this.#indexes.set(key, index)
    }
    return index
  }
}

const hasNull = (fields: readonly string[], row: Row): boolean => fields.some((field) => row[field] === null)

/** A row as the store keeps it: checked, without unknown fields, and sharing no object with the caller. */
export const storedRow = (table: Table, row: Readonly<Record<string, unknown>>): Row => {
  const stored: Record<string, unknown> = {}
  for (const field of fieldsOf(table)) {
    checkValue(table, field, row[field])
    stored[field] = storedValue(row[field])
  }
  return Object.freeze(stored) as Row
}

/**
 * A frozen value, so that reading needs no copy. What JSON cannot represent is lost, as it would be in SQL.
 */
export const storedValue = (value: unknown): unknown => {
  // Converts -0, which no database returns, to 0.
  if (typeof value === 'number') return value + 0
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Uint8Array) return value.slice()
  return deepFreeze(JSON.parse(JSON.stringify(value)))
}

const deepFreeze = <T>(value: T): T => {
  if (value !== null && typeof value === 'object') {
    for (const inner of Object.values(value)) deepFreeze(inner)
    Object.freeze(value)
  }
  return value
}

/** Bytes cannot be frozen, so rows that contain some are copied when they are read. */
export const rowReader = (table: Table): ((row: Row) => Row) => {
  const fields = fieldsOf(table).filter((field) => columnOf(table, field).kind === 'bytes')
  if (fields.length === 0) return (row) => row
  return (row) => {
    const copy: Record<string, unknown> = { ...row }
    for (const field of fields) copy[field] = (row[field] as Uint8Array | null)?.slice() ?? null
    return Object.freeze(copy) as Row
  }
}
