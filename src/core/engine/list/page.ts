import * as v from 'valibot'
import { type ParameterError, validationFailed } from '../../kernel/errors.ts'
import type { ConditionOn, ListQuery, Page, Scalar, SortBy, Where } from '../../kernel/query.ts'
import { described, namedObject, nameOf } from '../../kernel/wire-schema.ts'
import type { TableName, Tables } from '../../model/index.ts'
import type { ModeScope } from '../caller.ts'
import type { Services } from '../services.ts'
import type { Schema } from '../wire.ts'
import type { ListLanguage } from './fields.ts'
import { type BoundListQuery, parseFilters } from './grammar.ts'

/** Rows named `Item` make an `ItemPage` (docs/api-rules.md#lists). */
export const listOf = <S extends Schema>(row: S) =>
  namedObject(`${rowName(row)}Page`, 'One page of a list.', {
    data: described(v.array(row), 'Rows of this page, in the requested order.'),
    nextCursor: described(
      v.nullable(v.string()),
      'Send it as `cursor` to get the next page, with the same sort and filters; null on the last page.',
    ),
    hasMore: described(v.boolean(), 'Whether there is a next page.'),
    totalCount: described(
      v.optional(v.pipe(v.number(), v.integer())),
      'Number of rows that match the filters, on all pages. Only with `include=total`.',
    ),
  })

/** Rows named `Country` make a `CountryList`. */
export const wholeListOf = <S extends Schema>(row: S) =>
  namedObject(`${rowName(row)}List`, 'A list without pages.', { data: described(v.array(row), 'All rows.') })

const rowName = (row: Schema): string => {
  const name = nameOf(row)
  if (name === undefined) throw new Error('Name the rows of a list (`named`): the list is named after them.')
  return name
}

/** Returns a page in wire form; `view` converts each row. */
export const toList = <Row extends { id: string }, Wire>(
  query: Pick<BoundListQuery<Row>, 'cursorAfter'>,
  page: Page<Row>,
  view: (row: Row) => Wire,
) => {
  const last = page.rows.at(-1)
  return {
    data: page.rows.map(view),
    nextCursor: page.hasMore && last ? query.cursorAfter(last) : null,
    hasMore: page.hasMore,
    ...(page.totalCount === undefined ? {} : { totalCount: page.totalCount }),
  }
}

/** Few enough rows to limit memory, and to let other requests run in between. */
const pageSize = 100

/** Yields rows read in pages, to bound memory and snapshots. May or may not see concurrent changes. */
export async function* walk<Name extends TableName>(
  services: Pick<Services, 'store'>,
  table: Name,
  scope: ModeScope,
  { where, sort, limit }: { where: Where<Tables[Name]>; sort: SortBy<Tables[Name]>; limit?: number },
): AsyncGenerator<Tables[Name]> {
  let left = limit ?? Number.POSITIVE_INFINITY
  let query: ListQuery<Tables[Name]> = { where, sort: [sort], limit: Math.min(pageSize, left), total: false }
  while (left > 0) {
    const page = await services.store.read((rows) => rows[table].list(scope, query))
    const found = page.rows as (Tables[Name] & { id: string })[]
    yield* found
    left -= found.length
    const last = found.at(-1)
    if (!page.hasMore || !last) return
    const values = [last[sort.field as keyof typeof last] as Scalar]
    query = { ...query, limit: Math.min(pageSize, left), after: { values, id: last.id } }
  }
}

/** Schema of filters in a body: `?filter[status][in]=A,B` becomes `"filter[status][in]": "A,B"`. */
export const sentFilters = (most: number) =>
  v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(80)), v.pipe(v.string(), v.maxLength(10_000))),
    v.maxEntries(most),
  )

/** Parses filters in a body. Throws a 422 that names them as sent: `filters.filter[status][in]`. */
export const filtersInBody = <Row>(
  language: ListLanguage['filters'],
  sent: Readonly<Record<string, string>>,
): readonly ConditionOn<Row>[] => {
  const { where, errors } = parseFilters<Row>(language, Object.entries(sent))
  if (errors.length === 0) return where
  throw validationFailed(
    errors.map(
      (error): ParameterError => ({ ...error, parameter: `filters.${error.parameter}`, location: 'body' }),
    ),
  )
}
