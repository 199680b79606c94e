import type { ListQuery, Scalar, SortBy, Where } from '../../kernel/query.ts'
import type { TableName, Tables } from '../../model/index.ts'
import type { ModeScope } from '../caller.ts'
import type { Services } from '../services.ts'

/** Rows read at a time: few enough to hold in memory, and for other requests to come in between. */
const pageSize = 100

/**
 * Iterates over the rows that match `where`, in order of `sort`, at most `limit` of them. Each page is a read
 * of its own, so that memory and the life of a snapshot stay bounded; changes during the walk may be seen or
 * not.
 */
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
