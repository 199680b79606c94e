import type { Table } from '../../core/kernel/table.ts'
import { StoreUnavailable } from '../../core/ports/store.ts'
import { postgresCapabilities } from '../sql/capabilities.ts'
import type { SqlSession } from '../sql/rows.ts'
import { rowsFactories } from '../sql/rows.ts'
import type { Call, SqlConnection, Statement } from '../sql/statement.ts'
import { Session } from '../store-rules.ts'
import { systemTurns } from '../system/turns.ts'
import { isEnvironmental, isPassing, unavailable } from './errors.ts'
import { LockOrder, OutOfOrder } from './lock-order.ts'
import type { PooledClient } from './pool.ts'

interface Answer {
  rows: Record<string, unknown>[]
  count: number
}

/** Names are stable while the process runs, because connections keep prepared statements by name. */
const names = new WeakMap<Statement, string>()
let named = 0
const nameOf = (statement: Statement): string => {
  const known = names.get(statement)
  if (known) return known
  const name = `lettershop_${++named}`
  names.set(statement, name)
  return name
}

/** The session of a transaction, which pipelines its statements. */
export class PostgresSession extends Session implements SqlSession, SqlConnection {
  readonly #pooled: PooledClient
  readonly onceTables: ReadonlySet<string> | undefined
  #failure: { error: unknown } | undefined
  /** True if the callback continued after the first error, as if the statement had succeeded. */
  continuedAfterFailure = false

  constructor(pooled: PooledClient, onceTables?: ReadonlySet<string>) {
    super()
    this.#pooled = pooled
    this.onceTables = onceTables
  }

  get connection(): SqlConnection {
    return this
  }

  /** The first error; PostgreSQL refuses the rest of the transaction. */
  get failure(): { error: unknown } | undefined {
    return this.#failure
  }

  get lost(): boolean {
    return this.#failure?.error instanceof StoreUnavailable
  }

  async all(statement: Statement, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
    return (await this.execute(statement, values)).rows
  }

  async run(statement: Statement, values: readonly unknown[]): Promise<number> {
    return (await this.execute(statement, values)).count
  }

  /** Runs the statements in turn, without a savepoint: a failure ends the whole transaction. */
  async runAll(calls: readonly (() => Call)[]): Promise<void> {
    for (const call of calls) {
      const { statement, values } = call()
      await this.execute(statement, values)
    }
  }

  /** Runs a statement without values, such as `begin`. Its error is recorded and thrown. */
  async control(sql: string): Promise<string> {
    this.#gather()
    try {
      const result = await this.#pooled.client.query(sql)
      return Array.isArray(result) ? '' : result.command
    } catch (error) {
      throw this.fail(error)
    }
  }

  protected async execute(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    return this.send(nameOf(statement), statement.sql, statement.bind(values))
  }

  /** `unawaited`: the callback doesn't wait for the result, so it has continued when the statement fails. */
  protected async send(
    name: string,
    text: string,
    values: readonly unknown[],
    { unawaited = false } = {},
  ): Promise<Answer> {
    this.#pooled.prepared.add(name)
    this.#gather()
    try {
      const { rows, rowCount } = await this.#pooled.client.query({ name, text, values: values as unknown[] })
      return { rows, count: rowCount ?? 0 }
    } catch (error) {
      if (unawaited) this.continuedAfterFailure = true
      throw this.fail(error)
    }
  }

  /** Buffers the socket, so that statements of one event-loop turn leave in one packet and system call. */
  #gather(): void {
    const { stream } = this.#pooled
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  /** Records the first error and returns it, also for later errors, which it causes. */
  fail(error: unknown): unknown {
    this.#failure ??= { error: isEnvironmental(error) ? unavailable(error) : error }
    return this.#failure.error
  }

  protected recover(): void {
    this.#failure = undefined
  }
}

/** Maximum unawaited statements in a row; their values stay in memory until they have run. */
const SENT_AT_ONCE = 32

/** The session of a writing transaction. Detects callbacks that wait for anything other than their rows. */
export class WritingSession extends PostgresSession {
  readonly #locks = new LockOrder()
  readonly #abandon: () => void
  #busy = 0
  #sent = 0
  #ended = false
  #alarm: NodeJS.Immediate | undefined
  constructor(pooled: PooledClient, abandon: () => void, onceTables?: ReadonlySet<string>) {
    super(pooled, onceTables)
    this.#abandon = abandon
  }

  own(organisationId: string): boolean {
    const turn = this.#locks.take(organisationId)
    if (turn === 'taken') return false
    if (turn === 'late') throw this.fail(new OutOfOrder(this.#locks.organisations, organisationId))
    // Not awaited: the next statement runs once the lock is held, and sees what was committed until then.
    this.send('lettershop_own', lockOrganisation, [organisationId]).catch(() => {})
    return true
  }

  holds(table: Table, how: 'read' | 'written'): void {
    this.#locks.note(table, how)
  }

  rest(aheadMs?: number): Promise<void> | undefined {
    const rest = systemTurns.rest(aheadMs)
    return rest && this.busy(() => rest)
  }

  /** Abandons the callback if it has no statement in progress at the next turn of the event loop. */
  watch(): void {
    if (this.#ended) return
    this.#alarm ??= setImmediate(() => {
      this.#alarm = undefined
      if (this.#busy === 0) this.#abandon()
    })
  }

  override close(): void {
    super.close()
    this.#ended = true
    clearImmediate(this.#alarm)
  }

  /**
   * Doesn't await the statements, so that a callback that only writes never waits. If one fails, the callback
   * continues as if it had succeeded: `continuedAfterFailure` or the commit detects this, and the transaction
   * runs again with savepoints.
   */
  override async runAll(calls: readonly (() => Call)[]): Promise<void> {
    for (const call of calls) {
      if (this.failure) this.continuedAfterFailure = true
      if (this.failure) return
      const { statement, values } = call()
      const sent = this.busy(() => this.#sendUnawaited(statement, values))
      if (++this.#sent % SENT_AT_ONCE === 0) await sent
    }
  }

  async #sendUnawaited(statement: Statement, values: readonly unknown[]): Promise<void> {
    try {
      await this.send(nameOf(statement), statement.sql, statement.bind(values), { unawaited: true })
    } catch {
      // The session has recorded the error.
    }
  }

  protected override async execute(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    if (this.failure) {
      this.continuedAfterFailure = true
      throw this.failure.error
    }
    return this.busy(() => this.executeNow(statement, values))
  }

  protected async busy<T>(run: () => Promise<T>): Promise<T> {
    this.#busy += 1
    try {
      return await run()
    } finally {
      this.#busy -= 1
      if (this.#busy === 0) this.watch()
    }
  }

  protected executeNow(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    return super.execute(statement, values)
  }
}

const lockOrganisation = 'select 1 from "organisations" where "id" = $1 for update'

/** A session for callbacks that handle errors of their statements: each statement has a savepoint. */
export class CarefulSession extends WritingSession {
  #last: Promise<unknown> = Promise.resolve()
  #savepoints = 0

  override runAll(calls: readonly (() => Call)[]): Promise<void> {
    return this.#inTurn(async () => {
      for (const call of calls) {
        const { statement, values } = call()
        await this.busy(() => super.executeNow(statement, values))
      }
    })
  }

  protected override executeNow(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    return this.#inTurn(() => super.executeNow(statement, values))
  }

  /** Runs concurrent statements one after another, so that their savepoints don't interleave. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const next = () => this.#undoable(run)
    const result = this.#last.then(next, next)
    this.#last = result.catch(() => {})
    return result
  }

  async #undoable<T>(run: () => Promise<T>): Promise<T> {
    const savepoint = `lettershop_${++this.#savepoints}`
    const control = (sql: string) => this.busy(() => this.control(sql))
    await control(`savepoint ${savepoint}`)
    try {
      const result = await run()
      await control(`release ${savepoint}`)
      return result
    } catch (error) {
      const reason = this.failure?.error
      if (this.failure && (this.lost || isPassing(reason) || reason instanceof OutOfOrder)) throw error
      this.recover()
      await control(`rollback to ${savepoint}`)
      throw error
    }
  }
}

export const { readerRows, writerRows } = rowsFactories<PostgresSession, WritingSession>(postgresCapabilities)
