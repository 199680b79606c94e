import { CHECKPOINT_PAGES, type SqliteConnection } from './connection.ts'
import { Scanner } from './scanner.ts'

/** By then commits move the log themselves: what the thread has left of it, and it begins anew. */
const LONGEST_LOG_PAGES = 8 * CHECKPOINT_PAGES

/**
 * Moves the log into the file in a thread of its own, with a connection of its own: a commit that did it would hold up the
 * event loop for the two syncs and the thousand pages that it takes. The thread starts when the log is long for the first time.
 */
export class Checkpointer {
  readonly #connection: SqliteConnection
  readonly #thread: Scanner
  #moving: Promise<void> | undefined
  #failed = false

  constructor(file: string, connection: SqliteConnection) {
    this.#connection = connection
    this.#thread = new Scanner({ file })
    this.#failed = !this.#thread.isAvailable
    if (!this.#failed) connection.checkpointAt(LONGEST_LOG_PAGES)
  }

  /** After every commit. */
  look(): void {
    if (this.#moving || this.#failed) return
    if (this.#connection.unmovedPages() < CHECKPOINT_PAGES) return
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
    } catch {
      // As it was without a thread; a disk that refuses shows in the next commit.
      this.#failed = true
      this.#connection.checkpointAt(CHECKPOINT_PAGES)
    }
  }
}
