import type { Compilable } from 'kysely'

/** Placeholder for a value that each execution provides. */
export class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/** A query compiled once by Kysely. Connections cache its prepared form by object identity. */
export class Statement {
  readonly sql: string
  readonly #order: readonly number[] | undefined

  constructor(query: Compilable) {
    const { sql, parameters } = query.compile()
    this.sql = sql
    const order = parameters.map((parameter) => {
      if (!(parameter instanceof Slot)) throw new TypeError(`A value is baked into the statement: ${sql}`)
      return parameter.index
    })
    this.#order = order.every((slot, place) => slot === place) ? undefined : order
  }

  /** Returns the values in the order of the SQL's parameters. */
  bind(values: readonly unknown[]): readonly unknown[] {
    return this.#order ? this.#order.map((slot) => values[slot]) : values
  }
}

/** Returns a generator of a statement's slots, in the order of its values. */
export const slots = (): (() => Slot) => {
  let next = 0
  return () => new Slot(next++)
}

/** LRU cache of statements by shape; lists have very many. Evicting one also frees its prepared form. */
export class StatementCache {
  readonly #statements = new Map<string, Statement>()
  readonly #limit: number

  constructor(limit = 400) {
    this.#limit = limit
  }

  get(shape: string, build: () => Compilable): Statement {
    let statement = this.#statements.get(shape)
    if (statement) {
      if (this.#statements.size < this.#limit) return statement
      this.#statements.delete(shape)
    } else {
      statement = new Statement(build())
    }
    this.#statements.set(shape, statement)
    if (this.#statements.size > this.#limit) this.#statements.delete(this.#statements.keys().next().value!)
    return statement
  }
}

type MaybePromise<T> = T | Promise<T>

export interface SqlConnection {
  all(statement: Statement, values: readonly unknown[]): MaybePromise<Record<string, unknown>[]>
  /** Returns the number of changed rows. */
  run(statement: Statement, values: readonly unknown[]): MaybePromise<number>
  /** Runs a query that may read a whole table. Outside writing transactions it may see a later snapshot. */
  scan?(
    table: string,
    statement: Statement,
    values: readonly unknown[],
  ): MaybePromise<Record<string, unknown>[]>
  /**
   * Runs several statements atomically, without results. Each is created just before it runs. A connection
   * may resolve before they have run. If one then fails, the transaction runs again, and the connection waits
   * for each.
   */
  runAll(calls: readonly (() => Call)[]): Promise<void>
}

export interface Call {
  statement: Statement
  values: readonly unknown[]
}
