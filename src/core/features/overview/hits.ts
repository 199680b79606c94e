import type { ReadContext } from '../../engine/context.ts'
import type { SearchHit } from './schema.ts'

/** What a search works with. */
export type Searching = Pick<ReadContext, 'rows' | 'scope' | 'shared' | 'caller'>

/** Rows that were found, each with what of it matches. */
export type Found<Row> = { row: Row; matchedBy: SearchHit['matchedBy'] }[]

export const hitsBy = <Row>(matchedBy: SearchHit['matchedBy'], rows: readonly Row[]): Found<Row> =>
  rows.map((row) => ({ row, matchedBy }))
