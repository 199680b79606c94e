import type { Scalar } from '../../kernel/query.ts'

/** What a filter or sort may name, and how its text is read (SPEC "List parameters"). */
export type FieldType =
  /** Up to `maxLength` characters, `limits.textLength` by default. */
  | { type: 'text'; maxLength?: number }
  /** `groups` are names that stand for several values: `item.*` for every type of that family. */
  | { type: 'enum'; values: readonly string[]; groups?: Readonly<Record<string, readonly string[]>> }
  | { type: 'integer' }
  | { type: 'boolean' }
  /** RFC 3339 or a day; stored as ms. It has no `ne` and no `in`: a day is a span, not a value. */
  | { type: 'dateTime' }
  /** Stored as `YYYY-MM-DD`; of an RFC 3339 instant its UTC day counts. */
  | { type: 'date' }

export type FilterOperator = 'eq' | 'ne' | 'in' | 'gte' | 'gt' | 'lte' | 'lt' | 'null' | 'contains'

export type FilterField = FieldType & {
  operators: readonly FilterOperator[]
  /** The row's field where it is not called as on the wire. */
  column?: string
  /** The stored value for each of the wire's where they differ, e.g. `true` → `test` for `isTest`. */
  stored?: Readonly<Record<string, Scalar>>
}

export interface ListDeclaration {
  /**
   * Wire name → row field. Rows must never hold null there, or the table declares it sortable. Empty where
   * the order is fixed; `sort` is then no parameter of the list.
   */
  sort: Readonly<Record<string, string>>
  /** e.g. `-createdAt`. Where the order is fixed, it names the row's field. */
  defaultSort: string
  filters: Readonly<Record<string, FilterField>>
}

/** The limits of the list language; SPEC fixes the page size, the others keep one request small. */
export const limits = {
  pageSize: 200,
  defaultPageSize: 50,
  /** Values of one `in`: as many as a page has rows. */
  inValues: 200,
  /** Characters of one text value. */
  textLength: 200,
  /** Characters of a cursor; the longest that a list makes is far below it. */
  cursorLength: 4096,
} as const
