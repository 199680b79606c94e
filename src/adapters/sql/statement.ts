import type { Compilable } from 'kysely'

/** Placeholder in a query for a value that each execution provides. */
export class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * A query that Kysely compiled once. Drivers keep their prepared form by this object's identity, so executing
 * it costs neither building nor preparing.
 */
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

  /** The values in the order in which the SQL names them. */
  bind(values: readonly unknown[]): readonly unknown[] {
    return this.#order ? this.#order.map((slot) => values[slot]) : values
  }
}

/** Hands out the slots of one statement, in the order of its values. */
export const slots = (): (() => Slot) => {
  let next = 0
  return () => new Slot(next++)
}

/**
 * Statements by shape. Lists have very many shapes, so the least recently used statements are removed, with
 * their prepared forms.
 */
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

/** Where statements run: one connection, inside a transaction. */
export interface SqlConnection {
  all(statement: Statement, values: readonly unknown[]): MaybePromise<Record<string, unknown>[]>
  /** The number of rows it changed. */
  run(statement: Statement, values: readonly unknown[]): MaybePromise<number>
  /**
   * A query that may read every row of the table. Outside a writing transaction it may be answered elsewhere,
   * from a later snapshot.
   */
  scan?(
    table: string,
    statement: Statement,
    values: readonly unknown[],
  ): MaybePromise<Record<string, unknown>[]>
  /**
   * Runs several statements whose results nobody needs: all of them take effect, or none. Each is made when it is
   * about to run. A connection may resolve before they have run: where one of them then fails, it has the whole
   * body run again and waits for each.
   */
  runAll(calls: readonly (() => Call)[]): Promise<void>
}

/** A statement and the values of one execution, not yet in the statement's order. */
export interface Call {
  statement: Statement
  values: readonly unknown[]
}
