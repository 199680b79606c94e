import {
  type Condition,
  conditionsOf,
  type ListQuery,
  type Page,
  type SortKey,
  type Where,
} from '../../core/kernel/query.ts'
import type { FindOptions, Scope, Sums } from '../../core/ports/store.ts'
import { UniqueViolation } from '../../core/ports/store.ts'
import {
  addedApart,
  afterValues,
  assertIntegers,
  type Bundling,
  deltaFields,
  expectedConditions,
  orderOf,
  pagedOrderOf,
  patchedFields,
  type Row,
  type Session,
  type Summing,
  scopeConditions,
  type Tally,
  tallyOrderOf,
} from '../store-rules.ts'
import { matcher, type Overlay, type Selection, select } from './select.ts'
import { type MemoryTable, rowReader, storedRow, storedValue } from './table.ts'

type Fields = Readonly<Record<string, unknown>>
type Deltas = Readonly<Record<string, number | undefined>>

export class MemoryReader {
  protected readonly source: MemoryTable
  protected readonly session: Session
  readonly #overlay: () => Overlay | undefined
  readonly #leave: (row: Row) => Row

  constructor(source: MemoryTable, session: Session, overlay: () => Overlay | undefined) {
    this.source = source
    this.session = session
    this.#overlay = overlay
    this.#leave = rowReader(source.table)
  }

  async get(scope: Scope, id: string): Promise<Row | undefined> {
    return this.selected(scope, { where: [{ field: 'id', op: 'eq', value: id }] })[0]
  }

  async find(scope: Scope, where: Where<Row>, options: FindOptions<Row> = {}): Promise<Row[]> {
    const sort = (options.order ?? []).map(({ field, descending = false }) => ({ field, descending }))
    const order = orderOf(this.source.table, sort)
    if (options.among !== undefined) return this.#findAmong(scope, conditionsOf(where), order, options)
    return this.selected(scope, {
      where: conditionsOf(where),
      order,
      ...(options.limit !== undefined && { limit: options.limit }),
    })
  }

  #findAmong(
    scope: Scope,
    where: readonly Condition[],
    order: readonly SortKey[],
    { among, limit }: FindOptions<Row>,
  ): Row[] {
    const first = this.matching(scope, { where: [], order, ...(among !== undefined && { limit: among }) })
    return first.filter(matcher(this.source.table, where)).slice(0, limit).map(this.#leave)
  }

  async count(scope: Scope, where: Where<Row>): Promise<number> {
    return this.matching(scope, { where: conditionsOf(where) }).length
  }

  async tally(scope: Scope, where: Where<Row>, options: Tally): Promise<Map<string, number>> {
    const order = tallyOrderOf(this.source.table, options)
    const counts = new Map<string, number>()
    for (const row of this.matching(scope, { where: conditionsOf(where), order, limit: options.limit })) {
      const value = row[options.by] as string
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return counts
  }

  async bundles(scope: Scope, where: Where<Row>, options: Bundling): Promise<string[]> {
    const { size, limit, with: names = [] } = options
    assertIntegers(this.source.table, names)
    const order = orderOf(this.source.table, [{ field: 'id', descending: false }])
    const rows = this.matching(scope, { where: conditionsOf(where), order, limit })
    const bundles: string[] = []
    for (let from = 0; from < rows.length; from += size) {
      bundles.push(
        rows
          .slice(from, from + size)
          .map((row) => [row.id, ...names.map((name) => row[name])].join(':'))
          .join(),
      )
    }
    return bundles
  }

  async sums(scope: Scope, where: Where<Row>, { of, limit }: Summing): Promise<Sums> {
    assertIntegers(this.source.table, of)
    const rows = this.matching(scope, { where: conditionsOf(where), limit })
    const sums = of.map((name) => rows.reduce((sum, row) => sum + BigInt(row[name] as number), 0n))
    return { rows: rows.length, sums }
  }

  async list(scope: Scope, query: ListQuery<Row>): Promise<Page<Row>> {
    const order = pagedOrderOf(this.source.table, query.sort)
    const rows = this.selected(scope, {
      where: conditionsOf(query.where),
      order,
      limit: query.limit + 1,
      ...(query.after && { after: afterValues(order, query.after) }),
    })
    const page: Page<Row> = { rows: rows.slice(0, query.limit), hasMore: rows.length > query.limit }
    if (query.total) page.totalCount = await this.count(scope, query.where)
    return page
  }

  /** Returns stored rows, not copies. */
  protected matching(scope: Scope, selection: Selection): Row[] {
    this.session.assertOpen()
    const where = [...scopeConditions(this.source.table, scope), ...selection.where]
    return select(this.source, { ...selection, where }, this.#overlay())
  }

  protected selected(scope: Scope, selection: Selection): Row[] {
    return this.matching(scope, selection).map(this.#leave)
  }

  protected leave(row: Row): Row {
    return this.#leave(row)
  }
}

interface MemoryTransaction extends Session {
  statement<T>(table: MemoryTable, changes: (put: (id: string, next: Row | undefined) => void) => T): T
}

export class MemoryWriter extends MemoryReader {
  readonly #transaction: MemoryTransaction

  constructor(source: MemoryTable, transaction: MemoryTransaction) {
    super(source, transaction, () => undefined)
    this.#transaction = transaction
  }

  async insert(row: Row): Promise<void> {
    return this.insertMany([row])
  }

  async insertMany(rows: readonly Row[]): Promise<void> {
    this.#transaction.statement(this.source, (put) => {
      for (const row of rows) put(row.id, this.#newRow(row))
    })
  }

  async update(scope: Scope, id: string, patch: Fields, expected: Fields = {}): Promise<boolean> {
    const where = [{ field: 'id', op: 'eq', value: id } as const, ...expectedConditions(expected)]
    return this.#change(scope, where, patch) === 1
  }

  async updateWhere(scope: Scope, where: Where<Row>, patch: Fields): Promise<number> {
    return this.#change(scope, conditionsOf(where), patch)
  }

  #change(scope: Scope, where: readonly Condition[], patch: Fields): number {
    const fields = patchedFields(this.source.table, patch)
    const changes = Object.fromEntries(fields.map((field) => [field, storedValue(patch[field])]))
    const rows = this.matching(scope, { where })
    this.#transaction.statement(this.source, (put) => {
      for (const row of rows) put(row.id, Object.freeze({ ...row, ...changes }))
    })
    return rows.length
  }

  async add(row: Row, deltas: Deltas): Promise<Row> {
    const fields = deltaFields(this.source.table, deltas)
    return this.#transaction.statement(this.source, (put) => {
      const base = this.source.rows.get(row.id) ?? this.#newRow(row)
      const next = plus(base, fields, deltas)
      put(row.id, next)
      return this.leave(next)
    })
  }

  async addIf(scope: Scope, id: string, deltas: Deltas, atLeast: Deltas): Promise<boolean> {
    const fields = deltaFields(this.source.table, deltas)
    const counted = deltaFields(this.source.table, atLeast)
    const [row] = this.matching(scope, { where: [{ field: 'id', op: 'eq', value: id }] })
    if (!row) return false
    const next = plus(row, fields, deltas)
    const sum = counted.reduce((total, field) => total + (next[field] as number) * atLeast[field]!, 0)
    if (sum < 0) return false
    this.#transaction.statement(this.source, (put) => put(id, next))
    return true
  }

  async addUnread(row: Row, deltas: Deltas): Promise<void> {
    await this.add(row, deltas)
  }

  async addEachUnread(rows: readonly Row[], fields: readonly string[]): Promise<void> {
    for (const each of rows) {
      const { row, deltas } = addedApart(each, fields)
      await this.add(row, deltas)
    }
  }

  async addIfUnread(scope: Scope, id: string, deltas: Deltas, atLeast: Deltas): Promise<void> {
    await this.addIf(scope, id, deltas, atLeast)
  }

  async remove(scope: Scope, where: Where<Row>): Promise<number> {
    const rows = this.matching(scope, { where: conditionsOf(where) })
    this.#transaction.statement(this.source, (put) => {
      for (const row of rows) put(row.id, undefined)
    })
    return rows.length
  }

  #newRow(row: Row): Row {
    if (this.source.rows.has(row.id)) throw new UniqueViolation(this.source.table.name, ['id'])
    return storedRow(this.source.table, row)
  }
}

const plus = (row: Row, fields: readonly string[], deltas: Deltas): Row =>
  Object.freeze({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, (row[field] as number) + deltas[field]!])),
  })
