import { sql } from 'kysely'
import type { Condition } from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { type Bundling, fieldsOf, type Row, type Summing } from '../store-rules.ts'
import type { Capabilities } from './capabilities.ts'
import { buildAll, type Fragment, shapeOf, valuesOf, whereFragment } from './conditions.ts'
import { type Order, orderBy } from './order.ts'
import { ownerField, rowDecoder } from './schema.ts'
import { type Call, StatementCache, slots } from './statement.ts'

export interface Selection {
  order?: Order | undefined
  limit?: number | undefined
  /** Rows that are passed over first. */
  skip?: number | undefined
  /** The index to go through, where the dialect lets statements name one. */
  index?: string | undefined
  /** Only the columns of this order, as they are kept, instead of whole rows. */
  only?: Order | undefined
  /** Locks the rows until the transaction ends: other bodies wait for them, or skip them. */
  lock?: 'wait' | 'skip' | undefined
}

/** The statements of one table that read. */
export class ReadingStatements {
  readonly table: Table
  readonly dialect: Capabilities
  readonly decodeRow: ((row: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** The field that names the organisation which a row belongs to; none for rows of no organisation. */
  readonly owner: 'organisationId' | 'id' | undefined
  protected readonly cache = new StatementCache()
  protected readonly fields: readonly string[]

  constructor(table: Table, dialect: Capabilities) {
    this.table = table
    this.dialect = dialect
    this.decodeRow = rowDecoder(table)
    this.owner = ownerField(table)
    this.fields = fieldsOf(table)
  }

  where(where: readonly Condition[], options?: { unordered: boolean }): Fragment {
    return whereFragment(this.dialect, this.table, where, options)
  }

  /** Rows that meet the fragments, in order; the limit and what is passed over are the last values. */
  select(fragments: readonly Fragment[], selection: Selection = {}): Call {
    const { order, limit, skip, index, only, lock } = selection
    const parts = [
      ...['select', only?.shape ?? '', shapeOf(fragments), 'order', order?.shape ?? ''],
      ...[limit === undefined ? '' : 'limit', skip === undefined ? '' : 'skip', index ?? '', lock ?? ''],
    ]
    const statement = this.cache.get(parts.join(' '), () => {
      const slot = slots()
      const meets = buildAll(fragments, slot)
      let query = this.#from(index)
        .select(only ? only.terms.map(({ column }) => column) : [...this.fields])
        .where(meets)
      if (order) query = query.orderBy(orderBy(order))
      if (limit !== undefined) query = query.limit(sql<number>`${slot()}`)
      if (skip !== undefined) query = query.offset(sql<number>`${slot()}`)
      if (!lock || !this.dialect.locksRows) return query
      return lock === 'skip' ? query.forUpdate().skipLocked() : query.forUpdate()
    })
    const values = valuesOf(fragments)
    const counts = [limit, skip].filter((count) => count !== undefined)
    return { statement, values: counts.length === 0 ? values : [...values, ...counts] }
  }

  /** How many rows the index has that meet the fragment, up to a limit, which is the last value. */
  countUpTo(limit: number, fragment: Fragment, index: string): Call {
    const statement = this.cache.get(`count up to ${fragment.shape} ${index}`, () => {
      const slot = slots()
      const found = this.#from(index)
        .select(sql`1`.as('found'))
        .where(fragment.build(slot))
        .limit(sql<number>`${slot()}`)
      return this.dialect.builder
        .selectFrom(found.as('found'))
        .select(this.dialect.builder.fn.countAll().as('rows'))
    })
    return { statement, values: [...fragment.values, limit] }
  }

  /** Rows that meet the fragments among the first ones that meet `first`, in the same order. */
  selectAmong(
    first: { where: Fragment; limit: number },
    fragments: readonly Fragment[],
    { order, limit }: { order: Order; limit: number },
  ): Call {
    const shape = `among ${first.where.shape} select ${shapeOf(fragments)} order ${order.shape}`
    const statement = this.cache.get(shape, () => {
      const slot = slots()
      const looked = this.dialect.builder
        .selectFrom(this.table.name)
        .selectAll()
        .where(first.where.build(slot))
        .orderBy(orderBy(order))
        .limit(sql<number>`${slot()}`)
      return this.dialect.builder
        .selectFrom(looked.as(this.table.name))
        .select([...this.fields])
        .where(buildAll(fragments, slot))
        .orderBy(orderBy(order))
        .limit(sql<number>`${slot()}`)
    })
    return { statement, values: [...first.where.values, first.limit, ...valuesOf(fragments), limit] }
  }

  count(fragments: readonly Fragment[]): Call {
    const statement = this.cache.get(`count ${shapeOf(fragments)}`, () => {
      const rows = this.dialect.builder.fn.countAll().as('rows')
      return this.dialect.builder.selectFrom(this.table.name).select(rows).where(buildAll(fragments, slots()))
    })
    return { statement, values: valuesOf(fragments) }
  }

  /** How many of the first rows have each value of a column; the limit is the last value. */
  tally(by: string, fragments: readonly Fragment[], order: Order, limit: number): Call {
    const statement = this.cache.get(`tally ${by} ${shapeOf(fragments)} order ${order.shape}`, () => {
      const slot = slots()
      const counted = this.dialect.builder
        .selectFrom(this.table.name)
        .select(by)
        .where(buildAll(fragments, slot))
        .orderBy(orderBy(order))
        .limit(sql<number>`${slot()}`)
      return this.dialect.builder
        .selectFrom(counted.as('counted'))
        .select([sql.ref(by).as('value'), this.dialect.builder.fn.countAll().as('rows')])
        .groupBy(by)
    })
    return { statement, values: [...valuesOf(fragments), limit] }
  }

  /** The ids of the first rows, joined in order; size and limit are the last values. */
  bundles(fragments: readonly Fragment[], { size, limit, with: names = [] }: Bundling): Call {
    const statement = this.cache.get(`bundles ${names} ${shapeOf(fragments)}`, () => {
      const slot = slots()
      const meets = buildAll(fragments, slot)
      // The slots are numbered in the order of the values, not of the text.
      // Numbers come to SQLite as fractions, by which a whole one would not be divided as one.
      const perBundle = sql`cast(${slot()} as integer)`
      const most = sql<number>`${slot()}`
      const numbered = this.dialect.builder
        .selectFrom(this.table.name)
        .select(['id', ...names, sql`(row_number() over (order by "id") - 1) / ${perBundle}`.as('bundle')])
        .where(meets)
        .orderBy('id')
        .limit(most)
      const entry = sql.join(
        ['id', ...names].map((name) => sql.ref(name)),
        sql` || ':' || `,
      )
      return this.dialect.builder
        .selectFrom(numbered.as('numbered'))
        .select(sql`string_agg(${entry}, ',' order by "id")`.as('ids'))
        .groupBy('bundle')
        .orderBy('bundle')
    })
    return { statement, values: [...valuesOf(fragments), size, limit] }
  }

  /** The number of rows and the sums of their columns, as text: a sum may exceed what a number holds. */
  sums(fragments: readonly Fragment[], { of, limit }: Summing): Call {
    const statement = this.cache.get(`sums ${of} ${shapeOf(fragments)}`, () => {
      const slot = slots()
      const added = this.dialect.builder
        .selectFrom(this.table.name)
        .select(['id', ...of])
        .where(buildAll(fragments, slot))
        .limit(sql<number>`${slot()}`)
      const sums = of.map((name) => sql`cast(sum(${sql.ref(name)}) as text)`.as(name))
      const rows = this.dialect.builder.fn.countAll().as('rows')
      return this.dialect.builder.selectFrom(added.as('added')).select([rows, ...sums])
    })
    return { statement, values: [...valuesOf(fragments), limit] }
  }

  rowsOf(found: Record<string, unknown>[]): Row[] {
    if (this.decodeRow) for (const row of found) this.decodeRow(row)
    return found as unknown as Row[]
  }

  #from(index: string | undefined) {
    const { name } = this.table
    return index === undefined
      ? this.dialect.builder.selectFrom(name)
      : this.dialect.builder.selectFrom(
          sql.table(name).as(sql`${sql.ref(name)} indexed by ${sql.ref(index)}`),
        )
  }
}
