import { foldLetters } from './text.ts'

/**
 * The query language of the store port. The core writes conditions on a table's columns (`Where<Row>`), and
 * the API's filters, sorts and cursors are translated to it. Adapters receive `Condition`s.
 */
export type Scalar = string | number | boolean | null

/** All columns except JSON and bytes. */
export type ColumnName<Row> = keyof {
  [Name in keyof Row as NonNullable<Row[Name]> extends Scalar ? Name : never]: true
} &
  string

/**
 * Selects rows: `{ status: 'PENDING', clock: organisationId, dueAt: lte(until) }`. All tests must hold; `{}`
 * matches every row. An array combines conditions, including parsed ones of the list language. An undefined
 * value is refused at run time; wrap optional ones in `given`.
 */
export type Where<Row> = Tests<Row> | ConditionOn<Row> | readonly Where<Row>[]

type Tests<Row> = { readonly [Name in ColumnName<Row>]?: Row[Name] | Test<Row[Name]> } & {
  readonly op?: never
}

declare const compares: unique symbol

/** Created by the functions below. */
export interface Test<out Value> {
  readonly op: Condition['op'] | 'all'
  readonly value: unknown
  /** Never set; carries the type. */
  readonly [compares]?: Value
}

const test = <Value>(op: Test<Value>['op'], value: unknown): Test<Value> => ({ op, value })

/** Matches any other value, including null, as in `IS DISTINCT FROM`. */
export const not = <const Value extends Scalar>(value: Value): Test<Value> => test('ne', value)
export const oneOf = <const Value extends Scalar>(values: readonly Value[]): Test<Value> => test('in', values)
/** Matches any value except these, including null. */
export const noneOf = <const Value extends Scalar>(values: readonly Value[]): Test<Value> =>
  test('notIn', values)

// Null is never within bounds.
export const gt = <const Value extends string | number>(bound: Value): Test<Value> => test('gt', bound)
export const gte = <const Value extends string | number>(bound: Value): Test<Value> => test('gte', bound)
export const lt = <const Value extends string | number>(bound: Value): Test<Value> => test('lt', bound)
export const lte = <const Value extends string | number>(bound: Value): Test<Value> => test('lte', bound)
/** Inclusive at both ends. */
export const between = <const Value extends string | number>(from: Value, to: Value): Test<Value> =>
  allOf(gte(from), lte(to))

export const isNull: Test<null> = test('null', true)
export const isNotNull: Test<null> = test('null', false)

/** Ignores case and accents; `%` and `_` are ordinary. The column must be described as folded. */
export const contains = (part: string): Test<string> => test('contains', part)
export const startsWith = (prefix: string): Test<string> => test('startsWith', prefix)

/** Requires all tests of the column. */
export const allOf = <Value>(...tests: readonly Test<Value>[]): Test<Value> => test('all', tests)

/** Omits columns whose value is undefined. */
export const given = <const Some extends Readonly<Record<string, unknown>>>(some: Some): Given<Some> =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as Given<Some>
type Given<Some> = { readonly [Name in keyof Some]?: Exclude<Some[Name], undefined> }

/**
 * Flattens conditions in the order written, by which SQL caches its statements. Throws a `TypeError` for an
 * undefined value, which would otherwise match every row.
 */
export const conditionsOf = <Row>(where: Where<Row>): readonly Condition[] => {
  const conditions: Condition[] = []
  collect(where as Written, conditions)
  return conditions
}

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

/** Columns that map names to texts. `has` may search them if the table describes them as labelled. */
export type LabelledName<Row> = keyof {
  [Name in keyof Row as NonNullable<Row[Name]> extends Readonly<Record<string, string>>
    ? NonNullable<Row[Name]> extends string
      ? never
      : Name
    : never]: true
} &
  string

/** A parsed condition of the list language. */
export interface ConditionOn<Row> {
  readonly field: ColumnName<Row> | LabelledName<Row>
  readonly op: Condition['op']
  readonly value: Scalar | readonly Scalar[]
  /** Never set; carries the type. */
  readonly [asks]: (row: Row) => void
}

/** Casts conditions that were checked against a table's columns or were stored. */
export const conditionsOn = <Row>(conditions: readonly Condition[]): readonly ConditionOn<Row>[] =>
  conditions as readonly unknown[] as readonly ConditionOn<Row>[]

/** A condition in the form that adapters receive. */
export type Condition =
  /** `ne` and `notIn` also match null, as `IS DISTINCT FROM` does. */
  | { field: string; op: 'eq' | 'ne'; value: Scalar }
  | { field: string; op: 'in' | 'notIn'; value: readonly Scalar[] }
  /** Null is never within bounds. */
  | { field: string; op: 'gte' | 'gt' | 'lte' | 'lt'; value: string | number }
  | { field: string; op: 'null'; value: boolean }
  /** As in `contains`, compared by `searchForms`. */
  | { field: string; op: 'contains'; value: string }
  | { field: string; op: 'startsWith'; value: string }
  /** The text under this name equals this one. The table must describe the field as labelled. */
  | { field: string; op: 'has'; value: readonly [name: string, text: string] }

export interface SortKey {
  field: string
  descending: boolean
}

export interface SortBy<Row> {
  field: ColumnName<Row>
  descending: boolean
}

export interface ListQuery<Row> {
  where: Where<Row>
  /**
   * Never empty. The store adds the id as last key, in the direction of the key before it. Nulls sort last
   * when ascending, first when descending.
   */
  sort: readonly SortBy<Row>[]
  /** Sort values and id of the previous page's last row. */
  after?: { values: readonly Scalar[]; id: string }
  limit: number
  /** Counts all rows that match `where`. */
  total: boolean
}

/** A parsed query of the list language, to which operations add conditions. */
export interface ParsedQuery<Row> extends ListQuery<Row> {
  where: readonly ConditionOn<Row>[]
}

export interface Page<Row> {
  rows: Row[]
  hasMore: boolean
  totalCount?: number
}

/** Servers of 0.2.0 store and search this form only. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase()

/** Returns forms for search: a text contains a part if one of its forms contains one of the part's. */
export const searchForms = (text: string): readonly string[] => {
  const folded = fold(text)
  if (/^[ -~]*$/.test(folded)) return [folded]
  const plain = foldLetters(text)
  // An empty form, that of invisible characters, would match every text.
  return plain === folded || plain === '' ? [folded] : [folded, plain]
}

/** Joins the forms as stores keep them, so that no searched part can span two of them. */
export const searchText = (text: string): string => searchForms(text).join(formEnd)
const formEnd = '\n'

/** Splits a list into chunks of `size`, preserving order. */
export function* slices<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}

/**
 * Yields rows in order of their ids, in chunks of `limit`. A chunk is read when the previous one has been
 * processed and `between` has run. `read` returns the first `limit` rows whose ids match.
 */
export async function* chunksById<Row extends { id: string }>(
  limit: number,
  read: (id: Test<string>, limit: number) => Promise<Row[]>,
  { from = '', between }: { from?: string; between?: () => Promise<unknown> } = {},
): AsyncGenerator<Row[]> {
  for (let after = from; ; ) {
    const found = await read(gt(after), limit)
    if (found.length > 0) yield found
    if (found.length < limit) return
    after = found.at(-1)!.id
    await between?.()
  }
}
