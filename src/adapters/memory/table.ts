import type { Table } from '../../core/kernel/table.ts'
import { UniqueViolation } from '../../core/ports/store.ts'
import { checkValue, columnOf, compareText, compareValues, fieldsOf, type Row } from '../store-rules.ts'

/**
 * Buckets of rows with equal values of the `prefix` fields, each sorted by the `rest` fields and the id, like
 * a B-tree index. Inserts move array slots, which is fast up to some 100,000 rows.
 */
export class OrderedIndex {
  readonly prefix: readonly string[]
  readonly rest: readonly string[]
  readonly #buckets = new Map<string, Row[]>()

  constructor(fields: readonly string[], prefixLength: number, rows: Iterable<Row>) {
    this.prefix = fields.slice(0, prefixLength)
    this.rest = fields.slice(prefixLength)
    for (const row of rows) {
      const key = keyOf(this.prefix, row)
      const bucket = this.#buckets.get(key)
      if (bucket) bucket.push(row)
      else this.#buckets.set(key, [row])
    }
    for (const bucket of this.#buckets.values()) bucket.sort((a, b) => this.compare(a, b))
  }

  bucket(values: Readonly<Record<string, unknown>>): readonly Row[] {
    return this.#buckets.get(keyOf(this.prefix, values)) ?? []
  }

  insert(row: Row): void {
    const key = keyOf(this.prefix, row)
    const bucket = this.#buckets.get(key)
    if (!bucket) {
      this.#buckets.set(key, [row])
      return
    }
    const last = bucket.at(-1)
    if (last && this.compare(last, row) < 0) bucket.push(row)
    else
      bucket.splice(
        firstAt(bucket, (other) => this.compare(other, row) >= 0),
        0,
        row,
      )
  }

  remove(row: Row): void {
    const key = keyOf(this.prefix, row)
    const bucket = this.#buckets.get(key)!
    bucket.splice(
      firstAt(bucket, (other) => this.compare(other, row) >= 0),
      1,
    )
    if (bucket.length === 0) this.#buckets.delete(key)
  }

  private compare(a: Row, b: Row): number {
    for (const field of this.rest) {
      const difference = compareValues(a[field], b[field])
      if (difference !== 0) return difference
    }
    return compareText(a.id, b.id)
  }
}

const keyOf = (fields: readonly string[], row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(fields.map((field) => row[field]))

export function firstAt(rows: readonly Row[], test: (row: Row) => boolean): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (test(rows[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

/** The frozen rows of a table, with unique indexes and the ordered indexes that queries needed. */
export class MemoryTable {
  readonly table: Table
  readonly rows = new Map<string, Row>()
  readonly #uniques: { fields: readonly string[]; ids: Map<string, string> }[]
  readonly #indexes = new Map<string, OrderedIndex>()

  constructor(table: Table) {
    this.table = table
    this.#uniques = table.unique.map((fields) => ({ fields, ids: new Map() }))
  }

  /** Throws if another row has the same values in a unique index. */
  assertUnique(row: Row): void {
    for (const { fields, ids } of this.#uniques) {
      const holder = hasNull(fields, row) ? undefined : ids.get(keyOf(fields, row))
      if (holder !== undefined && holder !== row.id) throw new UniqueViolation(this.table.name, fields)
    }
  }

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

  /** Returns an index, building it on first use. */
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

/** Validates a row and returns a copy without unknown fields. */
export const storedRow = (table: Table, row: Readonly<Record<string, unknown>>): Row => {
  const stored: Record<string, unknown> = {}
  for (const field of fieldsOf(table)) {
    checkValue(table, field, row[field])
    stored[field] = storedValue(row[field])
  }
  return Object.freeze(stored) as Row
}

/** Returns a frozen value, so that reads need no copy. What JSON can't represent is lost, as in SQL. */
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

/** Bytes can't be frozen, so rows with bytes are copied on read. */
export const rowReader = (table: Table): ((row: Row) => Row) => {
  const fields = fieldsOf(table).filter((field) => columnOf(table, field).kind === 'bytes')
  if (fields.length === 0) return (row) => row
  return (row) => {
    const copy: Record<string, unknown> = { ...row }
    for (const field of fields) copy[field] = (row[field] as Uint8Array | null)?.slice() ?? null
    return Object.freeze(copy) as Row
  }
}
