/** The one thing the lock needs of SQLite, whichever driver the runtime has. */
export interface LockDatabase {
  exec(sql: string): unknown
  close(): void
}

type OpenDatabase = new (path: string) => LockDatabase

/** The seam to the SQLite drivers: bun:sqlite in the executable, better-sqlite3 on Node. */
export async function openLockDatabase(path: string): Promise<LockDatabase> {
  // The names are variables so that neither bundler tries to carry the other runtime's driver along.
  const name: string = process.versions.bun === undefined ? 'better-sqlite3' : 'bun:sqlite'
  const Database = ((await import(name)) as { default: OpenDatabase }).default
  return new Database(path)
}
