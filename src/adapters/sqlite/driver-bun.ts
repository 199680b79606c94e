import type { SqliteDatabase, SqliteDriver } from './driver.ts'

/** The part of bun:sqlite that is used: its own types would make every Node type a Bun type. */
interface BunStatement {
  paramsCount: number
  all(...values: readonly unknown[]): Record<string, unknown>[]
  run(...values: readonly unknown[]): { changes: number }
  finalize(): void
}
interface BunDatabase {
  prepare(sql: string): BunStatement
  exec(sql: string): void
  inTransaction: boolean
  close(throwOnError: boolean): void
}

export const loadBunDriver = async (): Promise<SqliteDriver> => {
  // Named in a variable, so that bundlers for Node leave it alone.
  const library = 'bun:sqlite'
  const { Database } = (await import(/* @vite-ignore */ library)) as {
    Database: new (file: string, options: { create: boolean; readwrite: boolean }) => BunDatabase
  }
  return {
    name: library,
    open: (file, { mustExist = false } = {}) =>
      wrap(new Database(file, { create: !mustExist, readwrite: true })),
  }
}

const wrap = (database: BunDatabase): SqliteDatabase => {
  const statements = new LiveStatements()
  return {
    prepare(sql) {
      const statement = database.prepare(sql)
      statements.add(statement)
      const { paramsCount } = statement
      const assertCount = (values: readonly unknown[]) => {
        // bun:sqlite takes null for a value that is missing; better-sqlite3 refuses.
        if (values.length !== paramsCount)
          throw new RangeError(`${values.length} values for ${paramsCount}: ${sql}`)
      }
      return {
        all(values) {
          assertCount(values)
          return statement.all(...values)
        },
        run(values) {
          assertCount(values)
          return statement.run(...values).changes
        },
      }
    },
    exec: (sql) => database.exec(sql),
    get inTransaction() {
      return database.inTransaction
    },
    close() {
      statements.finalize()
      // With `true`, Bun first ends statements that nothing refers to any more but that are not collected yet.
      database.close(true)
    },
  }
}

/**
 * A database with unfinished statements stays open behind its `close`, with its log beside it; better-sqlite3
 * finishes them by itself. Held weakly, because the statements of rare lists come and go.
 */
class LiveStatements {
  #references: WeakRef<BunStatement>[] = []
  #limit = 500

  add(statement: BunStatement): void {
    this.#references.push(new WeakRef(statement))
    if (this.#references.length < this.#limit) return
    this.#references = this.#references.filter((reference) => reference.deref())
    this.#limit = Math.max(500, this.#references.length * 2)
  }

  finalize(): void {
    for (const reference of this.#references.splice(0)) reference.deref()?.finalize()
  }
}
