import { existsSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import type { Statement } from '../sql/statement.ts'
import { type SqliteConnection, unavailable } from './connection.ts'

let provided: string | undefined

/** Sets the entry of the scanning thread; called by the executable. */
export const provideScanWorker = (entry: string): void => {
  provided = entry
}

/** Returns the entry of the scanning thread; undefined if it is missing in this build. */
const scanWorkerEntry = (): string | URL | undefined => {
  if (provided) return provided
  const name = import.meta.url.endsWith('.ts') ? './scan-worker.ts' : './sqlite-scan-worker.js'
  // In the built library, this module may be one folder below the worker.
  return [name, `../${name}`].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))
}

export type ScanRequest = { id: number } & (
  | { sql: string; values: readonly unknown[] }
  /** Copy the database into a new file. */
  | { copyTo: string }
)
export type ScanResponse = { id: number; rows: Record<string, unknown>[] } | { id: number; error: unknown }

/** Shorter tables are scanned on the calling thread, in at most 10 ms. */
const LONG_TABLE_ROWS = 10_000

export type Scans = Pick<Scanner, 'isWorthwhile' | 'scan'>

interface ScannerOptions {
  file: string
  /** Minimum rows of a long table. */
  longTableRows?: number | undefined
}

/**
 * Runs statements that may read a whole table in a thread with its own connection, so that they don't block
 * the event loop. The thread starts on first use and doesn't keep the process alive.
 */
export class Scanner {
  readonly #file: string
  readonly #longTableRows: number
  /** False if the build lacks the thread's file; statements then run on the calling thread. */
  readonly isAvailable = scanWorkerEntry() !== undefined
  readonly #waiting = new Map<
    number,
    { resolve(rows: Record<string, unknown>[]): void; reject(e: unknown): void }
  >()
  #worker: Worker | undefined
  #next = 0

  constructor({ file, longTableRows = LONG_TABLE_ROWS }: ScannerOptions) {
    this.#file = file
    this.#longTableRows = longTableRows
  }

  /** Whether to scan the table in the thread, estimated from its row ids. False without the thread. */
  isWorthwhile(connection: SqliteConnection, table: string): boolean {
    if (!this.isAvailable) return false
    const [span] = connection.cached(
      `select (select max(rowid) from "${table}") - (select min(rowid) from "${table}") + 1 as rows`,
    )
    return Number(span?.rows ?? 0) >= this.#longTableRows
  }

  scan(statement: Statement, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
    return this.#ask({ sql: statement.sql, values: statement.bind(values) })
  }

  query(sql: string): Promise<Record<string, unknown>[]> {
    return this.#ask({ sql, values: [] })
  }

  /** Copies the database into a new file. Other scans wait for it, so use a separate scanner. */
  async copyTo(path: string): Promise<void> {
    if (!this.isAvailable) throw new Error('This build lacks the thread for copies.')
    await this.#ask({ copyTo: path })
  }

  /** Resolves when the thread has closed its connection. No statement may be pending. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage('close')
    await ended
  }

  #ask(question: { sql: string; values: readonly unknown[] } | { copyTo: string }) {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const id = this.#next++
    return new Promise<Record<string, unknown>[]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, ...question } satisfies ScanRequest)
    })
  }

  #start(): Worker {
    // Loaded lazily: it is slow to load, and few programs need it.
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const worker = new Worker(scanWorkerEntry()!, { execArgv: [], workerData: { file: this.#file } })
    worker.unref()
    worker.on('message', (answer: ScanResponse) => this.#settle(answer))
    const end = (reason: Error) => {
      if (this.#worker === worker) this.#worker = undefined
      for (const { reject } of this.#waiting.values()) reject(unavailable(reason))
      this.#waiting.clear()
    }
    worker.on('error', end)
    worker.on('exit', (code) => end(new Error(`The scanning thread ended with code ${code}`)))
    return worker
  }

  #settle(answer: ScanResponse): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) this.#worker?.unref()
    if ('error' in answer) waiting?.reject(unavailable(answer.error))
    else waiting?.resolve(answer.rows)
  }
}
