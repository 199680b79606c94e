import type { WritableRows, WriteOptions } from '../../core/ports/store.ts'
import { foreignWait } from '../store-rules.ts'
import { TURN_MS, writerTurns } from '../system/turns.ts'
import { type SqliteConnection, unavailable } from './connection.ts'
import { ConnectionSession, writerRows } from './session.ts'

/** Counts the transaction groups that may have changed each table. */
class Generations {
  readonly #counts = new Map<string, number>()

  /** Records that the tables may have changed. Unnecessary calls are harmless. */
  bump(tables: Iterable<string>): void {
    for (const table of tables) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1)
  }

  /** Returns a number that grows whenever one of the tables is bumped. */
  of(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + (this.#counts.get(table) ?? 0), 0)
  }
}

type Callback = (rows: WritableRows) => Promise<unknown>

interface Entry {
  callback: Callback
  outcome: Outcome | undefined
  patient: boolean
  size: () => number
  /** The callback waited for something other than its rows, so it is not run again. */
  abandoned: boolean
  resolve(value: unknown): void
  reject(error: unknown): void
}
type Outcome = { value: unknown } | { error: unknown }

/** Maximum number of transactions in one commit. */
const GROUP_ENTRIES = 500
/**
 * Time in ms after which no further transaction joins a commit. Transactions yield (`system/turns.ts`), and
 * those that arrive in this time join: a commit costs as much as ten transactions, whether it covers ten or
 * fifty.
 */
const GROUP_MS = 30
/** Maximum turns of the event loop that a group waits while more transactions arrive. */
const GROWING_TURNS = 3
/** Time in ms after which patient transactions begin a group, unless one begins earlier. */
const PATIENCE_MS = 4

/**
 * The single writer, with group commit. Concurrent transactions run one after another inside one database
 * transaction, and one synced commit covers them all (docs/design/storage.md).
 */
export class Writer {
  readonly generations = new Generations()
  readonly #connection: SqliteConnection
  readonly #assertThere: () => void
  readonly #afterCommit: () => void
  /** Tables that the current group has changed. */
  readonly #touched = new Set<string>()
  #queue: Entry[] = []
  #between: (() => void)[] = []
  #scheduled = false
  #patience: NodeJS.Timeout | undefined
  #turns = 0
  #seen = 0
  #closed = false
  #idle: (() => void)[] = []
  #alarm: NodeJS.Immediate | undefined
  #session: ConnectionSession | undefined
  #abandon: (() => void) | undefined

  /** `assertThere` throws if a write would be lost; `afterCommit` must not throw. */
  constructor(connection: SqliteConnection, assertThere = () => {}, afterCommit = () => {}) {
    this.#connection = connection
    this.#assertThere = assertThere
    this.#afterCommit = afterCommit
  }

  write<T>(
    callback: (rows: WritableRows) => Promise<T>,
    { patient = false, size = one }: WriteOptions = {},
  ): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The store is closed.'))
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({
        callback,
        outcome: undefined,
        patient,
        size,
        abandoned: false,
        resolve: resolve as (value: unknown) => void,
        reject,
      })
      this.#goOn()
    })
  }

  /** Runs `work` between two groups, when no transaction is open. */
  between<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The store is closed.'))
    return new Promise<T>((resolve, reject) => {
      this.#between.push(() => {
        try {
          resolve(work(this.#connection))
        } catch (error) {
          reject(unavailable(error))
        }
      })
      this.#schedule()
    })
  }

  /** Stops accepting transactions; resolves when the accepted ones are done. */
  close(): Promise<void> {
    this.#closed = true
    if (this.#queue.length > 0) this.#schedule()
    if (!this.#scheduled) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  /** Begins a group: soon if an urgent transaction waits, otherwise after `PATIENCE_MS`. */
  #goOn(): void {
    const patient = this.#between.length === 0 && this.#queue.every((entry) => entry.patient)
    if (!patient || this.#closed) this.#schedule()
    else if (!this.#scheduled) this.#patience ??= setTimeout(() => this.#schedule(), PATIENCE_MS)
  }

  #schedule(): void {
    clearTimeout(this.#patience)
    this.#patience = undefined
    if (this.#scheduled) return
    this.#scheduled = true
    this.#turns = 0
    this.#seen = 0
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    const waiting = this.#queue.reduce((sum, entry) => sum + entry.size(), 0)
    if (waiting > this.#seen && this.#turns < GROWING_TURNS && waiting < GROUP_ENTRIES) {
      this.#seen = waiting
      this.#turns += 1
      setImmediate(this.#turn)
      return
    }
    for (const work of this.#between.splice(0)) work()
    void this.#runGroup().finally(() => {
      this.#scheduled = false
      if (this.#queue.length > 0 || this.#between.length > 0) this.#goOn()
      else for (const idle of this.#idle.splice(0)) idle()
    })
  }

  async #runGroup(): Promise<void> {
    if (this.#queue.length === 0) return
    const group: Entry[] = []
    const began = performance.now()
    try {
      this.#assertThere()
      this.#connection.begin('immediate')
    } catch (error) {
      this.#failAll(this.#queue.splice(0, GROUP_ENTRIES), error)
      return
    }
    try {
      if (!(await this.#runPlain(group))) {
        this.#connection.rollback()
        if (this.#connection.lost !== undefined) throw this.#connection.lost
        if (!group.some(needsReplay)) return this.#answer(group)
        this.#connection.begin('immediate')
        await this.#replay(group)
      }
      // After much work the commit writes much at once, so it gets its own turn of the event loop.
      if (performance.now() - began >= TURN_MS) await writerTurns.next()
      this.#connection.commit()
    } catch (error) {
      this.#failAll(group, error)
      return
    } finally {
      clearImmediate(this.#alarm)
      this.#alarm = undefined
      // Before the promises resolve: a caller must not get older rows from a cache afterwards.
      this.generations.bump(this.#touched)
      this.#touched.clear()
    }
    this.#answer(group)
    this.#afterCommit()
  }

  /** Runs the waiting transactions without savepoints until one fails. Returns false if one did. */
  async #runPlain(group: Entry[]): Promise<boolean> {
    const started = performance.now()
    while (this.#queue.length > 0 && group.length < GROUP_ENTRIES && performance.now() - started < GROUP_MS) {
      const entry = this.#queue.shift()!
      group.push(entry)
      await this.#run(entry)
      if (entry.outcome && 'error' in entry.outcome) return false
    }
    return this.#connection.alive
  }

  /** Runs the group again with savepoints, so that only the transactions that throw are undone. */
  async #replay(group: readonly Entry[]): Promise<void> {
    for (const entry of group) {
      if (entry.abandoned) continue
      this.#connection.savepoint()
      await this.#run(entry)
      if (!this.#connection.alive) throw this.#connection.lost
      if (entry.outcome && 'error' in entry.outcome) this.#connection.undoSavepoint()
      else this.#connection.release()
    }
  }

  async #run(entry: Entry): Promise<void> {
    const session = new ConnectionSession(this.#connection, { turns: writerTurns })
    this.#session = session
    this.#alarm ??= setImmediate(this.#ring)
    try {
      const value = await new Promise((resolve, reject) => {
        this.#abandon = () => {
          entry.abandoned = true
          reject(foreignWait())
        }
        entry.callback(writerRows(session)).then(resolve, reject)
      })
      entry.outcome = { value }
    } catch (error) {
      entry.outcome = { error }
    } finally {
      for (const table of session.touched) this.#touched.add(table)
      session.close()
      this.#session = undefined
      this.#abandon = undefined
    }
  }

  /** Abandons callbacks that neither settle in one event-loop turn nor yield: they await more than rows. */
  readonly #ring = (): void => {
    if (this.#session?.resting) {
      this.#alarm = setImmediate(this.#ring)
      return
    }
    this.#alarm = undefined
    this.#abandon?.()
  }

  #answer(group: readonly Entry[]): void {
    for (const { outcome, resolve, reject } of group) {
      if (outcome && 'value' in outcome) resolve(outcome.value)
      else reject(outcome?.error)
    }
  }

  /** Rejects the whole group and rolls it back. */
  #failAll(group: readonly Entry[], error: unknown): void {
    const reason = unavailable(error)
    for (const { abandoned, outcome, reject } of group) {
      reject(abandoned && outcome && 'error' in outcome ? outcome.error : reason)
    }
    try {
      this.#connection.rollback()
    } catch {
      // The callers get the error. The next group shows whether the disk has recovered.
    }
  }
}

const one = () => 1

/** Whether to run a transaction again. One that ran alone would only throw again. */
const needsReplay = (entry: Entry, _place: number, group: readonly Entry[]): boolean =>
  group.length > 1 && !entry.abandoned
