import type { Rows } from '../../core/ports/store.ts'
import type { SqliteConnection } from './connection.ts'
import type { Scanner, Scans } from './scanner.ts'
import { ConnectionSession, readerRows } from './session.ts'

/** Maximum connections above the limit, opened while transactions wait for the scanning thread. */
const MAX_SCANNING = 16

/**
 * A pool of read-only connections. Each transaction has its own, with a snapshot of the last commit: a shared
 * snapshot would never end, and would hide writes that were acknowledged before a transaction began.
 */
export class Readers {
  readonly #open: () => SqliteConnection
  readonly #limit: number
  readonly #scanner: Scanner | undefined
  readonly #free: SqliteConnection[] = []
  readonly #waiting: ((connection: SqliteConnection) => void)[] = []
  readonly #all = new Set<SqliteConnection>()
  #scanning = 0
  #busy = 0
  #closed = false
  #idle: (() => void)[] = []

  constructor(open: () => SqliteConnection, limit: number, scanner?: Scanner) {
    this.#open = open
    this.#scanner = scanner
    this.#limit = limit
  }

  get connections(): Iterable<SqliteConnection> {
    return this.#all
  }

  async read<T>(callback: (rows: Rows) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('The store is closed.')
    this.#busy += 1
    let connection: SqliteConnection | undefined
    try {
      connection =
        this.#take() ?? (await new Promise<SqliteConnection>((resolve) => this.#waiting.push(resolve)))
      return await this.#readOn(connection, callback)
    } finally {
      if (connection) this.#giveBack(connection)
      this.#busy -= 1
      if (this.#busy === 0) for (const idle of this.#idle.splice(0)) idle()
    }
  }

  /** Resolves when all transactions have ended and the connections are closed. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
    await this.#scanner?.close()
    for (const connection of this.#all) connection.close()
    this.#all.clear()
  }

  async #readOn<T>(connection: SqliteConnection, callback: (rows: Rows) => Promise<T>): Promise<T> {
    const session = new ConnectionSession(connection, {
      scanner: this.#scanner && this.#scansOf(this.#scanner),
    })
    connection.begin('deferred')
    try {
      return await callback(readerRows(session))
    } finally {
      session.close()
      connection.rollback()
    }
  }

  /** Wraps the scanner so that another transaction can begin while this one waits for its thread. */
  #scansOf(scanner: Scanner): Scans {
    return {
      isWorthwhile: (connection, table) => scanner.isWorthwhile(connection, table),
      scan: async (statement, values) => {
        this.#scanning += 1
        try {
          if (this.#waiting.length > 0) this.#serveNext()
          return await scanner.scan(statement, values)
        } finally {
          this.#scanning -= 1
        }
      },
    }
  }

  #serveNext(): void {
    const connection = this.#take()
    if (connection) this.#waiting.shift()!(connection)
  }

  #take(): SqliteConnection | undefined {
    const free = this.#free.pop()
    if (free || this.#all.size >= this.#limit + Math.min(this.#scanning, MAX_SCANNING)) return free
    const opened = this.#open()
    this.#all.add(opened)
    return opened
  }

  #giveBack(connection: SqliteConnection): void {
    const next = this.#waiting.shift()
    if (next) next(connection)
    else this.#free.push(connection)
  }
}
