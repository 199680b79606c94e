import type { RateCounter } from '../../core/ports/rate-limit-counter.ts'
import {
  type Rows,
  type Store,
  StoreUnavailable,
  UniqueViolation,
  type WritableRows,
} from '../../core/ports/store.ts'
import type { MigrationReport } from '../sql/migrations.ts'
import { foreignWait } from '../store-rules.ts'
import { hasEarlierServers, migrateDatabase } from './database.ts'
import { asStoreError, isPassing, unavailable } from './errors.ts'
import { OutOfOrder } from './lock-order.ts'
import { Pool } from './pool.ts'
import { createPostgresRateCounter } from './rate-limit-counter.ts'
import { CarefulSession, PostgresSession, readerRows, WritingSession, writerRows } from './session.ts'

/** Returns the names of all `onceTable`s; empty without partitions. Throws `StoreUnavailable`. */
const onceTablesOf = async (pool: Pool): Promise<ReadonlySet<string>> => {
  const pooled = await pool.take()
  let failed = true
  try {
    const { rows } = await pooled.client.query(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname like '%\\_once'
         and a.attname = 'organisationId'`,
    )
    failed = false
    return new Set((rows as { name: string }[]).map(({ name }) => name))
  } catch (error) {
    throw unavailable(error)
  } finally {
    pool.give(pooled, failed)
  }
}

/** Timeout of the rate counter's statement, for which all requests wait; longer than a lock timeout. */
export const longestCountMs = 15_000

/** Connections for reading; as many again for writing. */
export const defaultConnections = 8

/** Options of the PostgreSQL store. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:5432/database`; the database must exist and use UTF-8. */
  url: string
  /** Connections for reading, and as many again for writing; 8 by default. */
  connections?: number
  /** For tests: transactions that lock out of order fail instead of being retried in order. */
  strict?: boolean
}

/** A store that several processes share, with a shared rate counter. */
export interface PostgresStore extends Store {
  /** The migrations that were applied on opening. */
  readonly migrated: MigrationReport
  /** Counts requests for all processes that share the database. */
  readonly rateCounter: RateCounter
}

/**
 * Opens the store in a PostgreSQL database that several processes may share. Throws `SchemaTooNew` if a newer
 * version has migrated it, `StoreUnavailable` if it can't be reached.
 */
export const createPostgresStore = async (options: PostgresStoreOptions): Promise<PostgresStore> => {
  const migrated = await migrateDatabase(options.url)
  const rates = new Pool(options.url, 1, {
    settings: { synchronous_commit: 'off' },
    answerMs: longestCountMs,
  })
  const onceTables = await onceTablesOf(rates).catch(async (error: unknown) => {
    await rates.close()
    throw error
  })
  const transactions = new Transactions(options, onceTables)
  let closing: Promise<void> | undefined
  const close = async () => {
    await transactions.close()
    await rates.close()
  }
  return {
    migrated,
    rateCounter: createPostgresRateCounter(rates),
    read: (callback) => transactions.read(callback),
    write: (callback, options) => transactions.write(callback, options?.party),
    hasEarlierServers: (migration) => hasEarlierServers(options.url, migration),
    // Has no `generation`, so that nothing is cached: another process may have written in between, and a key
    // revoked there must not work here.
    close: () => (closing ??= close()),
  }
}

type Callback<T> = (rows: WritableRows) => Promise<T>
type Outcome<T> = { value: T } | { error: unknown; retry?: 'soon' | 'carefully' }

/** How to run a transaction after a failed attempt. */
interface Manner {
  careful: boolean
  /** Organisations to lock first, because the callback accessed them out of order. */
  first: readonly string[]
}

/** After this many conflicts, another is likely. */
const MAX_ATTEMPTS = 10
/** After this many violations of a unique index, the conflicting row is permanent. */
const MAX_UNIQUE_VIOLATIONS = 2

// A stopped process must not keep an organisation locked.
const beginWriting = `begin isolation level read committed; set local idle_in_transaction_session_timeout = '15s'`

const beginReading = 'begin isolation level repeatable read read only'

class Transactions {
  readonly #readers: Pool
  readonly #writers: Pool
  readonly #strict: boolean
  readonly #onceTables: ReadonlySet<string>
  #closed = false
  #busy = 0
  #idle: (() => void)[] = []

  constructor(
    { url, connections = defaultConnections, strict = false }: PostgresStoreOptions,
    onceTables: ReadonlySet<string>,
  ) {
    this.#strict = strict
    this.#onceTables = onceTables
    this.#readers = new Pool(url, connections)
    // Separate pools, so that transactions waiting for an organisation don't block readers.
    this.#writers = new Pool(url, connections)
  }

  read<T>(callback: (rows: Rows) => Promise<T>): Promise<T> {
    return this.#counted(async () => {
      const pooled = await this.#readers.take()
      const session = new PostgresSession(pooled, this.#onceTables)
      session.control(beginReading).catch(() => {})
      try {
        const value = await callback(readerRows(session))
        if (session.failure) throw session.failure.error
        return value
      } catch (error) {
        throw asStoreError(error)
      } finally {
        session.close()
        // Statements of the next transaction are queued after this one, so no wait is needed. After a failure
        // it is: PostgreSQL would refuse to prepare them, yet they would count as prepared.
        const ended = session.control('rollback').catch(() => {})
        if (session.failure) await ended
        this.#readers.give(pooled, session.lost)
      }
    })
  }

  write<T>(callback: Callback<T>, party?: string): Promise<T> {
    return this.#counted(async () => {
      const manner: Manner = { careful: false, first: [] }
      for (let attempt = 1, violations = 0; ; attempt++) {
        const outcome = await this.#attempt(callback, manner, party)
        if ('value' in outcome) return outcome.value
        const { error, retry } = outcome
        if (error instanceof OutOfOrder && !this.#strict && attempt < MAX_ATTEMPTS)
          manner.first = error.organisations
        else if (retry === 'carefully') manner.careful = true
        else if (retry === 'soon' && attempt < MAX_ATTEMPTS) await pause(attempt)
        // Another transaction has inserted the row, so this transaction runs again and finds it.
        else if (error instanceof UniqueViolation && violations++ < MAX_UNIQUE_VIOLATIONS) continue
        else throw asStoreError(error)
      }
    })
  }

  /** Resolves when all transactions have ended and the connections are closed. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
    await Promise.all([this.#readers.close(), this.#writers.close()])
  }

  async #counted<T>(run: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('The store is closed.')
    this.#busy += 1
    try {
      return await run()
    } finally {
      this.#busy -= 1
      if (this.#busy === 0) for (const idle of this.#idle.splice(0)) idle()
    }
  }

  async #attempt<T>(callback: Callback<T>, { careful, first }: Manner, party?: string): Promise<Outcome<T>> {
    const pooled = await this.#writers.take(party)
    let abandon = () => {}
    const session = new (careful ? CarefulSession : WritingSession)(pooled, () => abandon(), this.#onceTables)
    try {
      session.control(beginWriting).catch(() => {})
      for (const organisationId of first.toSorted()) session.own(organisationId)
      const outcome = await new Promise<Outcome<T>>((resolve) => {
        abandon = () => resolve({ error: foreignWait() })
        callback(writerRows(session)).then(
          (value) => resolve({ value }),
          (error) => resolve({ error }),
        )
        session.watch()
      })
      session.close()
      if ('value' in outcome && !session.failure) await commit(session)
      else await session.control('rollback').catch(() => {})
      return session.failure ? afterFailure(session, outcome, careful) : outcome
    } finally {
      this.#writers.give(pooled, session.lost)
    }
  }
}

const afterFailure = <T>(session: WritingSession, outcome: Outcome<T>, careful: boolean): Outcome<T> => {
  const { error } = session.failure!
  if (isPassing(error)) return { error, retry: 'soon' }
  if (error instanceof OutOfOrder) return { error }
  if (session.lost) return { error }
  // The callback handled the error or continued. With savepoints the outcome is that of other stores.
  if (!careful && ('value' in outcome || session.continuedAfterFailure)) return { error, retry: 'carefully' }
  return 'error' in outcome ? outcome : { error }
}

const commit = async (session: WritingSession): Promise<void> => {
  await session.control('commit').then(
    (done) => {
      // The last statement may have been a lock that nothing awaited, and that failed.
      if (done !== 'COMMIT') session.fail(new Error(`The database answered COMMIT with ${done}.`))
    },
    (error: unknown) => {
      if (error instanceof StoreUnavailable) error.outcomeUnknown = true
    },
  )
}

/** Waits a random time, so that conflicting transactions don't collide again. */
const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * 2 ** Math.min(attempt, 6)))
