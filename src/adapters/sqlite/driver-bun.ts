import type { SqliteDatabase, SqliteDriver } from './driver.ts'

/** The part of bun:sqlite that is used: its own types would make every Node type a Bun type. */
interface BunDatabase {
  prepare(sql: string): {
    paramsCount: number
    all(...values: readonly unknown[]): Record<string, unknown>[]
    run(...values: readonly unknown[]): { changes: number }
  }
  exec(sql: string): void
  inTransaction: boolean
  close(throwOnError: boolean): void
}

export async function loadBunDriver(): Promise<SqliteDriver> {
  // Named in a variable, so that bundlers for Node leave it alone.
  const library = 'bun:sqlite'
  const { Database } = (await import(/* @vite-ignore */ library)) as {
    Database: new (file: string, options: { create: boolean; readwrite: boolean }) => BunDatabase
  }
  return { name: library, open: (file) => wrap(new Database(file, { create: true, readwrite: true })) }
}

function wrap(database: BunDatabase): SqliteDatabase {
  return {
    prepare(sql) {
      const statement = database.prepare(sql)
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
    close: () => database.close(false),
  }
}
