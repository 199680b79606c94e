import { foldLetters } from './text.ts'

/**
 * The query language of the store port, to which the API's filters, sorts and cursors are translated. The
 * core writes conditions by a table's columns (`Where<Row>`); adapters receive the `Condition`s that these
 * stand for, which memory interprets and SQL compiles.
 */
export type Scalar = string | number | boolean | null

/** The columns of a table that conditions and sorts may use: all but JSON and bytes. */
export type ColumnName<Row> = keyof {
  [Name in keyof Row as NonNullable<Row[Name]> extends Scalar ? Name : never]: true
} &
  string

/**
 * Selects rows: `{ status: 'PENDING', clock: organisationId, dueAt: lte(until) }`. A column is compared with
 * a value or a test (`lte`, `oneOf`, `isNull` …); all must hold, and `{}` matches every row. An array
 * combines several conditions, also parsed ones of the list language. An undefined value is refused at run
 * time; `given` leaves it out.
 */
export type Where<Row> = Tests<Row> | ConditionOn<Row> | readonly Where<Row>[]

type Tests<Row> = { readonly [Name in ColumnName<Row>]?: Row[Name] | Test<Row[Name]> } & {
  readonly op?: never
}

declare const compares: unique symbol

/** A test of a column's value, made by the functions below. */
export interface Test<out Value> {
  readonly op: Condition['op'] | 'all'
  readonly value: unknown
  /** Never set: it only carries the type. */
  readonly [compares]?: Value
}

const test = <Value>(op: Test<Value>['op'], value: unknown): Test<Value> => ({ op, value })

/** Any other value, null included, as in `IS DISTINCT FROM`. */
export const not = <const Value extends Scalar>(value: Value): Test<Value> => test('ne', value)
export const oneOf = <const Value extends Scalar>(values: readonly Value[]): Test<Value> => test('in', values)
/** Any value except these, null included. */
export const noneOf = <const Value extends Scalar>(values: readonly Value[]): Test<Value> =>
  test('notIn', values)

// Null is never within a bound.
export const gt = <const Value extends string | number>(bound: Value): Test<Value> => test('gt', bound)
export const gte = <const Value extends string | number>(bound: Value): Test<Value> => test('gte', bound)
export const lt = <const Value extends string | number>(bound: Value): Test<Value> => test('lt', bound)
export const lte = <const Value extends string | number>(bound: Value): Test<Value> => test('lte', bound)
/** From `from` to `to`, both included. */
export const between = <const Value extends string | number>(from: Value, to: Value): Test<Value> =>
  allOf(gte(from), lte(to))

/** For columns that may be null. */
export const isNull: Test<null> = test('null', true)
export const isNotNull: Test<null> = test('null', false)

/**
 * Contains this text, regardless of case and accents; `%` and `_` are ordinary characters. The table must
 * describe the column as folded.
 */
export const contains = (part: string): Test<string> => test('contains', part)
export const startsWith = (prefix: string): Test<string> => test('startsWith', prefix)

/** Several tests of one column, all of which must hold. */
export const allOf = <Value>(...tests: readonly Test<Value>[]): Test<Value> => test('all', tests)

/** Leaves out columns whose value is undefined, for optional conditions. */
export const given = <const Some extends Readonly<Record<string, unknown>>>(some: Some): Given<Some> =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as Given<Some>
type Given<Some> = { readonly [Name in keyof Some]?: Exclude<Some[Name], undefined> }

/**
 * The conditions of a `Where`, in the order in which they are written, by which SQL caches its statements.
 * Throws a `TypeError` for an undefined value, which would otherwise match every row.
 */
export const conditionsOf = <Row>(where: Where<Row>): readonly Condition[] => {
  const conditions: Condition[] = []
  collect(where as Written, conditions)
  return conditions
}

/** A `Where` on any table. */
type Written = readonly Written[] | { readonly [column: string]: unknown }

const collect = (where: Written, conditions: Condition[]): void => {
  if (isArray(where)) for (const part of where) collect(part, conditions)
  // No column is called `op`: `defineTable` refuses it.
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

/** The columns that hold texts by name, which `has` may search where the table describes them as labelled. */
export type LabelledName<Row> = keyof {
  [Name in keyof Row as NonNullable<Row[Name]> extends Readonly<Record<string, string>>
    ? NonNullable<Row[Name]> extends string
      ? never
      : Name
    : never]: true
} &
  string

/** A parsed condition on rows of this type, as the list language makes it. */
export interface ConditionOn<Row> {
  readonly field: ColumnName<Row> | LabelledName<Row>
  readonly op: Condition['op']
  readonly value: Scalar | readonly Scalar[]
  /** Never set: it only carries the type. */
  readonly [asks]: (row: Row) => void
}

/**
 * Types conditions as belonging to a table, where they have been checked against its columns or were stored.
 */
export const conditionsOn = <Row>(conditions: readonly Condition[]): readonly ConditionOn<Row>[] =>
  conditions as readonly unknown[] as readonly ConditionOn<Row>[]

/** A condition as stores receive it. */
export type Condition =
  /** `ne` and `notIn` also match null, as `IS DISTINCT FROM` does. */
  | { field: string; op: 'eq' | 'ne'; value: Scalar }
  | { field: string; op: 'in' | 'notIn'; value: readonly Scalar[] }
  /** A null field is never within a bound. */
  | { field: string; op: 'gte' | 'gt' | 'lte' | 'lt'; value: string | number }
  | { field: string; op: 'null'; value: boolean }
  /**
   * A substring, regardless of case and accents (`searchForms`); the table must describe the field as folded. `%` and `_` are
   * ordinary characters.
   */
  | { field: string; op: 'contains'; value: string }
  | { field: string; op: 'startsWith'; value: string }
  /** The texts by name hold this one under this name; the table must describe the field as labelled. */
  | { field: string; op: 'has'; value: readonly [name: string, text: string] }

export interface SortKey {
  field: string
  descending: boolean
}

/** A sort key for rows of this type. */
export interface SortBy<Row> {
  field: ColumnName<Row>
  descending: boolean
}

export interface ListQuery<Row> {
  where: Where<Row>
  /**
   * Never empty. The store adds the id as last key, in the direction of the one before it. Nulls come last
   * when ascending, first when descending.
   */
  sort: readonly SortBy<Row>[]
  /** The sort values and the id of the previous page's last row. */
  after?: { values: readonly Scalar[]; id: string }
  limit: number
  /** Also counts all rows that match `where`. */
  total: boolean
}

/** A query as the list language parses it, to which operations add conditions. */
export interface ParsedQuery<Row> extends ListQuery<Row> {
  where: readonly ConditionOn<Row>[]
}

export interface Page<Row> {
  rows: Row[]
  hasMore: boolean
  totalCount?: number
}

/** Folds case by Unicode, on both sides of a comparison. Servers of 0.2.0 store and search this form alone. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase()

/**
 * The forms of a text that `contains` compares, without repetition: with accents, then without. A stored text
 * contains a part if one of its forms contains one of the part's forms.
 */
export const searchForms = (text: string): readonly string[] => {
  const folded = fold(text)
  if (/^[ -~]*$/.test(folded)) return [folded]
  const plain = foldLetters(text)
  // A part of invisible characters alone would be contained in every text.
  return plain === folded || plain === '' ? [folded] : [folded, plain]
}

/** The forms of a text as stores keep them for `contains`. No part spans two of them. */
export const searchText = (text: string): string => searchForms(text).join(formEnd)
const formEnd = '\n'

/** A list in slices of this size, in its order: what one statement or one turn takes. */
export function* slices<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}
