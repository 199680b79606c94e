import * as v from 'valibot'
import type { Page } from '../../kernel/query.ts'
import { described, namedObject, nameOf } from '../../kernel/wire-schema.ts'
import type { Schema } from '../wire.ts'
import type { BoundListQuery } from './grammar.ts'

/**
 * The schema of a page of these rows (docs/api-rules.md#lists). Rows named `Item` make an `ItemPage`.
 */
export const listOf = <S extends Schema>(row: S) =>
  namedObject(`${rowName(row)}Page`, 'One page of a list.', {
    data: described(v.array(row), 'The rows of this page, in the order that was asked for.'),
    nextCursor: described(
      v.nullable(v.string()),
      'Send it as `cursor` to get the next page, with the same sort and filters; null on the last page.',
    ),
    hasMore: described(v.boolean(), 'Whether there is a next page.'),
    totalCount: described(
      v.optional(v.pipe(v.number(), v.integer())),
      'How many rows the filters let through, on all pages. Only with `include=total`.',
    ),
  })

/** The schema of a list without pages. Rows named `Country` make a `CountryList`. */
export const wholeListOf = <S extends Schema>(row: S) =>
  namedObject(`${rowName(row)}List`, 'A whole list.', { data: described(v.array(row), 'All rows at once.') })

const rowName = (row: Schema): string => {
  const name = nameOf(row)
  if (name === undefined)
    throw new Error('Name the rows of a list (`named`): its own name comes from theirs.')
  return name
}

/** A page of rows in its wire form; `view` converts each row. */
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
