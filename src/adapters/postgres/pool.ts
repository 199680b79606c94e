import type { Duplex } from 'node:stream'
import pg from 'pg'
import { StoreBusy } from '../../core/ports/store.ts'
import { applicationName } from './database.ts'
import { unavailable } from './errors.ts'

/** Maximum waiting requests of a party. Further ones are refused before they use memory. */
export const maxWaiting = 5_000

/** Returns a quarter, which is enough: an organisation's lock serialises its requests anyway. */
export const maxTurnsOfParty = (count: number): number => Math.max(1, Math.floor(count / 4))

interface Waiting {
  begin(): void
  refuse(error: unknown): void
}

/** Active and waiting requests of a party, first come, first served. */
interface Party {
  has: number
  waiting: Waiting[]
}

/**
 * A fair semaphore. Parties take turns, so that a thousand requests of one organisation delay no other, and
 * no named party holds so many turns that others wait for its locks.
 */
export class FairSemaphore {
  readonly #atMost: number
  #free: number
  #waiting = 0
  #begun = 0
  /** Active and waiting parties by name, in the order of their next turn. */
  readonly #parties = new Map<string, Party>()

  constructor(count: number) {
    this.#free = count
    this.#atMost = maxTurnsOfParty(count)
  }

  get waiting(): number {
    return this.#waiting
  }

  get begun(): number {
    return this.#begun
  }

  /** Resolves when the party may begin; call `give` afterwards. Throws `StoreBusy` if too many wait. */
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

/** The oid of `bigint`, which node-postgres reads as a string by default. */
const INT8 = 20

// Integers, and counts of rows, are below 2^53 (`kernel/table.ts`).
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/** Maximum time for opening a connection. */
const CONNECT_MS = 5_000
/** If callers wait and no turn begins for this long, the pool checks whether the database responds. */
const STILL_MS = 10_000
/**
 * Default timeout of statements, longer than any takes. Without it, a host that dies silently or a dropped
 * flow would be noticed only after a quarter of an hour.
 */
export const longestAnswerMs = 60_000
/** PostgreSQL's own statement timeout is shorter by this, or abandoned statements would continue there. */
const EARLIER_MS = 3_000
/** Maximum wait for a lock, longer than any transaction takes. */
const LOCK_MS = 10_000
/** Ends transactions idle for so long: their process is gone, and their snapshots delay vacuum. */
const IDLE_MS = 5 * 60_000
/** Lists with rare filters accumulate prepared statements; a connection with more than this is replaced. */
const MAX_STATEMENTS = 1_500

interface PoolOptions {
  /** Settings of PostgreSQL for each connection. */
  settings?: Readonly<Record<string, string>>
  /** Timeout of a statement in ms, after which the connection is abandoned. */
  answerMs?: number
}

/** A connection with the names of its prepared statements. */
export interface PooledClient {
  client: pg.PoolClient
  /** Its socket, as node-postgres names it. */
  stream: Duplex
  prepared: Set<string>
  /** The party that uses the connection, usually an organisation; undefined if there is none. */
  turn: string | undefined
}

/** Reopens connections after outages. Callers wait while all are busy, unless the database is down. */
export class Pool {
  readonly #pool: pg.Pool
  readonly #url: string
  readonly #turns: FairSemaphore
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
    this.#turns = new FairSemaphore(max)
    this.#pool = new pg.Pool({
      connectionString: url,
      max,
      types,
      // Sends `begin` and locks together with the first statement.
      pipeline: true,
      keepAlive: true,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: answerMs,
      idleTimeoutMillis: 30_000,
      onConnect: (client: pg.ClientBase) => client.query(set.join('; ')),
    } as pg.PoolConfig)
    // A statement reports its lost connection; idle connections are replaced. Without listeners, either event
    // would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** Waits for the party's turn and returns a connection. Throws `StoreUnavailable` or `StoreBusy`. */
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
      // No connection is left to wait for, so all waiting callers fail now.
      if (this.#pool.totalCount === 0) this.#turns.refuse(reason)
      this.#turns.give(turn)
      throw reason
    }
  }

  /** Takes back a connection and ends the turn. Closes it if `broken` or with too many statements. */
  give({ client, prepared, turn }: PooledClient, broken: boolean): void {
    client.release(broken || prepared.size > MAX_STATEMENTS)
    this.#turns.give(turn)
  }

  close(): Promise<void> {
    clearTimeout(this.#watch)
    return this.#pool.end()
  }

  /** Schedules a check that fails waiting callers if the database is down: hung statements keep turns. */
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

/** Returns the socket, which the types of node-postgres lack. */
const streamOf = (client: pg.PoolClient): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

const answers = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  await client.connect()
  void client.end().catch(() => {})
}
