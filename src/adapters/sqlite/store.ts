import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { tables } from '../../core/model/index.ts'
import { type Store, StoreGone, StoreUnavailable } from '../../core/ports/store.ts'
import type { Log } from '../../core/ports/system.ts'
import { type MigrationReport, migrate, sqliteMigrations } from '../sql/migrations.ts'
import { syncFile } from '../system/files.ts'
import { openConnection } from './connection.ts'
import { loadDriver, type SqliteDriver } from './driver.ts'
import { CacheRelease, Checkpointer } from './maintenance.ts'
import { migrationTarget } from './migration-target.ts'
import { Readers } from './readers.ts'
import { Scanner } from './scanner.ts'
import { Writer } from './writer.ts'

/**
 * Returns a check that throws where one of the files is no longer the one first seen under its name. An open
 * file that was removed accepts all writes and keeps them only until the process ends. A check costs some
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
          `${basename(path)} was ${found ? 'replaced' : 'removed'} under the running server.`,
        )
      }
    }
  }
}

/**
 * Copies a database in use into a new file, synced, in a thread of its own; returns the number of rows of
 * each table in the copy.
 */
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

/**
 * Syncs during the writing: one sync at the end would keep the disk busy for so long that other commits wait
 * for it.
 */
const syncingMeanwhile = async (path: string, writing: Promise<void>): Promise<void> => {
  let done = false
  const finished = writing.finally(() => {
    done = true
  })
  // Its failure is reported where it is awaited below.
  finished.catch(() => {})
  while (!done) {
    await setTimeout(syncEveryMs)
    // The file may not be there yet; the sync that counts comes at the end.
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
  /** The database file; made when it is missing, in a folder that exists. */
  file: string
  /**
   * The file must contain an instance already: a file without one throws `SchemaMissing` and is not created.
   */
  begun?: boolean
  /** Other files that must exist for a write, such as the lock that keeps other processes away. */
  alongside?: readonly string[]
  /** Where the file is copied before a migration changes it; `snapshots` beside the file by default. */
  snapshotFolder?: string
  /** How many reading bodies run at a time. */
  readers?: number
  /** Tables with at least this many rows are scanned in a separate thread. */
  longTableRows?: number
  /** The file never grows beyond this; writes then fail with `StoreUnavailable`. */
  maxBytes?: number
  /** Receives errors that lose nothing and are reported to no caller. */
  log?: Log
}

/** A database that must have been in use has no tables: its content is lost. */
export class SchemaMissing extends Error {}

/** A store in one file, which one process owns. */
export interface SqliteStore extends Store {
  readonly file: string
  readonly driver: SqliteDriver['name']
  /** The migrations made when the store was opened. */
  readonly migrated: MigrationReport
  /**
   * Copies the committed state of one moment after the call into a new file, synced. Reads and writes go on,
   * because the copy is made in a separate thread. Returns the number of rows by table.
   */
  copyTo(path: string): Promise<Record<string, number>>
}

/** How long an emptied log waits for readers: they rest between two slices of their work. */
const SCRUB_ATTEMPTS = 100
const SCRUB_PAUSE_MS = 50

/** `secure_delete` has overwritten what was deleted, but its former pages are still in the log. */
const emptyLog = async (writer: Writer): Promise<void> => {
  for (let attempt = 0; !(await writer.between((own) => own.truncateLog())); attempt++) {
    if (attempt === SCRUB_ATTEMPTS) throw new StoreUnavailable('Readers hold the log of the database.')
    await setTimeout(SCRUB_PAUSE_MS)
  }
}

/**
 * The store in one SQLite file. Writes are on disk when they are answered; the process must be the only one
 * that writes. Throws `SchemaTooNew` when a newer version has migrated the file.
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
      // SQLite would create an empty file where there is none.
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
      // Last, because the last connection to close moves the log into the file.
      connection.close()
    }
    return {
      file,
      driver: driver.name,
      migrated,
      read(body) {
        caches.note()
        return readers.read(body)
      },
      write(body, writeOptions) {
        caches.note()
        return writer.write(body, writeOptions)
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
