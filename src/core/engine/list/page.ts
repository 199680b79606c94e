import * as v from 'valibot'
import type { Page } from '../../kernel/query.ts'
import type { Schema } from '../wire.ts'
import type { BoundListQuery } from './grammar.ts'

/** SPEC "Lists": the wire shape of a list of these rows. */
export const listOf = <S extends Schema>(row: S) =>
  v.object({
    data: v.array(row),
    nextCursor: v.nullable(v.string()),
    hasMore: v.boolean(),
    totalCount: v.optional(v.pipe(v.number(), v.integer())),
  })

/** A page of rows as the wire shows it. */
export const toList = <Row extends { id: string }, Wire>(
  query: BoundListQuery,
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
