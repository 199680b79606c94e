import { StoreUnavailable } from '../../core/ports/store.ts'
import type { Statement } from '../sql/statement.ts'
import { type SqliteDatabase, type SqliteDriver, type SqliteStatement, sqliteCode } from './driver.ts'

interface ConnectionOptions {
  /** Prevents writes, and doesn't create a missing file. */
  readOnly: boolean
  /** Maximum file size; further writes fail as on a full disk. */
  maxBytes?: number
}

const PAGE_BYTES = 4096
const BUSY_TIMEOUT_MS = 2000
/** Log pages (8 MB) after which a checkpoint runs: small steps, as each briefly stalls its commit. */
export const CHECKPOINT_PAGES = 2000

/** Opens the file with all settings explicit, because the libraries' defaults differ. */
export const openConnection = (
  driver: SqliteDriver,
  file: string,
  options: ConnectionOptions,
): SqliteConnection => {
  // A read-only connection must not create a file, which would be mistaken for the database.
  const database = driver.open(file, { mustExist: options.readOnly })
  try {
    // A backup tool may briefly hold the lock. Connections of this process never wait for each other here.
    database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    database.exec(`pragma page_size = ${PAGE_BYTES}; pragma journal_mode = wal`)
    database.exec(`
      pragma synchronous = full;
      pragma fullfsync = on;
      pragma checkpoint_fullfsync = on;
      pragma foreign_keys = on;
      pragma secure_delete = on;
      pragma trusted_schema = off;
      pragma temp_store = memory;
      pragma mmap_size = 0;
      pragma cache_size = ${options.readOnly ? -8000 : -32000};
      pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
      pragma journal_size_limit = ${CHECKPOINT_PAGES * PAGE_BYTES * 16};
      pragma query_only = ${options.readOnly ? 'on' : 'off'};
    `)
    if (options.maxBytes !== undefined) {
      database.exec(`pragma max_page_count = ${Math.max(1, Math.floor(options.maxBytes / PAGE_BYTES))}`)
    }
  } catch (error) {
    database.close()
    throw error
  }
  return new SqliteConnection(database)
}

/** Codes of environmental errors: no space, no memory, a broken disk or file, no access, a held lock. */
const environmental =
  /^SQLITE_(FULL|IOERR|NOMEM|CORRUPT|NOTADB|CANTOPEN|READONLY|BUSY|LOCKED|PERM|AUTH|PROTOCOL)/

export class SqliteConnection {
  readonly #database: SqliteDatabase
  /** Weak, so that an evicted statement's prepared form is freed. */
  readonly #prepared = new WeakMap<Statement, SqliteStatement>()
  readonly #controls = new Map<string, SqliteStatement>()
  /** The error that ended the transaction before its commit, if any. */
  #lost: unknown

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  all(statement: Statement, values: readonly unknown[]): Record<string, unknown>[] {
    return this.#guarded(() => this.#prepare(statement).all(statement.bind(values)))
  }

  run(statement: Statement, values: readonly unknown[]): number {
    return this.#guarded(() => this.#prepare(statement).run(statement.bind(values)))
  }

  begin(kind: 'deferred' | 'immediate'): void {
    this.#lost = undefined
    try {
      this.#control(`begin ${kind}`).run([])
    } catch (error) {
      throw unavailable(error)
    }
  }

  commit(): void {
    this.#guarded(() => this.#control('commit').run([]))
  }

  /** Rolls back the transaction unless an error has already ended it. */
  rollback(): void {
    if (this.#database.inTransaction) this.#control('rollback').run([])
  }

  savepoint(): void {
    this.#guarded(() => this.#control('savepoint body').run([]))
  }

  release(): void {
    this.#guarded(() => this.#control('release body').run([]))
  }

  undoSavepoint(): void {
    this.#guarded(() => {
      this.#control('rollback to body').run([])
      this.#control('release body').run([])
    })
  }

  get alive(): boolean {
    return this.#lost === undefined && this.#database.inTransaction
  }

  get lost(): unknown {
    return this.#lost
  }

  /** Checkpoints and empties the log; false if it is in use. Doesn't wait: readers are in this thread. */
  truncateLog(): boolean {
    this.#database.exec('pragma busy_timeout = 0')
    try {
      const [row] = this.#database.prepare('pragma wal_checkpoint(truncate)').all([])
      return row?.busy === 0
    } finally {
      this.#database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
  }

  /** Sets the length of the log, in pages, from which on commits checkpoint it. */
  checkpointAt(pages: number): void {
    this.#database.exec(`pragma wal_autocheckpoint = ${pages}`)
  }

  /** True from SQLite 3.51 on. Earlier versions treat `noop` in `unmovedPages` as a checkpoint. */
  get canReportUnmovedPages(): boolean {
    const [row] = this.query('select sqlite_version() as version')
    const [major = 0, minor = 0] = String(row?.version).split('.').map(Number)
    return major > 3 || (major === 3 && minor >= 51)
  }

  /** Pages of the log that are not in the file yet; requires `canReportUnmovedPages`. */
  unmovedPages(): number {
    const [row] = this.#control('pragma wal_checkpoint(noop)').all([])
    return Number(row?.log) - Number(row?.checkpointed)
  }

  /** Copies the committed database into a new file, blocking this thread. */
  copyTo(path: string): void {
    // `query_only` would also prevent writing the new file.
    const [row] = this.#database.prepare('pragma query_only').all([])
    this.#database.exec('pragma query_only = off')
    try {
      this.execute('vacuum into ?', path)
    } finally {
      this.#database.exec(`pragma query_only = ${Number(row?.query_only)}`)
    }
  }

  /** Frees cached pages that no statement uses; also works within a transaction. */
  releaseCache(): void {
    this.#database.exec('pragma shrink_memory')
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  query(sql: string, values: readonly unknown[] = []): Record<string, unknown>[] {
    return this.#database.prepare(sql).all(values)
  }

  cached(sql: string): Record<string, unknown>[] {
    return this.#guarded(() => this.#control(sql).all([]))
  }

  execute(sql: string, ...values: unknown[]): void {
    this.#database.prepare(sql).run(values)
  }

  close(): void {
    this.#database.close()
  }

  /** Runs statements until an error ends the transaction; later ones would commit one by one. */
  #guarded<T>(run: () => T): T {
    if (this.#lost !== undefined) throw unavailable(this.#lost)
    try {
      return run()
    } catch (error) {
      if (!this.#database.inTransaction) this.#lost = error
      throw this.#lost !== undefined || environmental.test(sqliteCode(error) ?? '')
        ? unavailable(error)
        : error
    }
  }

  #prepare(statement: Statement): SqliteStatement {
    let prepared = this.#prepared.get(statement)
    if (!prepared) {
      prepared = this.#database.prepare(statement.sql)
      this.#prepared.set(statement, prepared)
    }
    return prepared
  }

  #control(sql: string): SqliteStatement {
    let prepared = this.#controls.get(sql)
    if (!prepared) {
      prepared = this.#database.prepare(sql)
      this.#controls.set(sql, prepared)
    }
    return prepared
  }
}

export function unavailable(cause: unknown): StoreUnavailable {
  if (cause instanceof StoreUnavailable) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StoreUnavailable(`The database cannot be used now: ${reason}`, { cause })
}
