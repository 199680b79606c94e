import {
  type Condition,
  conditionsOf,
  type ListQuery,
  type Page,
  type Where,
} from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { tables } from '../../core/model/index.ts'
import {
  everyone,
  type FindOptions,
  type Lock,
  type Rows,
  type Scope,
  type Sums,
  type WritableRows,
} from '../../core/ports/store.ts'
import {
  addedApart,
  afterValues,
  assertIntegers,
  type Bundling,
  checkRow,
  compareRows,
  deltaFields,
  expectedConditions,
  orderOf,
  pagedOrderOf,
  patchedFields,
  type Row,
  rowsFactory,
  type Session,
  type Summing,
  scopeConditions,
  type Tally,
  tallyOrderOf,
} from '../store-rules.ts'
import type { Capabilities } from './capabilities.ts'
import { type Fragment, ownerOf } from './conditions.ts'
import { type FilteredList, filteredRows, ROWS_HERE } from './filtered-list.ts'
import { afterFragment, orderFragment } from './order.ts'
import type { Call, SqlConnection } from './statement.ts'
import { TableStatements } from './table-statements.ts'

export interface SqlSession extends Session {
  readonly connection: SqlConnection
  /** Names of the tables that the transaction has changed, or may have. */
  readonly touched?: Set<string>
  readonly rowsHere?: number
  /** Names of the `onceTable`s of a partitioned database. */
  readonly onceTables?: ReadonlySet<string>
  /** Locks an organisation; false if it already was. Absent for reads and with a single writer. */
  own?(organisationId: string): boolean
  /** `WritableRows.rest`; absent for reads. */
  rest?(aheadMs?: number): Promise<void> | undefined
  /** Records that the transaction is about to lock rows of this table. */
  holds?(table: Table, how: 'read' | 'written'): void
}

class SqlReader {
  protected readonly statements: TableStatements
  protected readonly session: SqlSession

  constructor(statements: TableStatements, session: SqlSession) {
    this.statements = statements
    this.session = session
  }

  async get(scope: Scope, id: string, { lock }: { lock?: Lock } = {}): Promise<Row | undefined> {
    const { owner } = this.statements
    if (owner === 'id' && lock !== 'none') this.session.own?.(id)
    const call = this.statements.select([this.byId(scope, id)], { lock: this.#lock(lock) })
    const [row] = await this.#settled(scope, lock, () => this.rows(call))
    return row
  }

  async find(scope: Scope, where: Where<Row>, options: FindOptions<Row> = {}): Promise<Row[]> {
    const conditions = this.scoped(scope, conditionsOf(where))
    const sort = (options.order ?? []).map(({ field, descending = false }) => ({ field, descending }))
    const { table } = this.statements
    const keys = orderOf(table, sort)
    if (options.among !== undefined) {
      const first = { where: this.statements.where(this.scoped(scope, [])), limit: options.among }
      const order = orderFragment(table, keys, conditions)
      const found = this.statements.selectAmong(first, [this.statements.where(conditionsOf(where))], {
        order,
        limit: options.limit ?? options.among,
      })
      return this.rows(found, { scans: true })
    }
    const unordered = options.limit === undefined || findsOneAtMost(table, conditions)
    const fragments = [this.statements.where(conditions, { unordered })]
    const owner = scope === everyone ? ownerOf(table, conditions, this.session.onceTables) : undefined
    if (owner) fragments.push(owner)
    if (unordered) {
      // Sorted here, because all rows are returned anyway: SQLite prepares a sorter for an ORDER BY even if
      // there is nothing to sort, which takes longer than the rest of a short query.
      const call = this.statements.select(fragments, { lock: this.#lock(options.lock) })
      const rows = await this.#settled(scope, options.lock, () => this.rows(call))
      return rows.length > 1 ? rows.sort(compareRows(keys)) : rows
    }
    const order = orderFragment(table, keys, conditions)
    const { limit } = options
    const call = this.statements.select(fragments, { order, limit, lock: this.#lock(options.lock) })
    return this.#settled(scope, options.lock, () => this.rows(call))
  }

  async count(scope: Scope, where: Where<Row>): Promise<number> {
    const conditions = this.scoped(scope, conditionsOf(where))
    const { statement, values } = this.statements.count([this.statements.where(conditions)])
    this.session.assertOpen()
    this.ownScope(scope)
    const [row] = await this.session.connection.all(statement, values)
    return Number(row!.rows)
  }

  async tally(scope: Scope, where: Where<Row>, options: Tally): Promise<Map<string, number>> {
    const { table } = this.statements
    const keys = tallyOrderOf(table, options)
    const conditions = this.scoped(scope, conditionsOf(where))
    this.ownScope(scope)
    const order = orderFragment(table, keys, conditions)
    const fragments = [this.statements.where(conditions)]
    const found = await this.#scan(this.statements.tally(options.by, fragments, order, options.limit))
    return new Map(found.map((row) => [String(row.value), Number(row.rows)]))
  }

  async bundles(scope: Scope, where: Where<Row>, options: Bundling): Promise<string[]> {
    assertIntegers(this.statements.table, options.with ?? [])
    const conditions = this.scoped(scope, conditionsOf(where))
    this.ownScope(scope)
    const found = await this.#scan(this.statements.bundles([this.statements.where(conditions)], options))
    return found.map((row) => String(row.ids))
  }

  async sums(scope: Scope, where: Where<Row>, options: Summing): Promise<Sums> {
    assertIntegers(this.statements.table, options.of)
    const conditions = this.scoped(scope, conditionsOf(where))
    this.ownScope(scope)
    const [row] = await this.#scan(this.statements.sums([this.statements.where(conditions)], options))
    return { rows: Number(row!.rows), sums: options.of.map((name) => BigInt(String(row![name] ?? 0))) }
  }

  async list(scope: Scope, query: ListQuery<Row>): Promise<Page<Row>> {
    const { table } = this.statements
    const keys = pagedOrderOf(table, query.sort)
    this.ownScope(scope)
    const requested = conditionsOf(query.where)
    const conditions = this.scoped(scope, requested)
    const after = query.after ? [afterFragment(table, keys, afterValues(keys, query.after))] : []
    const order = orderFragment(table, keys, conditions)
    // One extra row shows whether there is another page.
    const limit = query.limit + 1
    // Without conditions the order's index provides the page. With conditions, the number of rows to read is
    // unknown.
    const found =
      requested.length > 0 && this.statements.dialect.namesIndexes
        ? await this.#filtered({
            ...{ conditions, fixed: conditions.length - requested.length, keys },
            ...{ order, after, limit },
          })
        : await this.#all(
            this.statements.select([this.statements.where(conditions), ...after], { order, limit }),
          )
    const rows = this.statements.rowsOf(found)
    const page: Page<Row> = { rows: rows.slice(0, query.limit), hasMore: rows.length > query.limit }
    if (query.total) page.totalCount = await this.#total(conditions)
    return page
  }

  #filtered(list: FilteredList): Promise<Record<string, unknown>[]> {
    return filteredRows(this.statements, list, {
      rowsHere: this.session.rowsHere ?? ROWS_HERE,
      here: (call) => this.#all(call),
      elsewhere: (call) => this.#scan(call),
    })
  }

  async #total(conditions: readonly Condition[]): Promise<number> {
    const call = this.statements.count([this.statements.where(conditions)])
    const [row] = await this.#scan(call)
    return Number(row!.rows)
  }

  async #scan({ statement, values }: Call): Promise<Record<string, unknown>[]> {
    this.session.assertOpen()
    const { connection } = this.session
    return connection.scan
      ? connection.scan(this.statements.table.name, statement, values)
      : connection.all(statement, values)
  }

  /** Locks the scope's organisation before any other access. Does nothing if the scope has several. */
  protected ownScope(scope: Scope): void {
    if (scope !== everyone && 'organisationId' in scope && this.statements.owner)
      this.session.own?.(scope.organisationId)
  }

  /** Locks organisations in lock order; returns the number of new locks. */
  protected ownAll(organisationIds: readonly string[]): number {
    const { session } = this
    if (!session.own) return 0
    return [...new Set(organisationIds)].sort().filter((organisationId) => session.own!(organisationId))
      .length
  }

  /** Returns how to lock rows, and records it; undefined for `none` or without other writers. */
  #lock(lock: Lock | undefined): 'wait' | 'skip' | undefined {
    if (!this.session.own || lock === undefined || lock === 'none') return undefined
    this.session.holds?.(this.statements.table, lock === 'skip' ? 'written' : 'read')
    return lock
  }

  /** Reads rows and locks their organisations; reads again until no lock is new. */
  async #settled(scope: Scope, lock: Lock | undefined, read: () => Promise<Row[]>): Promise<Row[]> {
    const { owner } = this.statements
    if (!this.session.own || !owner || lock === 'skip' || lock === 'none') return read()
    this.ownScope(scope)
    for (;;) {
      const rows = await read()
      if (this.ownAll(rows.map((row) => row[owner as keyof Row] as string)) === 0) return rows
    }
  }

  protected scoped(scope: Scope, where: readonly Condition[]): readonly Condition[] {
    const fixed = scopeConditions(this.statements.table, scope)
    return fixed.length === 0 ? where : [...fixed, ...where]
  }

  protected byId(scope: Scope, id: string, where: readonly Condition[] = []): Fragment {
    return this.statements.where([{ field: 'id', op: 'eq', value: id }, ...this.scoped(scope, where)])
  }

  protected async rows(call: Call, { scans = false } = {}): Promise<Row[]> {
    return this.statements.rowsOf(await (scans ? this.#scan(call) : this.#all(call)))
  }

  async #all({ statement, values }: Call): Promise<Record<string, unknown>[]> {
    this.session.assertOpen()
    return this.session.connection.all(statement, values)
  }
}

/** Whether equalities cover the id or a unique index. Null doesn't count: unique indexes ignore it. */
const findsOneAtMost = (table: Table, where: readonly Condition[]): boolean => {
  const fixed = new Set(where.flatMap((one) => (one.op === 'eq' && one.value !== null ? [one.field] : [])))
  return [['id'], ...table.unique].some((fields) => fields.every((field) => fixed.has(field)))
}

type Fields = Readonly<Record<string, unknown>>
type Deltas = Readonly<Record<string, number | undefined>>

/** Maximum rows of a multi-row statement. */
const ROWS_TOGETHER = 16

export class SqlWriter extends SqlReader {
  async insert(row: Row): Promise<void> {
    await this.insertMany([row])
  }

  async insertMany(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    this.#ownRows(rows)
    this.#noteWrite()
    await this.#runTogether(rows, (some) => this.statements.insert(some))
  }

  async update(scope: Scope, id: string, patch: Fields, expected: Fields = {}): Promise<boolean> {
    if (this.statements.owner === 'id') this.session.own?.(id)
    else this.ownScope(scope)
    return (await this.#update(this.byId(scope, id, expectedConditions(expected)), patch)) === 1
  }

  async updateWhere(scope: Scope, where: Where<Row>, patch: Fields): Promise<number> {
    this.ownScope(scope)
    return this.#update(
      this.statements.where(this.scoped(scope, conditionsOf(where)), { unordered: true }),
      patch,
    )
  }

  async add(row: Row, deltas: Deltas): Promise<Row> {
    const [result] = await this.failingAsPort(() => this.rows(this.#adding(row, deltas)))
    return result!
  }

  async addUnread(row: Row, deltas: Deltas): Promise<void> {
    if (this.statements.dialect.updatesFirst) {
      const organisationId = organisationOf(row)
      const scope = organisationId === undefined ? everyone : { organisationId }
      if (await this.addIf(scope, row.id, deltas, {})) return
    }
    await this.#send(this.#adding(row, deltas))
  }

  async addEachUnread(rows: readonly Row[], fields: readonly string[]): Promise<void> {
    const each = rows.map((row) => addedApart(row, fields))
    if (this.statements.dialect.updatesFirst || each.length === 0) {
      for (const { row, deltas } of each) await this.addUnread(row, nonZero(deltas))
      return
    }
    for (const { deltas } of each) deltaFields(this.statements.table, deltas)
    this.#ownAdded(rows)
    this.#noteWrite()
    await this.#runTogether(rows, (some) => this.statements.insertOrAddEach(some, fields))
  }

  async addIf(scope: Scope, id: string, deltas: Deltas, atLeast: Deltas): Promise<boolean> {
    return (await this.changed(this.#addingIf(scope, id, deltas, atLeast))) === 1
  }

  async addIfUnread(scope: Scope, id: string, deltas: Deltas, atLeast: Deltas): Promise<void> {
    const call = this.#addingIf(scope, id, deltas, atLeast)
    this.#noteWrite()
    await this.#send(call)
  }

  /** Runs a multi-row statement on chunks of the rows. */
  #runTogether(rows: readonly Row[], statementOf: (some: unknown[][]) => Call): Promise<void> {
    const calls: (() => Call)[] = []
    for (let at = 0; at < rows.length; at += ROWS_TOGETHER) {
      const some = rows.slice(at, at + ROWS_TOGETHER)
      calls.push(() => statementOf(some.map((row) => this.#encoded(row))))
    }
    return this.failingAsPort(() => this.session.connection.runAll(calls))
  }

  #send(call: Call): Promise<void> {
    return this.failingAsPort(() => this.session.connection.runAll([() => call]))
  }

  #adding(row: Row, deltas: Deltas): Call {
    this.#ownAdded([row])
    const fields = deltaFields(this.statements.table, deltas)
    const initial: Record<string, unknown> = { ...row }
    for (const field of fields)
      initial[field] = (row[field as keyof Row] as unknown as number) + deltas[field]!
    const added = fields.map((field) => deltas[field]!)
    const call = this.statements.insertOrAdd(this.#encoded(initial), fields, added)
    this.session.assertOpen()
    this.session.touched?.add(this.statements.table.name)
    return call
  }

  #addingIf(scope: Scope, id: string, deltas: Deltas, atLeast: Deltas): Call {
    const added = given(deltaFields(this.statements.table, deltas), deltas)
    const counted = given(deltaFields(this.statements.table, atLeast), atLeast)
    this.ownScope(scope)
    return this.statements.addIf(added, counted, this.byId(scope, id))
  }

  async remove(scope: Scope, where: Where<Row>): Promise<number> {
    this.ownScope(scope)
    const conditions = this.scoped(scope, conditionsOf(where))
    return this.changed(this.statements.remove([this.statements.where(conditions, { unordered: true })]))
  }

  protected async changed({ statement, values }: Call): Promise<number> {
    this.#noteWrite()
    return this.failingAsPort(async () => this.session.connection.run(statement, values))
  }

  protected async failingAsPort<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      throw this.statements.portError(error)
    }
  }

  #ownRows(rows: readonly Row[]): void {
    const { owner } = this.statements
    // Not for rows of `organisations`: a new organisation has no other writers.
    if (owner === 'organisationId') this.ownAll(rows.map((row) => row[owner as keyof Row] as string))
  }

  /** Locks the organisations of counters before they are written. */
  #ownAdded(rows: readonly Row[]): void {
    this.#ownRows(rows)
    const owners = rows.flatMap((row) => organisationOf(row) ?? [])
    if (owners.length > 0) this.ownAll(owners)
    if (owners.length < rows.length) this.session.holds?.(this.statements.table, 'written')
  }

  #encoded(row: Fields): unknown[] {
    checkRow(this.statements.table, row)
    return this.statements.encodeRow(row)
  }

  #noteWrite(): void {
    this.session.assertOpen()
    this.session.touched?.add(this.statements.table.name)
    this.session.holds?.(this.statements.table, 'written')
  }

  #update(where: Fragment, patch: Fields): Promise<number> {
    const fields = patchedFields(this.statements.table, patch)
    return this.changed(this.statements.update(this.statements.assignments(fields, patch), [where]))
  }
}

const organisationOf = (row: Row): string | undefined => {
  const { organisationId } = row as { organisationId?: unknown }
  return typeof organisationId === 'string' ? organisationId : undefined
}

const nonZero = (deltas: Readonly<Record<string, number>>): Deltas =>
  Object.fromEntries(Object.entries(deltas).filter(([, delta]) => delta !== 0))

const given = (fields: readonly string[], deltas: Deltas): Record<string, number> =>
  Object.fromEntries(fields.map((field) => [field, deltas[field]!]))

/** Returns factories of a transaction's rows, which share compiled statements. */
export const rowsFactories = <Reading extends SqlSession, Writing extends SqlSession = Reading>(
  capabilities: Capabilities,
): { readerRows(session: Reading): Rows; writerRows(session: Writing): WritableRows } => {
  const statements = Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, new TableStatements(table as never, capabilities)]),
  ) as Record<keyof typeof tables, TableStatements>
  return {
    readerRows: rowsFactory((session, name) => new SqlReader(statements[name], session)),
    writerRows: rowsFactory(
      (session, name) => new SqlWriter(statements[name], session),
      (session, aheadMs) => session.rest?.(aheadMs),
    ),
  }
}
