import type pg from 'pg'
import { type AppliedMigration, type MigrationReport, type MigrationTarget, migrate } from '../sql/migrate.ts'
import { postgresMigrations } from '../sql/migrations.ts'
import { connected } from './connected.ts'
import { isEnvironmental, unavailable } from './errors.ts'

/** Key of the advisory lock: while one process migrates, the others wait. */
const LOCK = 7_473_552_012

/** Migrates a database while holding the advisory lock. */
export const migrateDatabase = async (
  url: string,
  migrations = postgresMigrations(),
): Promise<MigrationReport> => {
  try {
    return await connected(url, async (client) => {
      await assertUtf8(client)
      await client.query('select pg_advisory_lock($1)', [LOCK])
      return migrate(migrationTarget(client), migrations)
    })
  } catch (error) {
    throw isEnvironmental(error) ? unavailable(error) : error
  }
}

/** The names of the migrations that a database has, in order. */
export const migrationsOf = (url: string): Promise<string[]> =>
  connected(url, async (client) => (await migrationTarget(client).applied()).map(({ name }) => name))

const assertUtf8 = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query('show server_encoding')
  const { server_encoding: encoding } = rows[0] as { server_encoding: string }
  if (encoding !== 'UTF8') {
    throw new Error(
      `The database keeps text as ${encoding}: make one with encoding 'UTF8' and template template0.`,
    )
  }
}

/** The migration target of a PostgreSQL database. */
export const migrationTarget = (client: pg.Client): MigrationTarget => ({
  async applied() {
    const known = await client.query(`select to_regclass('schema_migrations') as name`)
    if ((known.rows[0] as { name: string | null }).name === null) return []
    const applied = await client.query(
      'select name, checksum from schema_migrations order by name collate "C"',
    )
    return applied.rows as AppliedMigration[]
  },

  // A database on another machine cannot be copied from here; operators use `pg_dump`.
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
