import pg from 'pg'
import { unavailable } from './errors.ts'

/** Oids of what differs from node-postgres' own reading. */
const INT8 = 20

// Whole numbers are at most 2^53 here (`columns.ts`), and a count of rows is too.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/** How long a connection may take, and how long a lock: longer than any transaction of ours. */
const CONNECT_MS = 5_000
const LOCK_MS = 10_000
/** A snapshot that nobody reads on holds up PostgreSQL's cleaning: its process is gone. */
const IDLE_MS = 5 * 60_000
/** Rare lists leave prepared statements behind; a connection with so many is replaced. */
const MAX_STATEMENTS = 1_500

/** A connection with the names of the statements that it has prepared. */
export interface PooledClient {
  client: pg.PoolClient
  prepared: Set<string>
}

/** Connections to one database, opened when they are needed, and again after the database was away. */
export class Pool {
  readonly #pool: pg.Pool
  readonly #prepared = new WeakMap<pg.PoolClient, Set<string>>()

  constructor(url: string, max: number, settings: Readonly<Record<string, string>> = {}) {
    const all = {
      lock_timeout: String(LOCK_MS),
      idle_in_transaction_session_timeout: String(IDLE_MS),
      ...settings,
    }
    const set = Object.entries(all).map(([name, value]) => `set ${name} = '${value}'`)
    this.#pool = new pg.Pool({
      connectionString: url,
      max,
      types,
      // A transaction's beginning and its locks travel with its first statement.
      pipeline: true,
      keepAlive: true,
      application_name: 'lettershop',
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: 30_000,
      onConnect: (client: pg.ClientBase) => client.query(set.join('; ')),
    } as pg.PoolConfig)
    // Whoever uses a connection that is lost is told by its statement; an idle one is replaced. Without listeners
    // either would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async take(): Promise<PooledClient> {
    try {
      const client = await this.#pool.connect()
      let prepared = this.#prepared.get(client)
      if (!prepared) {
        prepared = new Set()
        this.#prepared.set(client, prepared)
      }
      return { client, prepared }
    } catch (error) {
      throw unavailable(error)
    }
  }

  /** `broken`: the connection is not to be used again. */
  give({ client, prepared }: PooledClient, broken: boolean): void {
    client.release(broken || prepared.size > MAX_STATEMENTS)
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
