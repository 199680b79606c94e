import {
  type Condition,
  conditionsOf,
  type ListQuery,
  type Page,
  type Where,
} from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { everyone, type FindOptions, type Lock, type Scope, type Sums } from '../../core/ports/store.ts'
import { compareRows } from '../order.ts'
import {
  afterValues,
  assertIntegers,
  type Bundling,
  orderOf,
  pagedOrderOf,
  type Row,
  type Session,
  type Summing,
  scopeConditions,
  type Tally,
  tallyOrderOf,
} from '../store-rules.ts'
import type { Fragment } from './conditions.ts'
import { type FilteredList, filteredRows, ROWS_HERE } from './filtered-list.ts'
import { afterFragment, orderFragment } from './order.ts'
import { ownerOf } from './owner-of.ts'
import type { Call, SqlConnection } from './statement.ts'
import type { TableStatements } from './table-statements.ts'

/** The connection of one body. */
export interface SqlSession extends Session {
  readonly connection: SqlConnection
  /** Names of the tables that a writing body has changed, or may have. */
  readonly touched?: Set<string>
  /** Rows that a list with conditions looks at on the calling thread, where it is not `ROWS_HERE`. */
  readonly rowsHere?: number
  /** The tables (`onceTable`) of a database with partitions that say who has what is unique among all. */
  readonly onceTables?: ReadonlySet<string>
  /**
   * Locks an organisation for this writing body until it ends; true where it was not locked before. Absent
   * where there is only one writer, or none.
   */
  own?(organisationId: string): boolean
  /** `WritableRows.rest`; absent for a body that only reads. */
  rest?(aheadMs?: number): Promise<void> | undefined
  /** Says that the body is about to lock rows of this table. */
  holds?(table: Table, how: 'read' | 'written'): void
}

/** The reading half of the port over one table. */
export class SqlReader {
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
      // All rows are returned in any case: SQLite prepares a sorter for an ORDER BY even where there is
      // nothing to sort, which takes longer than the rest of a short query.
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
    const asked = conditionsOf(query.where)
    const conditions = this.scoped(scope, asked)
    const after = query.after ? [afterFragment(table, keys, afterValues(keys, query.after))] : []
    const order = orderFragment(table, keys, conditions)
    // One row more than the page holds tells whether there is another page.
    const limit = query.limit + 1
    // Without conditions the order's index provides the page; with conditions the number of rows read is
    // unknown.
    const found =
      asked.length > 0 && this.statements.dialect.namesIndexes
        ? await this.#filtered({
            ...{ conditions, fixed: conditions.length - asked.length, keys },
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

  /** Locks the scope's organisation before any other access; several are named without that. */
  protected ownScope(scope: Scope): void {
    if (scope !== everyone && 'organisationId' in scope && this.statements.owner)
      this.session.own?.(scope.organisationId)
  }

  /** Locks organisations in the common order; returns how many were not locked before. */
  protected ownAll(organisationIds: readonly string[]): number {
    const { session } = this
    if (!session.own) return 0
    return [...new Set(organisationIds)].sort().filter((organisationId) => session.own!(organisationId))
      .length
  }

  /** Only a body that shares the database with other writers locks rows. */
  #lock(lock: Lock | undefined): 'wait' | 'skip' | undefined {
    if (!this.session.own || lock === undefined || lock === 'none') return undefined
    this.session.holds?.(this.statements.table, lock === 'skip' ? 'written' : 'read')
    return lock
  }

  /** Rows of organisations are read again where one of them was locked only because it was found. */
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

/** Equalities on every field of a unique index; a null there would not be compared by it. */
const findsOneAtMost = (table: Table, where: readonly Condition[]): boolean => {
  const fixed = new Set(where.flatMap((one) => (one.op === 'eq' && one.value !== null ? [one.field] : [])))
  return [['id'], ...table.unique].some((fields) => fields.every((field) => fixed.has(field)))
}
