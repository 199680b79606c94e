import type { SqliteConnection } from './connection.ts'

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
