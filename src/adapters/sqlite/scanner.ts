import { existsSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import type { Statement } from '../sql/statement.ts'
import { type SqliteConnection, unavailable } from './connection.ts'

let provided: string | undefined

/** Called by the executable's entry to name the entry of the scanning thread. */
export const provideScanWorker = (entry: string): void => {
  provided = entry
}

/**
 * The entry of the scanning thread: the source, the built library or the executable's own entry; undefined
 * where there is none.
 */
const scanWorkerEntry = (): string | URL | undefined => {
  if (provided) return provided
  const name = import.meta.url.endsWith('.ts') ? './scan-worker.ts' : './sqlite-scan-worker.js'
  // In the built library this code may have landed in an entry one folder below.
  return [name, `../${name}`].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))
}

export type ScanQuestion = { id: number } & (
  | { sql: string; values: readonly unknown[] }
  /** The whole file as it is now, into a new one. */
  | { copyTo: string }
)
export type ScanAnswer = { id: number; rows: Record<string, unknown>[] } | { id: number; error: unknown }

/** Shorter tables are scanned on the calling thread, which takes at most 10 ms. */
const LONG_TABLE_ROWS = 10_000

/** The part that sessions use. */
export type Scans = Pick<Scanner, 'isWorthwhile' | 'scan'>

interface ScannerOptions {
  file: string
  /** How many rows make a table long. */
  longTableRows?: number | undefined
}

/**
 * Runs statements that may read a whole table in a thread with a connection of its own, so that they do not
 * block the event loop. The thread starts with the first of them and does not keep the process alive.
 */
export class Scanner {
  readonly #file: string
  readonly #longTableRows: number
  /** False in a bundle without the thread's file: every statement then runs on the calling thread. */
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

  /**
   * Whether a table is so long that scanning it would block the event loop. Estimated from its row ids, which
   * is quick.
   */
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

  /**
   * Copies the file as it is now into a new one. Other scans wait meanwhile, so a copy should have a scanner
   * of its own.
   */
  async copyTo(path: string): Promise<void> {
    if (!this.isAvailable) throw new Error('The thread that copies is missing in this build.')
    await this.#ask({ copyTo: path })
  }

  /** Resolves when the thread has closed its connection. No statement may be waiting. */
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
      worker.postMessage({ id, ...question } satisfies ScanQuestion)
    })
  }

  #start(): Worker {
    // Loaded here, because it is slow to load and few programs need it.
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const worker = new Worker(scanWorkerEntry()!, { execArgv: [], workerData: { file: this.#file } })
    worker.unref()
    worker.on('message', (answer: ScanAnswer) => this.#settle(answer))
    const end = (reason: Error) => {
      if (this.#worker === worker) this.#worker = undefined
      for (const { reject } of this.#waiting.values()) reject(unavailable(reason))
      this.#waiting.clear()
    }
    worker.on('error', end)
    worker.on('exit', (code) => end(new Error(`The scanning thread ended with code ${code}`)))
    return worker
  }

  #settle(answer: ScanAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) this.#worker?.unref()
    if ('error' in answer) waiting?.reject(unavailable(answer.error))
    else waiting?.resolve(answer.rows)
  }
}
