import type { Scalar } from './query.ts'

/** What a filter or sort may name, and how its text is read (SPEC "List parameters"). */
export type FieldType =
  | { type: 'text'; maxLength?: number }
  | { type: 'enum'; values: readonly string[] }
  | { type: 'integer' }
  | { type: 'boolean' }
  /** RFC 3339 or a day; stored as ms. */
  | { type: 'dateTime' }
  /** Stored as `YYYY-MM-DD`. */
  | { type: 'date' }

export type FilterOperator = 'eq' | 'ne' | 'in' | 'gte' | 'gt' | 'lte' | 'lt' | 'null' | 'contains'

export type FilterField = FieldType & {
  operators: readonly FilterOperator[]
  /** The row's field where it is not called as on the wire. */
  column?: string
  /** The stored value where it is not the wire's, e.g. `true` → `test` for `isTest`. */
  store?: (value: string | number | boolean) => Scalar
}

export interface ListDeclaration {
  /** Wire name → row field. Rows must never hold null there, or the table declares it sortable. */
  sort: Readonly<Record<string, string>>
  /** e.g. `-createdAt`. */
  defaultSort: string
  filters: Readonly<Record<string, FilterField>>
}
