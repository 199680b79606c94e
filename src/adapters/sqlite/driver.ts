import type BetterSqlite3 from 'better-sqlite3'

/** The used part of an SQLite library, loaded on opening: neither runtime can load the other's. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement
  /** Runs any number of statements without values. */
  exec(sql: string): void
  /** Whether a transaction is open. Some errors end it. */
  readonly inTransaction: boolean
  close(): void
}

export interface SqliteStatement {
  all(values: readonly unknown[]): Record<string, unknown>[]
  /** Returns the number of changed rows. */
  run(values: readonly unknown[]): number
}

export interface SqliteDriver {
  name: 'better-sqlite3' | 'bun:sqlite'
  /** Opens a file, creating it unless `mustExist`. */
  open(file: string, options?: { mustExist?: boolean }): SqliteDatabase
}

/** Returns the error code, such as `SQLITE_FULL`; both libraries use the same names. */
export const sqliteCode = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined
}

export const loadDriver = async (): Promise<SqliteDriver> => {
  if ('bun' in process.versions) return loadBunDriver()
  return loadNodeDriver()
}

const NEEDED = [22, 18] as const

/** Throws if Node is too old for better-sqlite3, which would crash. */
export const assertNodeVersion = (version: string = process.versions.node): void => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return
  throw new Error(`Lettershop needs Node ${NEEDED.join('.')} or newer; this is ${version}`)
}

const loadNodeDriver = async (): Promise<SqliteDriver> => {
  assertNodeVersion()
  // The name is in a variable, so that no bundler puts a native library into the executable.
  const library = 'better-sqlite3'
  const { default: Database } = (await import(/* @vite-ignore */ library)) as {
    default: typeof BetterSqlite3
  }
  return {
    name: library,
    open: (file, { mustExist = false } = {}) => wrap(new Database(file, { fileMustExist: mustExist })),
  }
}

const wrap = (database: BetterSqlite3.Database): SqliteDatabase => ({
  prepare(sql) {
    const statement = database.prepare(sql)
    return {
      all: (values) => statement.all(...values) as Record<string, unknown>[],
      run: (values) => statement.run(...values).changes,
    }
  },
  exec: (sql) => void database.exec(sql),
  get inTransaction() {
    return database.inTransaction
  },
  close: () => void database.close(),
})

/** The used part of bun:sqlite. The types of the library would replace Node's types by Bun's. */
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

const loadBunDriver = async (): Promise<SqliteDriver> => {
  // The name is in a variable, so that bundlers for Node ignore it.
  const library = 'bun:sqlite'
  const { Database } = (await import(/* @vite-ignore */ library)) as {
    Database: new (file: string, options: { create: boolean; readwrite: boolean }) => BunDatabase
  }
  return {
    name: library,
    open: (file, { mustExist = false } = {}) =>
      wrapBun(new Database(file, { create: !mustExist, readwrite: true })),
  }
}

const wrapBun = (database: BunDatabase): SqliteDatabase => {
  const statements = new LiveStatements()
  return {
    prepare(sql) {
      const statement = database.prepare(sql)
      statements.add(statement)
      const { paramsCount } = statement
      const assertCount = (values: readonly unknown[]) => {
        // bun:sqlite treats missing values as null; better-sqlite3 throws.
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
      // With `true`, Bun also finalises statements that are unreachable but not yet collected.
      database.close(true)
    },
  }
}

/**
 * Tracks statements to finalise them on closing, as better-sqlite3 does: a Bun database with live statements
 * stays open, with its log. References are weak, because statements of rare lists come and go.
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
