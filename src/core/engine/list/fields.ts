import type { ColumnName, LabelledName, Scalar } from '../../kernel/query.ts'
import type { Table } from '../../kernel/table.ts'
import type { Schema } from '../wire.ts'

/** The type of a filter, which determines how its text is parsed (docs/api-rules.md#lists). */
export type FieldType =
  /**
   * Up to `maxLength` characters, `limits.textLength` by default; `startsWith` takes `prefixLength` at least.
   * `normalised` turns what was sent into what the column holds.
   */
  | { type: 'text'; maxLength?: number; prefixLength?: number; normalised?: (text: string) => string }
  /** `name:text`, an entry of a labelled column: a name and a text of so many characters at most. */
  | { type: 'entry'; nameLength: number; textLength: number }
  /** The name of an entry of a labelled column whose texts are all ''. */
  | { type: 'label'; maxLength: number }
  /** `groups` are names that stand for several values: `item.*` for every type of that family. */
  | { type: 'enum'; values: readonly string[]; groups?: Readonly<Record<string, readonly string[]>> }
  | { type: 'integer' }
  | { type: 'boolean' }
  /** RFC 3339 or a day, stored as ms. Neither `ne` nor `in` applies, since a day is a span, not a value. */
  | { type: 'dateTime' }
  /** Stored as `YYYY-MM-DD`; an RFC 3339 instant stands for its UTC day. */
  | { type: 'date' }

export type FilterOperator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'gte'
  | 'gt'
  | 'lte'
  | 'lt'
  | 'null'
  | 'contains'
  | 'startsWith'

export type FilterField = FieldType & {
  operators: readonly FilterOperator[]
  /**
   * What is compared, for the API document, where the rows on the wire have no field of the filter's name.
   */
  description?: string
  /** The row's field, where its name differs from the one on the wire. */
  column?: string
  /** The stored value for each of the wire's where they differ, e.g. `true` → `test` for `isTest`. */
  stored?: Readonly<Record<string, Scalar>>
}

/** Ids are of forty characters at most: one, or one of several. */
export const idFilter = { type: 'text', maxLength: 40, operators: ['eq', 'in'] } as const
/** An id where there may be none. */
export const optionalIdFilter = { ...idFilter, operators: ['eq', 'in', 'null'] } as const
/** Everything from, after, until or before an instant. */
export const periodFilter = { type: 'dateTime', operators: ['gte', 'gt', 'lte', 'lt'] } as const

/** The sorts and filters of a list. */
export interface ListLanguage {
  /**
   * Wire name → row field, which is never null unless the table declares it sortable. Empty where the order
   * is fixed: the list then has no parameter `sort`.
   */
  sort: Readonly<Record<string, string>>
  /** For example `-createdAt`. Where the order is fixed, it names the row's field. */
  defaultSort: string
  filters: Readonly<Record<string, FilterField>>
}

/** The list of an operation: its sorts and filters, and the table whose rows it shows. */
// biome-ignore lint/suspicious/noExplicitAny: of any table
export interface ListDeclaration<Row = any> extends ListLanguage {
  table: Table<Row>
  /**
   * Set where an operation takes the filters alone, without pages and order: what the rows look like, for the
   * meaning of the filters.
   */
  rows?: Schema
}

/**
 * Declares a list of a table's rows. Sorts and filters name its columns, and a filter has the type of its
 * column: an `enum` takes values that the column can hold, and only a nullable column has the operator
 * `null`.
 */
export const defineList = <
  Row,
  const Sort extends Readonly<Record<string, ColumnName<Row>>>,
  const Filters extends Readonly<Record<string, FilterField>>,
>(
  table: Table<Row>,
  list: {
    sort: Sort
    defaultSort: `${'' | '-'}${SortName<Row, Sort>}`
    filters: Filters & FiltersOn<Row, Filters>
  },
): { table: Table<Row>; sort: Sort; defaultSort: string; filters: Filters } => ({ table, ...list })

/** The filters of a list, for an operation that does something else with the same rows than to show them. */
export const filtersOf = <Row, Filters extends ListLanguage['filters']>(
  { table, filters, defaultSort }: { table: Table<Row>; filters: Filters; defaultSort: string },
  rows: Schema,
): ListDeclaration<Row> & { filters: Filters; rows: Schema } => ({
  table,
  sort: {},
  defaultSort,
  filters,
  rows,
})

/** The names that `defaultSort` may use: those of `sort`, or of columns where the order is fixed. */
type SortName<Row, Sort> = [keyof Sort] extends [never] ? ColumnName<Row> : keyof Sort & string

/** The filters on rows of this type: named after a column, or with `column`. */
export type FiltersOn<Row, Filters> = {
  readonly [Name in keyof Filters]: Filters[Name] extends { column: infer Column }
    ? Column extends ColumnName<Row>
      ? FilterOn<Row[Column]> & { column: Column }
      : { column: ColumnName<Row> }
    : Name extends ColumnName<Row>
      ? FilterOn<Row[Name]> & { column?: undefined }
      : Name extends LabelledName<Row>
        ? { type: 'entry' | 'label'; operators: readonly 'eq'[]; column?: undefined }
        : { column: ColumnName<Row> }
}

type FilterOn<Value> = {
  operators: readonly (OperatorsOf<NonNullable<Value>> | (null extends Value ? 'null' : never))[]
} & (
  | (ReadAs<NonNullable<Value>> & { stored?: undefined })
  | (FieldType & { stored: Readonly<Record<string, Value>> })
)

type OperatorsOf<Value> = [Value] extends [boolean]
  ? 'eq' | 'ne' | 'in'
  : Exclude<FilterOperator, 'null' | ([Value] extends [number] ? 'contains' | 'startsWith' : never)>

/** The field types for a column that holds such values. */
type ReadAs<Value> = [Value] extends [boolean]
  ? { type: 'boolean' }
  : [Value] extends [number]
    ? { type: 'integer' } | { type: 'dateTime'; operators: readonly Exclude<FilterOperator, 'ne' | 'in'>[] }
    : string extends Value
      ? Extract<FieldType, { type: 'text' | 'enum' | 'date' }>
      : { type: 'enum'; values: readonly Value[]; groups?: Readonly<Record<string, readonly Value[]>> }

/**
 * The limits of the list language: the page size is part of the interface, the others keep one request small.
 */
export const limits = {
  pageSize: 200,
  defaultPageSize: 50,
  /** Values of one `in`: as many as the rows of a page. */
  inValues: 200,
  /** Characters of one text value. */
  textLength: 200,
  /** Characters of a cursor; the longest that a list issues is far shorter. */
  cursorLength: 4096,
} as const
