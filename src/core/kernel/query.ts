/**
 * The store port's query language, which is also what the API's filters, sorts and cursors come to. The core asks in terms
 * of a table's columns (`Where<Row>`); adapters are given the conditions that this stands for: memory interprets them, SQL
 * compiles them.
 */
export type Scalar = string | number | boolean | null

/** The columns of a table that conditions may name and lists may sort by: all but JSON and bytes. */
export type ColumnName<Row> = keyof {
  [Name in keyof Row as NonNullable<Row[Name]> extends Scalar ? Name : never]: true
} &
  string

/**
 * Which rows: `{ status: 'PENDING', clock: organisationId, dueAt: lte(until) }`. A value stands for itself, a test
 * (`lte`, `oneOf`, `isNull` …) for what it says; all must hold, and `{}` is every row. An array joins several of them, also
 * with what the list language has read. A value that is undefined is refused when it is asked; `given` leaves it out.
 */
export type Where<Row> = Tests<Row> | ConditionOn<Row> | readonly Where<Row>[]

type Tests<Row> = { readonly [Name in ColumnName<Row>]?: Row[Name] | Test<Row[Name]> } & {
  readonly op?: never
}

declare const compares: unique symbol

/** What the value of a column must be; made by the functions below, for columns of this type. */
export interface Test<out Value> {
  readonly op: Condition['op'] | 'all'
  readonly value: unknown
  /** Never set: carries the type. */
  readonly [compares]?: Value
}

const test = <Value>(op: Test<Value>['op'], value: unknown): Test<Value> => ({ op, value })

/** Anything but this value; null is another value, as in `IS DISTINCT FROM`. */
export const not = <const Value extends Scalar>(value: Value): Test<Value> => test('ne', value)
export const oneOf = <const Value extends Scalar>(values: readonly Value[]): Test<Value> => test('in', values)
/** Anything but these values, null included. */
export const noneOf = <const Value extends Scalar>(values: readonly Value[]): Test<Value> =>
  test('notIn', values)

// Null never meets a bound.
export const gt = <const Value extends string | number>(bound: Value): Test<Value> => test('gt', bound)
export const gte = <const Value extends string | number>(bound: Value): Test<Value> => test('gte', bound)
export const lt = <const Value extends string | number>(bound: Value): Test<Value> => test('lt', bound)
export const lte = <const Value extends string | number>(bound: Value): Test<Value> => test('lte', bound)
/** Both ends belong to it. */
export const between = <const Value extends string | number>(from: Value, to: Value): Test<Value> =>
  allOf(gte(from), lte(to))

/** For columns that may be null. */
export const isNull: Test<null> = test('null', true)
export const isNotNull: Test<null> = test('null', false)

/** Has this part, whatever its case (Unicode); `%` and `_` are ordinary. The table describes the column as folded. */
export const contains = (part: string): Test<string> => test('contains', part)
export const startsWith = (prefix: string): Test<string> => test('startsWith', prefix)

/** Several tests of one column. */
export const allOf = <Value>(...tests: readonly Test<Value>[]): Test<Value> => test('all', tests)

/** The same without the columns whose value is undefined, for conditions that somebody may ask for. */
export const given = <const Some extends Readonly<Record<string, unknown>>>(some: Some): Given<Some> =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as Given<Some>
type Given<Some> = { readonly [Name in keyof Some]?: Exclude<Some[Name], undefined> }

/**
 * What a `Where` comes to, in the order in which it was written: the shape by which SQL keeps its statements.
 * Throws a `TypeError` where a value is undefined, which would otherwise ask for every row.
 */
export const conditionsOf = <Row>(where: Where<Row>): readonly Condition[] => {
  const conditions: Condition[] = []
  collect(where as Written, conditions)
  return conditions
}

/** A `Where` of any table. */
type Written = readonly Written[] | { readonly [column: string]: unknown }

const collect = (where: Written, conditions: Condition[]): void => {
  if (isArray(where)) for (const part of where) collect(part, conditions)
  // No column is called that: `defineTable` refuses it.
  else if (where.op !== undefined) conditions.push(where as unknown as Condition)
  else for (const field in where) collectTest(field, where[field], conditions)
}

const isArray: (where: Written) => where is readonly Written[] = Array.isArray

const collectTest = (field: string, value: unknown, conditions: Condition[]): void => {
  if (typeof value !== 'object' || value === null) {
    if (value === undefined) throw new TypeError(`The condition on ${field} has no value.`)
    conditions.push({ field, op: 'eq', value: value as Scalar })
    return
  }
  const { op, value: compared } = value as Test<unknown>
  if (op === 'all') for (const each of compared as Test<unknown>[]) collectTest(field, each, conditions)
  else if (compared === undefined) throw new TypeError(`The condition on ${field} has no value.`)
  else conditions.push({ field, op, value: compared } as Condition)
}

declare const asks: unique symbol

/** A condition on rows of this type that is no literal of the program's: the list language makes them. */
export interface ConditionOn<Row> {
  readonly field: ColumnName<Row>
  readonly op: Condition['op']
  readonly value: Scalar | readonly Scalar[]
  /** Never set: carries the type. */
  readonly [asks]: (row: Row) => void
}

/** Takes conditions for those of a table, where the list language has held them against its columns or a row has kept them. */
export const conditionsOn = <Row>(conditions: readonly Condition[]): readonly ConditionOn<Row>[] =>
  conditions as readonly unknown[] as readonly ConditionOn<Row>[]

/** What stores are asked. */
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

/** A key to sort rows of this type by. */
export interface SortBy<Row> {
  field: ColumnName<Row>
  descending: boolean
}

export interface ListQuery<Row> {
  where: Where<Row>
  /** Never empty; the id is added as the last key, in the direction of the last one, by the store. Nulls come last ascending, first descending. */
  sort: readonly SortBy<Row>[]
  /** The sort values and the id of the last row of the page before. */
  after?: { values: readonly Scalar[]; id: string }
  limit: number
  /** Also count all rows that meet `where`. */
  total: boolean
}

/** As the list language has read it: what else is asked is put beside its conditions. */
export interface ParsedQuery<Row> extends ListQuery<Row> {
  where: readonly ConditionOn<Row>[]
}

export interface Page<Row> {
  rows: Row[]
  hasMore: boolean
  totalCount?: number
}

/** Folds case the way `contains` compares: by Unicode, on both sides. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase()
