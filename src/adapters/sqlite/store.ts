import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { tables } from '../../core/model/index.ts'
import { type Store, StoreGone, StoreUnavailable } from '../../core/ports/store.ts'
import type { Log } from '../../core/ports/system.ts'
import {
  type AppliedMigration,
  type MigrationReport,
  type MigrationTarget,
  migrate,
  sqliteMigrations,
} from '../sql/migrations.ts'
import { makeFolder, syncFile, syncFolder } from '../system/files.ts'
import { openConnection, type SqliteConnection } from './connection.ts'
import { loadDriver, type SqliteDriver } from './driver.ts'
import { CacheRelease, Checkpointer } from './maintenance.ts'
import { Readers } from './readers.ts'
import { Scanner } from './scanner.ts'
import { Writer } from './writer.ts'

export const migrationTarget = (connection: SqliteConnection, snapshotFolder: string): MigrationTarget => ({
  async applied() {
    const known = connection.query(`select 1 from sqlite_schema where name = 'schema_migrations'`)
    if (known.length === 0) return []
    const applied = connection.query('select name, checksum from schema_migrations order by name')
    return applied as unknown as AppliedMigration[]
  },

  async snapshot(before) {
    await makeFolder(snapshotFolder, 0o700)
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
    const path = join(snapshotFolder, `before-${before}-${stamp}.sqlite`)
    const temporary = `${path}.${randomUUID()}.tmp`
    try {
      connection.copyTo(temporary)
      // SQLite doesn't sync the copy to disk.
      await syncFile(temporary)
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    await syncFolder(snapshotFolder)
    return path
  },

  async apply(migrations) {
    connection.begin('immediate')
    try {
      connection.exec(`
          create table if not exists schema_migrations (
            name text primary key not null,
            checksum text not null,
            applied_at integer not null
          ) strict`)
      for (const { name, checksum, sql } of migrations) {
        connection.exec(sql)
        connection.execute('insert into schema_migrations values (?, ?, ?)', name, checksum, Date.now())
      }
      connection.commit()
    } catch (error) {
      connection.rollback()
      throw error
    }
  },
})

/**
 * Returns a check that throws if one of the files was removed or replaced since it was first seen. An open
 * file that was removed accepts writes, but keeps them only until the process ends. A check takes some
 * microseconds.
 */
const createAnchor = (paths: readonly string[]): (() => void) => {
  const known = new Map<string, { dev: number; ino: number }>()
  return () => {
    for (const path of paths) {
      const found = statSync(path, { throwIfNoEntry: false })
      const before = known.get(path)
      if (before === undefined) {
        if (found) known.set(path, { dev: found.dev, ino: found.ino })
      } else if (found?.ino !== before.ino || found.dev !== before.dev) {
        throw new StoreGone(
          `${basename(path)} was ${found ? 'replaced' : 'removed'} while the server was running.`,
        )
      }
    }
  }
}

/** Copies a database in use into a new, synced file, in a thread. Returns the copy's rows by table. */
const copyDatabase = async (file: string, to: string): Promise<Record<string, number>> => {
  await inThread(file, (thread) => syncingMeanwhile(to, thread.copyTo(to)))
  const rows = await inThread(to, async (thread) => {
    const counted: Record<string, number> = {}
    for (const { name } of Object.values(tables)) {
      const [row] = await thread.query(`select count(*) as rows from "${name}"`)
      counted[name] = Number(row?.rows)
    }
    return counted
  })
  await syncFile(to)
  return rows
}

const syncEveryMs = 100

/** Syncs repeatedly during the copy: one sync at its end would keep commits waiting for the disk. */
const syncingMeanwhile = async (path: string, writing: Promise<void>): Promise<void> => {
  let done = false
  const finished = writing.finally(() => {
    done = true
  })
  // Handled where it is awaited below.
  finished.catch(() => {})
  while (!done) {
    await setTimeout(syncEveryMs)
    // The file may not exist yet. The final sync reports errors.
    await syncFile(path).catch(() => {})
  }
  await finished
}

const inThread = async <T>(file: string, work: (thread: Scanner) => Promise<T>): Promise<T> => {
  const thread = new Scanner({ file })
  try {
    return await work(thread)
  } finally {
    await thread.close()
  }
}

/** Options of the SQLite store. */
export interface SqliteStoreOptions {
  /** The database file; created if missing, in an existing folder. */
  file: string
  /** Requires an existing instance: without tables, throws `SchemaMissing` instead of creating them. */
  begun?: boolean
  /** Other files that must exist for writes, such as the lock file. */
  alongside?: readonly string[]
  /** Folder for copies made before migrations; by default `snapshots` next to the file. */
  snapshotFolder?: string
  /** Maximum concurrent reads. */
  readers?: number
  /** Tables with at least this many rows are scanned in a separate thread. */
  longTableRows?: number
  /** Maximum file size; further writes fail with `StoreUnavailable`. */
  maxBytes?: number
  /** Receives errors that lose no data and are therefore not thrown to a caller. */
  log?: Log
}

/** Thrown if a database that should contain an instance has no tables: its content was lost. */
export class SchemaMissing extends Error {}

/** A store in one file, owned by one process. */
export interface SqliteStore extends Store {
  readonly file: string
  readonly driver: SqliteDriver['name']
  /** The migrations that were applied on opening. */
  readonly migrated: MigrationReport
  /** Copies a committed state into a new, synced file, in a thread. Returns the number of rows by table. */
  copyTo(path: string): Promise<Record<string, number>>
}

/** Maximum attempts to empty the write-ahead log while readers finish. */
const SCRUB_ATTEMPTS = 100
const SCRUB_PAUSE_MS = 50

/**
 * Empties the write-ahead log, which still contains rows that `secure_delete` overwrote in the file. Throws
 * `StoreUnavailable` if readers use the log for 5 s.
 */
const emptyLog = async (writer: Writer): Promise<void> => {
  for (let attempt = 0; !(await writer.between((own) => own.truncateLog())); attempt++) {
    if (attempt === SCRUB_ATTEMPTS) throw new StoreUnavailable('Readers still use the log of the database.')
    await setTimeout(SCRUB_PAUSE_MS)
  }
}

/**
 * Opens the store in one SQLite file. Writes are on disk when they resolve. The process must be the only
 * writer. Throws `SchemaTooNew` if a newer version has migrated the file, `SchemaMissing` as in `begun`.
 */
export const createSqliteStore = async (options: SqliteStoreOptions): Promise<SqliteStore> => {
  const file = resolve(options.file)
  const driver = await loadDriver()
  const maxBytes = options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }
  const connection = openConnection(driver, file, { readOnly: false, ...maxBytes })
  try {
    const folder = resolve(options.snapshotFolder ?? join(dirname(file), 'snapshots'))
    const target = migrationTarget(connection, folder)
    if (options.begun && (await target.applied()).length === 0) {
      throw new SchemaMissing(`${file} has no tables.`)
    }
    const migrated = await migrate(target, sqliteMigrations())
    const assertThere = createAnchor([file, `${file}-wal`, ...(options.alongside ?? [])])
    assertThere()
    const checkpointer = new Checkpointer(file, connection, assertThere, options.log)
    const writer = new Writer(connection, assertThere, () => checkpointer.look())
    const scanner = new Scanner({ file, longTableRows: options.longTableRows })
    const open = () => {
      // SQLite would create a missing file.
      assertThere()
      return openConnection(driver, file, { readOnly: true })
    }
    const readers = new Readers(open, options.readers ?? 4, scanner)
    const caches = new CacheRelease(() => [connection, ...readers.connections])
    let closing: Promise<void> | undefined
    const close = async () => {
      await Promise.all([writer.close(), readers.close()])
      caches.close()
      await checkpointer.close()
      // Last, because the last connection to close checkpoints the log.
      connection.close()
    }
    return {
      file,
      driver: driver.name,
      migrated,
      read(callback) {
        caches.note()
        return readers.read(callback)
      },
      write(callback, writeOptions) {
        caches.note()
        return writer.write(callback, writeOptions)
      },
      generation: (...names) => writer.generations.of(names.map((name) => tables[name].name)),
      scrub: () => emptyLog(writer),
      async copyTo(path) {
        assertThere()
        return copyDatabase(file, path)
      },
      close: () => (closing ??= close()),
    }
  } catch (error) {
    connection.close()
    throw error
  }
}
