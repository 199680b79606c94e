import type { ColumnName, LabelledName, Scalar } from '../../kernel/query.ts'
import type { Table } from '../../kernel/table.ts'
import type { Schema } from '../wire.ts'

/** Determines how a filter's text is parsed (docs/api-rules.md#lists). */
export type FieldType =
  /**
   * `maxLength` defaults to `limits.textLength`; `startsWith` needs at least `prefixLength`. `normalised`
   * converts the value to the column's form.
   */
  | { type: 'text'; maxLength?: number; prefixLength?: number; normalised?: (text: string) => string }
  /** `name:text`, an entry of a labelled column, with maximum lengths. */
  | { type: 'entry'; nameLength: number; textLength: number }
  /** Name of an entry in a labelled column whose texts are all ''. */
  | { type: 'label'; maxLength: number }
  /** `groups` names several values at once: `item.*` for every type of that family. */
  | { type: 'enum'; values: readonly string[]; groups?: Readonly<Record<string, readonly string[]>> }
  | { type: 'integer' }
  | { type: 'boolean' }
  /** RFC 3339 or a day, stored as ms. Without `ne` and `in`, since a day is a range. */
  | { type: 'dateTime' }
  /** Stored as `YYYY-MM-DD`; an RFC 3339 instant means its UTC day. */
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
  /** Shown in the API document, if responses have no field of the filter's name. */
  description?: string
  /** The row's field, if named differently. */
  column?: string
  /** Stored value for each wire value, if different: `true` → `test` for `isTest`. */
  stored?: Readonly<Record<string, Scalar>>
}

export const idFilter = { type: 'text', maxLength: 40, operators: ['eq', 'in'] } as const
export const optionalIdFilter = { ...idFilter, operators: ['eq', 'in', 'null'] } as const
export const periodFilter = { type: 'dateTime', operators: ['gte', 'gt', 'lte', 'lt'] } as const

export interface ListLanguage {
  /**
   * Row field by wire name. Its values are never null unless the table declares the field sortable. Empty if
   * the order is fixed: the list then has no `sort` parameter.
   */
  sort: Readonly<Record<string, string>>
  /** For example `-createdAt`. If the order is fixed, the row's field. */
  defaultSort: string
  filters: Readonly<Record<string, FilterField>>
}

// biome-ignore lint/suspicious/noExplicitAny: of any table
export interface ListDeclaration<Row = any> extends ListLanguage {
  table: Table<Row>
  /** Schema of the filtered rows. Set for operations that take only filters, without pages and order. */
  rows?: Schema
}

/**
 * Declares a list. By their types, sorts and filters name columns, and filters suit their column: an `enum`
 * takes values of the column, and only nullable columns have the operator `null`.
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

/** Declares the filters of an operation that does not list the rows but acts on them. */
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

/** Names of `sort`, or columns if the order is fixed. */
type SortName<Row, Sort> = [keyof Sort] extends [never] ? ColumnName<Row> : keyof Sort & string

/** Filters named after a column, or with the name of one in `column`. */
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

/** Field types for a column with values of type `Value`. */
type ReadAs<Value> = [Value] extends [boolean]
  ? { type: 'boolean' }
  : [Value] extends [number]
    ? { type: 'integer' } | { type: 'dateTime'; operators: readonly Exclude<FilterOperator, 'ne' | 'in'>[] }
    : string extends Value
      ? Extract<FieldType, { type: 'text' | 'enum' | 'date' }>
      : { type: 'enum'; values: readonly Value[]; groups?: Readonly<Record<string, readonly Value[]>> }

/** The page size is part of the API, the other limits keep requests small. */
export const limits = {
  pageSize: 200,
  defaultPageSize: 50,
  /** Equals the page size. */
  inValues: 200,
  textLength: 200,
  /** Issued cursors are far shorter. */
  cursorLength: 4096,
} as const
