import type BetterSqlite3 from 'better-sqlite3'
import type { SqliteDatabase, SqliteDriver } from './driver.ts'

const NEEDED = [22, 18] as const

/** Throws under a Node that cannot load better-sqlite3: an older one would not fail but crash. */
export const assertNodeVersion = (version: string = process.versions.node): void => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return
  throw new Error(`Lettershop needs Node ${NEEDED.join('.')} or newer; this is ${version}`)
}

export const loadNodeDriver = async (): Promise<SqliteDriver> => {
  assertNodeVersion()
  // Named in a variable, so that no bundler puts a native library into the executable.
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
