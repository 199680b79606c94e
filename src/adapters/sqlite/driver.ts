/**
 * The part of an SQLite library that this project uses. The library is chosen when a database is opened, so
 * that neither runtime loads the other's.
 */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement
  /** Runs any number of statements without values. */
  exec(sql: string): void
  /** Whether a transaction is open; some errors end one. */
  readonly inTransaction: boolean
  close(): void
}

export interface SqliteStatement {
  all(values: readonly unknown[]): Record<string, unknown>[]
  /** The number of rows it changed. */
  run(values: readonly unknown[]): number
}

export interface SqliteDriver {
  name: 'better-sqlite3' | 'bun:sqlite'
  /** Makes a file where there is none, unless it must exist. */
  open(file: string, options?: { mustExist?: boolean }): SqliteDatabase
}

/** `SQLITE_FULL` and its like; both libraries name them alike. */
export const sqliteCode = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined
}
