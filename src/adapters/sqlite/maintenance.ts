import { type Log, silentLog } from '../../core/ports/system.ts'
import { CHECKPOINT_PAGES, type SqliteConnection } from './connection.ts'
import { Scanner } from './scanner.ts'

/** From this length on, commits checkpoint the log themselves, so that it starts over. */
const LONGEST_LOG_PAGES = 8 * CHECKPOINT_PAGES
/** Number of commits after a failure of the thread that checkpoint the log themselves. */
const REST_COMMITS = 100

/**
 * Checkpoints the write-ahead log in a thread with a connection of its own: a commit that did it would block
 * the event loop for two syncs and the writing of a thousand pages. The thread starts when the log is long
 * for the first time.
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

  /** `assertThere` throws where the file is not the one that was opened. */
  constructor(file: string, connection: SqliteConnection, assertThere = () => {}, log: Log = silentLog) {
    this.#connection = connection
    this.#assertThere = assertThere
    this.#log = log
    this.#thread = new Scanner({ file })
    this.#isAble = this.#thread.isAvailable && connection.tellsUnmovedPages
    if (this.#isAble) connection.checkpointAt(LONGEST_LOG_PAGES)
  }

  /** Starts a checkpoint where the log is long. Called after every commit; never throws. */
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
      // An error that lasts fails the next group, whose caller gets it.
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
      // Nothing is lost: the log contains all commits, and grows until it can be checkpointed.
      this.#rest = REST_COMMITS
      this.#log.warn("the database's log was not moved into its file; commits do it meanwhile", { error })
      this.#connection.checkpointAt(CHECKPOINT_PAGES)
    }
  }
}

/** How often is looked whether the database is still in use, in ms. */
const LOOK_MS = 5000
/** Fewer bodies than these between two looks are little use: their pages are read again as quickly as they are found. */
const MUCH_USE = 50

/**
 * Gives back the memory of the page caches once little is asked of the database: up to 64 MB after a large job, which
 * would otherwise stay. The next body reads its pages anew, mostly from what the system keeps of the file.
 */
export class CacheRelease {
  readonly #connections: () => Iterable<SqliteConnection>
  #bodies = 0
  #timer: NodeJS.Timeout | undefined

  constructor(connections: () => Iterable<SqliteConnection>) {
    this.#connections = connections
  }

  /** Counts a body that uses the caches. */
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
