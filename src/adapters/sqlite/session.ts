import { sqliteCapabilities } from '../sql/capabilities.ts'
import type { SqlSession } from '../sql/rows.ts'
import { rowsFactories } from '../sql/rows.ts'
import type { Call, SqlConnection, Statement } from '../sql/statement.ts'
import { Session } from '../store-rules.ts'
import { systemTurns, type TurnBudget } from '../system/turns.ts'
import type { SqliteConnection } from './connection.ts'
import type { Scans } from './scanner.ts'

/** A transaction's session. Before statements and in `rest`, it yields to the event loop when due. */
export class ConnectionSession extends Session implements SqlSession, SqlConnection {
  readonly #connection: SqliteConnection
  readonly #scanner: Scans | undefined
  readonly #turns: TurnBudget
  readonly touched = new Set<string>()
  /** Number of statements and `rest` calls that wait for the event loop. */
  #resting = 0

  constructor(
    connection: SqliteConnection,
    { scanner, turns = systemTurns }: { scanner?: Scans | undefined; turns?: TurnBudget } = {},
  ) {
    super()
    this.#connection = connection
    this.#scanner = scanner
    this.#turns = turns
  }

  get connection(): SqlConnection {
    return this
  }

  get resting(): boolean {
    return this.#resting > 0
  }

  all(statement: Statement, values: readonly unknown[]) {
    const rest = this.#turns.rest()
    return rest
      ? this.#after(rest, () => this.#connection.all(statement, values))
      : this.#connection.all(statement, values)
  }

  run(statement: Statement, values: readonly unknown[]) {
    const rest = this.#turns.rest()
    return rest
      ? this.#after(rest, () => this.#connection.run(statement, values))
      : this.#connection.run(statement, values)
  }

  scan(table: string, statement: Statement, values: readonly unknown[]) {
    const scanner = this.#scanner
    if (!scanner?.isWorthwhile(this.#connection, table)) return this.all(statement, values)
    return scanner.scan(statement, values)
  }

  rest(aheadMs?: number): Promise<void> | undefined {
    const rest = this.#turns.rest(aheadMs)
    return rest && this.#after(rest, () => {})
  }

  async runAll(calls: readonly (() => Call)[]): Promise<void> {
    if (calls.length === 1) return this.#runOne(calls[0]!)
    this.#connection.savepoint()
    try {
      for (const call of calls) await this.#runOne(call)
      this.#connection.release()
    } catch (error) {
      if (this.#connection.alive) this.#connection.undoSavepoint()
      throw error
    }
  }

  async #runOne(call: () => Call): Promise<void> {
    const { statement, values } = call()
    await this.run(statement, values)
  }

  async #after<T>(rest: Promise<void>, run: () => T): Promise<T> {
    this.#resting += 1
    await rest
    this.#resting -= 1
    // The callback may have thrown in the meantime, and another transaction may use the connection.
    this.assertOpen()
    return run()
  }
}

export const { readerRows, writerRows } = rowsFactories<ConnectionSession>(sqliteCapabilities)
