import { type Log, silentLog } from '../../core/ports/system.ts'
import { CHECKPOINT_PAGES, type SqliteConnection } from './connection.ts'
import { Scanner } from './scanner.ts'

/** The length of the log from which on commits checkpoint it themselves. */
const LONGEST_LOG_PAGES = 8 * CHECKPOINT_PAGES
/** The number of commits for which the thread isn't used after it has failed. */
const REST_COMMITS = 100

/**
 * Checkpoints the write-ahead log in a thread with its own connection. In a commit, two syncs and writing a
 * thousand pages would block the event loop. The thread starts at the first checkpoint.
 */
export class Checkpointer {
  readonly #connection: SqliteConnection
  readonly #thread: Scanner
  readonly #isAble: boolean
  readonly #assertThere: () => void
  readonly #log: Log
  #moving: Promise<void> | undefined
  /** Commits left until the thread is used again after a failure. */
  #rest = 0

  /** `assertThere` throws unless the file is the one that was opened. */
  constructor(file: string, connection: SqliteConnection, assertThere = () => {}, log: Log = silentLog) {
    this.#connection = connection
    this.#assertThere = assertThere
    this.#log = log
    this.#thread = new Scanner({ file })
    this.#isAble = this.#thread.isAvailable && connection.canReportUnmovedPages
    if (this.#isAble) connection.checkpointAt(LONGEST_LOG_PAGES)
  }

  /** Starts a checkpoint if the log is long. Called after every commit; never throws. */
  look(): void {
    if (!this.#isAble || this.#moving) return
    if (this.#rest > 0) {
      this.#rest -= 1
      return
    }
    try {
      if (this.#connection.unmovedPages() < CHECKPOINT_PAGES) return
      this.#assertThere()
    } catch {
      // If the error persists, the next commit reports it to its callers.
      return
    }
    this.#moving = this.#move().finally(() => {
      this.#moving = undefined
    })
  }

  async close(): Promise<void> {
    await this.#moving
    await this.#thread.close()
  }

  async #move(): Promise<void> {
    try {
      await this.#thread.query('pragma wal_checkpoint(passive)')
      this.#connection.checkpointAt(LONGEST_LOG_PAGES)
    } catch (error) {
      // Nothing is lost: the log contains all commits and grows until it is checkpointed.
      this.#rest = REST_COMMITS
      this.#log.warn(
        "the database's log could not be checkpointed in the background; commits checkpoint it for now",
        { error },
      )
      this.#connection.checkpointAt(CHECKPOINT_PAGES)
    }
  }
}

/** Interval of checks whether the database is in use, in ms. */
const LOOK_MS = 5000
/** With fewer transactions per interval, the caches are released. */
const MUCH_USE = 50

/**
 * Releases the page caches when the database is hardly used. After a large job, up to 64 MB would otherwise
 * stay allocated. The next transaction reads its pages again, mostly from the system's file cache.
 */
export class CacheRelease {
  readonly #connections: () => Iterable<SqliteConnection>
  #bodies = 0
  #timer: NodeJS.Timeout | undefined

  constructor(connections: () => Iterable<SqliteConnection>) {
    this.#connections = connections
  }

  note(): void {
    this.#bodies += 1
    this.#timer ??= setTimeout(this.#look, LOOK_MS).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  readonly #look = () => {
    const isInUse = this.#bodies >= MUCH_USE
    this.#bodies = 0
    this.#timer = isInUse ? setTimeout(this.#look, LOOK_MS).unref() : undefined
    if (!isInUse) for (const connection of this.#connections()) connection.releaseCache()
  }
}
