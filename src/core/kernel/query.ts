/**
 * The parsed list language (SPEC, "Endpoints"): what the API's filters, sorts and cursors mean, and at the
 * same time the store port's query language. Memory interprets it, SQL compiles it.
 */
export type Scalar = string | number | boolean | null

export type Condition =
  /** `ne` and `notIn` also match null, as `IS DISTINCT FROM` does. */
  | { field: string; op: 'eq' | 'ne'; value: Scalar }
  | { field: string; op: 'in' | 'notIn'; value: readonly Scalar[] }
  /** A null field never meets a bound. */
  | { field: string; op: 'gte' | 'gt' | 'lte' | 'lt'; value: string | number }
  | { field: string; op: 'null'; value: boolean }
  /** Unicode case-insensitive substring; the field's table description declares a folded column. `%` and `_` are ordinary. */
  | { field: string; op: 'contains'; value: string }
  | { field: string; op: 'startsWith'; value: string }

export interface SortKey {
  field: string
  descending: boolean
}

export interface ListQuery {
  where: readonly Condition[]
  /** Never empty; the id is added as the last key, in the direction of the last one, by the store. Nulls come last ascending, first descending. */
  sort: readonly SortKey[]
  /** The sort values and the id of the last row of the page before. */
  after?: { values: readonly Scalar[]; id: string }
  limit: number
  /** Also count all rows that meet `where`. */
  total: boolean
}

export interface Page<Row> {
  rows: Row[]
  hasMore: boolean
  totalCount?: number
}

/** Folds case the way `contains` compares: by Unicode, on both sides. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase()
