import type { Duplex } from 'node:stream'
import pg from 'pg'
import { StoreBusy } from '../../core/ports/store.ts'
import { applicationName } from './database.ts'
import { unavailable } from './errors.ts'

/** Waiting requests of one party; further ones are refused at once, before they use memory. */
export const maxWaiting = 5_000

/**
 * Turns that one party may hold of `count`. A quarter is enough: the requests of an organisation run one after
 * the other because of its lock, and only the next one has to be ready when one ends.
 */
export const turnsOfOneParty = (count: number): number => Math.max(1, Math.floor(count / 4))

interface Waiting {
  begin(): void
  refuse(error: unknown): void
}

/** The turns and the waiting requests under one name, first come first served. */
interface Party {
  has: number
  waiting: Waiting[]
}

/**
 * Distributes a fixed number of turns. Parties alternate, so that a thousand requests of one organisation
 * delay no other, and no named party has so many turns at once that the others wait for its locks.
 */
export class Turns {
  readonly #atMost: number
  #free: number
  #waiting = 0
  #begun = 0
  /** The party that waits longest for its next turn first. */
  readonly #parties = new Map<string, Party>()

  constructor(count: number) {
    this.#free = count
    this.#atMost = turnsOfOneParty(count)
  }

  get waiting(): number {
    return this.#waiting
  }

  /** How many turns have begun so far. */
  get begun(): number {
    return this.#begun
  }

  /** Resolves when it is the party's turn; `give` ends it. Throws `StoreBusy` where too many wait already. */
  take(name = ''): Promise<void> {
    const party = this.#parties.get(name) ?? { has: 0, waiting: [] }
    this.#parties.set(name, party)
    if (party.waiting.length >= maxWaiting) throw new StoreBusy(`${maxWaiting} transactions wait already.`)
    return new Promise((resolve, reject) => {
      this.#waiting += 1
      party.waiting.push({ begin: resolve, refuse: reject })
      this.#next()
    })
  }

  give(name = ''): void {
    const party = this.#parties.get(name)!
    this.#free += 1
    party.has -= 1
    if (party.has === 0 && party.waiting.length === 0) this.#parties.delete(name)
    this.#next()
  }

  /** Rejects all waiting requests. */
  refuse(error: unknown): void {
    for (const [name, party] of this.#parties) {
      const refused = party.waiting.splice(0)
      this.#waiting -= refused.length
      if (party.has === 0) this.#parties.delete(name)
      for (const one of refused) one.refuse(error)
    }
  }

  #next(): void {
    if (this.#free === 0 || this.#waiting === 0) return
    for (const [name, party] of this.#parties) {
      if (party.waiting.length === 0 || (name !== '' && party.has >= this.#atMost)) continue
      this.#parties.delete(name)
      this.#parties.set(name, party)
      this.#free -= 1
      this.#waiting -= 1
      this.#begun += 1
      party.has += 1
      party.waiting.shift()!.begin()
      return
    }
  }
}

/** Type oids that are read differently from node-postgres' default. */
const INT8 = 20

// Whole numbers are at most 2^53 here (`kernel/table.ts`), and a count of rows is too.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/** Longest time that opening a connection may take. */
const CONNECT_MS = 5_000
/** When no turn has begun for this long, the pool checks whether the database still answers. */
const STILL_MS = 10_000
/**
 * Longest time until a statement is answered, unless a pool has its own: a host that dies without a word, or
 * one flow that is dropped, would be noticed after a quarter of an hour. Longer than any statement takes.
 */
export const longestAnswerMs = 60_000
/** PostgreSQL ends a statement itself so much earlier: what is given up without it would work on there. */
const EARLIER_MS = 3_000
/** Longest wait for a lock: longer than any transaction takes. */
const LOCK_MS = 10_000
/**
 * PostgreSQL ends a transaction that has been idle for this long: its process no longer uses it, and its
 * snapshot delays vacuum.
 */
const IDLE_MS = 5 * 60_000
/** Lists with rare filters leave prepared statements behind; a connection with more than this is replaced. */
const MAX_STATEMENTS = 1_500

/** What the connections of a pool have of their own. */
export interface PoolOptions {
  /** Settings of PostgreSQL for each connection. */
  settings?: Readonly<Record<string, string>>
  /** Longest time in ms until a statement is answered; after it the connection is given up. */
  answerMs?: number
}

/** A connection with the names of the statements that it has prepared. */
export interface PooledClient {
  client: pg.PoolClient
  /** Its socket, as node-postgres names it. */
  stream: Duplex
  prepared: Set<string>
  /** The party that has the connection, usually an organisation; undefined for a request of none. */
  turn: string | undefined
}

/**
 * Connections to one database, opened when they are needed, and again after an outage. Callers wait as long
 * as other callers use the connections: only a database that does not answer is an error.
 */
export class Pool {
  readonly #pool: pg.Pool
  readonly #url: string
  readonly #turns: Turns
  readonly #prepared = new WeakMap<pg.PoolClient, Set<string>>()
  #watch: NodeJS.Timeout | undefined

  constructor(url: string, max: number, { settings = {}, answerMs = longestAnswerMs }: PoolOptions = {}) {
    const all = {
      lock_timeout: String(LOCK_MS),
      statement_timeout: String(answerMs - EARLIER_MS),
      idle_in_transaction_session_timeout: String(IDLE_MS),
      ...settings,
    }
    const set = Object.entries(all).map(([name, value]) => `set ${name} = '${value}'`)
    this.#url = url
    this.#turns = new Turns(max)
    this.#pool = new pg.Pool({
      connectionString: url,
      max,
      types,
      // `begin` and a transaction's locks are sent together with its first statement.
      pipeline: true,
      keepAlive: true,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: answerMs,
      idleTimeoutMillis: 30_000,
      onConnect: (client: pg.ClientBase) => client.query(set.join('; ')),
    } as pg.PoolConfig)
    // The user of a lost connection gets the error from its statement; an idle connection is replaced.
    // Without listeners, either event would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** A connection, when it is the turn of this party (usually an organisation). Throws `StoreUnavailable`. */
  async take(turn?: string): Promise<PooledClient> {
    const begun = this.#turns.take(turn)
    this.#watch ??= this.#turns.waiting > 0 ? this.#lookLater() : undefined
    await begun
    try {
      const client = await this.#pool.connect()
      let prepared = this.#prepared.get(client)
      if (!prepared) {
        prepared = new Set()
        this.#prepared.set(client, prepared)
      }
      return { client, stream: streamOf(client), prepared, turn }
    } catch (error) {
      const reason = unavailable(error)
      // There is no connection left to wait for, so all callers are refused at once.
      if (this.#pool.totalCount === 0) this.#turns.refuse(reason)
      this.#turns.give(turn)
      throw reason
    }
  }

  /** Gives a connection back and ends the turn. One that is `broken` is closed instead of used again. */
  give({ client, prepared, turn }: PooledClient, broken: boolean): void {
    client.release(broken || prepared.size > MAX_STATEMENTS)
    this.#turns.give(turn)
  }

  close(): Promise<void> {
    clearTimeout(this.#watch)
    return this.#pool.end()
  }

  /**
   * A statement that is never answered keeps its turn; this check tells the waiting callers in time that the
   * database is unavailable.
   */
  #lookLater(): NodeJS.Timeout {
    const { begun } = this.#turns
    const look = async () => {
      if (this.#turns.begun === begun)
        await answers(this.#url).catch((error) => this.#turns.refuse(unavailable(error)))
      this.#watch = this.#turns.waiting > 0 ? this.#lookLater() : undefined
    }
    return setTimeout(() => void look(), STILL_MS).unref()
  }
}

/** node-postgres has it, and its types do not. */
const streamOf = (client: pg.PoolClient): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

/** Opens a new connection and closes it. Throws where that fails. */
const answers = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  await client.connect()
  void client.end().catch(() => {})
}
