import pg from 'pg'
import {
  type AppliedMigration,
  type MigrationReport,
  type MigrationTarget,
  migrate,
  postgresMigrations,
} from '../sql/migrations.ts'
import { isEnvironmental, isPassing, unavailable } from './errors.ts'

/** Runs `work` on a new connection, then closes it with any locks it holds. Throws the driver's errors. */
export const withConnection = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  // Keep-alive, so that locks end soon after the machine dies, not hours later.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
  // Without a listener, a broken idle connection would end the process. The next statement throws anyway.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Key of the advisory lock for migrations. */
const LOCK = 7_473_552_012

export const migrateDatabase = async (
  url: string,
  migrations = postgresMigrations(),
): Promise<MigrationReport> => {
  try {
    return await withConnection(url, async (client) => {
      await assertUtf8(client)
      await client.query('select pg_advisory_lock($1)', [LOCK])
      return migrate(migrationTarget(client), migrations)
    })
  } catch (error) {
    throw isEnvironmental(error) ? unavailable(error) : error
  }
}

/** Returns the names of the applied migrations, in order. */
export const migrationsOf = (url: string): Promise<string[]> =>
  withConnection(url, async (client) => (await migrationTarget(client).applied()).map(({ name }) => name))

const assertUtf8 = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query('show server_encoding')
  const { server_encoding: encoding } = rows[0] as { server_encoding: string }
  if (encoding !== 'UTF8') {
    throw new Error(
      `The database has the encoding ${encoding}. Create one with encoding 'UTF8' and template template0.`,
    )
  }
}

export const migrationTarget = (client: pg.Client): MigrationTarget => ({
  async applied() {
    const known = await client.query(`select to_regclass('schema_migrations') as name`)
    if ((known.rows[0] as { name: string | null }).name === null) return []
    const applied = await client.query(
      'select name, checksum from schema_migrations order by name collate "C"',
    )
    return applied.rows as AppliedMigration[]
  },

  // A remote database can't be copied from here; operators use `pg_dump`.
  snapshot: async () => undefined,

  async apply(migrations) {
    await client.query('begin')
    try {
      await client.query(`
          create table if not exists schema_migrations (
            name text primary key not null,
            checksum text not null,
            applied_at bigint not null
          )`)
      for (const { name, checksum, sql } of migrations) {
        await client.query(sql)
        const applied = [name, checksum, Date.now()]
        await client.query('insert into schema_migrations values ($1, $2, $3)', applied)
      }
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  },
})

interface DatabaseState {
  migrations: string[]
  /** Whether the database has any table, of any program. */
  hasTables: boolean
}

/** Inspects a database without changing it. Throws the driver's error if it can't be reached. */
export const inspectDatabase = (url: string): Promise<DatabaseState> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_catalog.pg_tables where schemaname = any(current_schemas(false))`,
    )
    const { count } = rows[0] as { count: number }
    const migrations = (await migrationTarget(client).applied()).map(({ name }) => name)
    return { migrations, hasTables: count > 0 }
  })

/** Collects planner statistics, which a newly filled database lacks. Throws the driver's errors. */
export const analyzeDatabase = (url: string): Promise<unknown> =>
  withConnection(url, (client) => client.query('analyze'))

/** Reads a fact of the instance; undefined if it has none. Throws the driver's error. */
export const factOf = (url: string, id: string): Promise<string | undefined> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query('select value from facts where id = $1', [id])
    return (rows[0] as { value: string } | undefined)?.value
  })

/** Key of the advisory lock for opening an instance, different from that for migrations. */
const OPENING_LOCK = 7_473_552_013

/** Maximum wait for the lock: its holder opens in a second or two, but may migrate for longer. */
const lockWaitMs = 10 * 60_000

/**
 * Runs `work` while holding the advisory lock for opening an instance, on any machine. Throws
 * `OpeningLockFailed` if the lock can't be acquired. `work` receives the process id of the connection, and a
 * function that throws once the connection, and with it the lock, is lost.
 */
export const withOpeningLock = async <T>(
  url: string,
  work: (pid: number, assertLock: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  let isOurs = false
  try {
    return await withConnection(url, async (client) => {
      const { rows } = await client.query('select pg_backend_pid() as pid')
      await client.query(`set lock_timeout = ${lockWaitMs}`)
      await client.query('select pg_advisory_lock($1)', [OPENING_LOCK])
      isOurs = true
      return work((rows[0] as { pid: number }).pid, async () => void (await client.query('select 1')))
    })
  } catch (error) {
    throw isOurs ? error : new OpeningLockFailed(error)
  }
}

/** The lock could not be acquired; `cause` is the driver's error. */
export class OpeningLockFailed extends Error {
  /** True if another process held the lock for too long. */
  readonly isTaken: boolean

  constructor(cause: unknown) {
    super('The lock for opening the instance could not be acquired.', { cause })
    this.isTaken = isPassing(cause)
  }
}

/** How long to wait for the end of connections that are being closed. */
const closingPatienceMs = 3000
const againMs = 100

/**
 * Counts the other connections of this user to this database, except process id `ours`. The servers of an
 * instance share both. Throws the driver's error if the database can't be reached.
 */
export const otherConnections = (url: string, ours = 0): Promise<number> =>
  withConnection(url, async (client) => {
    for (let waitedMs = 0; ; waitedMs += againMs) {
      const { rows } = await client.query(counting, [ours])
      const { count } = rows[0] as { count: number }
      if (count === 0 || waitedMs >= closingPatienceMs) return count
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  })

const counting = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and pid <> $1 and backend_type = 'client backend'`

/** Names the last migration that this version knows. Earlier versions connect as `lettershop` only. */
export const applicationName = `lettershop ${postgresMigrations().at(-1)?.name.slice(0, 4) ?? '0000'}`

/**
 * Whether servers that don't know a migration (by default this version's last one) are connected, as during a
 * rolling upgrade. Once this version has migrated the database, none of them can start. The servers of an
 * instance share the database user, so each sees the names of the others.
 */
export const hasEarlierServers = (url: string, migration?: string): Promise<boolean> =>
  withConnection(url, async (client) => {
    const name = migration === undefined ? applicationName : `lettershop ${migration}`
    const { rows } = await client.query(earlierServersSql, [name])
    return (rows[0] as { count: number }).count > 0
  })

// Names with four digits, or none in the earliest versions, compare correctly as text.
const earlierServersSql = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend'
    and application_name ~ '^lettershop( [0-9]{4})?$' and application_name < $1`
