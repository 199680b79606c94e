import BetterSqlite3 from 'better-sqlite3'
import { Scanner } from '../../src/adapters/sqlite/scanner.ts'
import { dayMs } from '../../src/core/kernel/time.ts'
import type { BenchShop } from './big-shop.ts'

/** A list request of a program, and its SELECT. */
export interface Shape {
  name: string
  query: string
  sql: string
  values: unknown[]
}

interface Recipient {
  name: string
  country: string
}

const queriesOf = (shop: BenchShop, { name, country }: Recipient): Record<string, string> => {
  const monthAgo = new Date(shop.core.services.clock.now() - 30 * dayMs).toISOString()
  return {
    'the first page': 'limit=50',
    'by status': 'limit=50&filter[status]=COMPLETED',
    'by Postflow': `limit=50&filter[postflowId]=${shop.postflowId}`,
    'by name': `limit=50&filter[recipientName]=${encodeURIComponent(name)}`,
    'a part of the name': 'limit=50&filter[recipientName][contains]=an',
    'of a month': `limit=50&filter[createdAt][gte]=${monthAgo}`,
    'by country, sorted by name': `limit=50&filter[recipientCountry]=${country}&sort=recipientName`,
    'two hundred rows': 'limit=200',
  }
}

interface Statement {
  source: string
  all(...values: unknown[]): unknown[]
}

/** Requests each list once and records its SELECT. */
export const listShapes = async (shop: BenchShop): Promise<Shape[]> => {
  const prototype = Object.getPrototypeOf(new BetterSqlite3(':memory:').prepare('select 1')) as Statement
  const { all } = prototype
  const { isWorthwhile } = Scanner.prototype
  let recorded: Pick<Shape, 'sql' | 'values'> | undefined
  prototype.all = function (this: Statement, ...values) {
    if (/^select\b.* from "?items"?\b/is.test(this.source)) recorded = { sql: this.source, values }
    return all.apply(this, values)
  }
  // Run every list in this thread, where its SELECT can be recorded.
  Scanner.prototype.isWorthwhile = () => false
  try {
    const { data } = await shop.call<{ data: { recipient: Recipient }[] }>('items.list', 'limit=1')
    const shapes: Shape[] = []
    for (const [name, query] of Object.entries(queriesOf(shop, data[0]!.recipient))) {
      recorded = undefined
      await shop.call('items.list', query)
      if (!recorded) throw new Error(`No SELECT was recorded for ${query}.`)
      shapes.push({ name, query, ...(recorded as Pick<Shape, 'sql' | 'values'>) })
    }
    return shapes
  } finally {
    prototype.all = all
    Scanner.prototype.isWorthwhile = isWorthwhile
  }
}
