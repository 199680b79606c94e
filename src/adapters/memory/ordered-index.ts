import { compareText, compareValues } from '../order.ts'
import type { Row } from '../store-rules.ts'

/**
 * Rows in buckets that share the values of the `prefix` fields, each bucket in the order of the `rest` fields
 * and the id: what a B-tree gives SQL. Inserting moves array slots, which is fast up to some 100,000 rows.
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

export const keyOf = (fields: readonly string[], row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(fields.map((field) => row[field]))

/** The first index in an ordered list from which on the test holds. */
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
