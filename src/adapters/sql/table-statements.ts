import { sql } from 'kysely'
import type { Condition } from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { UniqueViolation } from '../../core/ports/store.ts'
import { type Bundling, columnOf, fieldsOf, type Row, type Summing } from '../store-rules.ts'
import type { Capabilities } from './capabilities.ts'
import { allOf, buildAll, type Fragment, shapeOf, valuesOf, whereFragment } from './conditions.ts'
import { type Order, orderBy } from './order.ts'
import {
  encodeValue,
  foldedColumn,
  foldValue,
  keyName,
  ownerField,
  rowDecoder,
  rowEncoder,
  writtenColumns,
} from './schema.ts'
import { type Call, type Slot, StatementCache, slots } from './statement.ts'

export interface Selection {
  order?: Order | undefined
  limit?: number | undefined
  skip?: number | undefined
  /** The index to use, if the dialect lets statements name one. */
  index?: string | undefined
  /** Returns only the stored columns of this order instead of whole rows. */
  only?: Order | undefined
  /** Locks the rows until the transaction ends; other transactions wait for them or skip them. */
  lock?: 'wait' | 'skip' | undefined
}

class ReadingStatements {
  readonly table: Table
  readonly dialect: Capabilities
  readonly decodeRow: ((row: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** The field with the id of the row's organisation; undefined if rows belong to none. */
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

  /** Selects rows that meet the fragments, in order. Limit and offset are the last values. */
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

  /** Counts the rows that meet the fragment through an index, up to a limit, which is the last value. */
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

  /** Selects rows that meet the fragments among the first ones that meet `first`, in the same order. */
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

  /** Counts the first rows by the value of a column. The limit is the last value. */
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

  /** Joins the ids of the first rows into bundles, in order. Size and limit are the last values. */
  bundles(fragments: readonly Fragment[], { size, limit, with: names = [] }: Bundling): Call {
    const statement = this.cache.get(`bundles ${names} ${shapeOf(fragments)}`, () => {
      const slot = slots()
      const meets = buildAll(fragments, slot)
      // Slots are numbered in the order of the values, not of the SQL. SQLite binds numbers as floating
      // point, so the cast is needed for an integer division.
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

  /** Selects the number of rows and the sums of columns, as text: they may exceed safe integers. */
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

type Fields = Readonly<Record<string, unknown>>

interface Assignment {
  column: string
  value: unknown
}

/** All statements of a table, built once for each shape and shared by all connections. */
export class TableStatements extends ReadingStatements {
  readonly encodeRow: (row: Fields) => unknown[]
  readonly #columns: readonly string[]

  constructor(table: Table, dialect: Capabilities) {
    super(table, dialect)
    this.encodeRow = rowEncoder(table)
    this.#columns = writtenColumns(table)
  }

  insert(rows: readonly (readonly unknown[])[]): Call {
    const statement = this.cache.get(`insert ${rows.length}`, () => {
      const slot = slots()
      return this.dialect.builder.insertInto(this.table.name).values(rows.map(() => this.#newRow(slot)))
    })
    return { statement, values: rows.length === 1 ? rows[0]! : rows.flat() }
  }

  /** Inserts an encoded row, or adds the deltas to the row with its id. */
  insertOrAdd(row: readonly unknown[], fields: readonly string[], deltas: readonly number[]): Call {
    const statement = this.cache.get(`add ${fields.join()}`, () => {
      const slot = slots()
      return this.#insertOrAdd(1, fields, slot, slot).returning([...this.fields])
    })
    return { statement, values: [...row, ...deltas] }
  }

  /** Like `insertOrAdd` for several rows, whose own values are the deltas. Returns no rows. */
  insertOrAddEach(rows: readonly (readonly unknown[])[], fields: readonly string[]): Call {
    const statement = this.cache.get(`add ${rows.length} ${fields.join()}`, () =>
      this.#insertOrAdd(rows.length, fields, slots(), (field) => sql.ref(`excluded.${field}`)),
    )
    return { statement, values: rows.flat() }
  }

  update(assignments: readonly Assignment[], fragments: readonly Fragment[]): Call {
    const columns = assignments.map(({ column }) => column)
    const statement = this.cache.get(`update ${columns.join()} ${shapeOf(fragments)}`, () => {
      const slot = slots()
      const changes = Object.fromEntries(columns.map((column) => [column, slot()]))
      const nothing = { id: sql.ref('id') }
      return this.dialect.builder
        .updateTable(this.table.name)
        .set(columns.length === 0 ? nothing : changes)
        .where(buildAll(fragments, slot))
    })
    return { statement, values: [...assignments.map(({ value }) => value), ...valuesOf(fragments)] }
  }

  /** Adds the deltas if the sum of the fields of `factors`, each times its factor, stays at least zero. */
  addIf(
    deltas: Readonly<Record<string, number>>,
    factors: Readonly<Record<string, number>>,
    where: Fragment,
  ): Call {
    const fields = Object.keys(deltas)
    const counted = Object.keys(factors)
    const signs = counted.map((field) => (factors[field] === 1 ? '+' : '-'))
    const shape = `add if ${fields.join()} ${counted.map((field, at) => signs[at] + field).join()} ${where.shape}`
    const statement = this.cache.get(shape, () => {
      const slot = slots()
      const plus = (field: string) => sql`${sql.ref(field)} + ${slot()}`
      const changes = Object.fromEntries(fields.map((field) => [field, plus(field)]))
      const terms = counted.map((field, at) => {
        const after = field in deltas ? plus(field) : sql.ref(field)
        return sql`${sql.raw(signs[at]!)} (${after})`
      })
      const enough = sql<boolean>`0 ${sql.join(terms, sql` `)} >= 0`
      return this.dialect.builder
        .updateTable(this.table.name)
        .set(fields.length === 0 ? { id: sql.ref('id') } : changes)
        .where(allOf([enough, where.build(slot)]))
    })
    const again = counted.filter((field) => field in deltas).map((field) => deltas[field])
    return { statement, values: [...fields.map((field) => deltas[field]), ...again, ...where.values] }
  }

  remove(fragments: readonly Fragment[]): Call {
    const statement = this.cache.get(`remove ${shapeOf(fragments)}`, () =>
      this.dialect.builder.deleteFrom(this.table.name).where(buildAll(fragments, slots())),
    )
    return { statement, values: valuesOf(fragments) }
  }

  assignments(fields: readonly string[], patch: Fields): Assignment[] {
    return fields.flatMap((field) => {
      const value = encodeValue(columnOf(this.table, field).kind, patch[field])
      const assignment = { column: field, value }
      if (!this.table.folded.includes(field)) return [assignment]
      return [assignment, { column: foldedColumn(field), value: foldValue(value) }]
    })
  }

  /** Converts a violated unique index into the port's error; returns other errors unchanged. */
  portError(error: unknown): unknown {
    const columns = this.dialect.uniqueColumns(error, this.table)
    return columns ? new UniqueViolation(this.table.name, columns) : error
  }

  #insertOrAdd(
    count: number,
    fields: readonly string[],
    slot: () => Slot,
    added: (field: string) => unknown,
  ) {
    const insert = this.dialect.builder
      .insertInto(this.table.name)
      .values(Array.from({ length: count }, () => this.#newRow(slot)))
    const sums = Object.fromEntries(
      fields.map((field) => [field, sql`${sql.ref(`${this.table.name}.${field}`)} + ${added(field)}`]),
    )
    // Without deltas, sets the id to itself: the row must be returned, which DO NOTHING doesn't do.
    const changes = fields.length === 0 ? { id: sql.ref('excluded.id') } : sums
    const { namesKeys } = this.dialect
    return insert.onConflict((conflict) =>
      (namesKeys ? conflict.constraint(keyName(this.table.name)) : conflict.column('id')).doUpdateSet(
        changes,
      ),
    )
  }

  #newRow(slot: () => Slot): Record<string, Slot> {
    return Object.fromEntries(this.#columns.map((column) => [column, slot()]))
  }
}
