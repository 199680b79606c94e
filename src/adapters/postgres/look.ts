import { connected } from './connected.ts'
import { migrationTarget } from './migration-target.ts'

/** A database as it is, before anything opens and migrates it. */
export interface DatabaseLook {
  /** Names of the migrations that it has, in order. */
  migrations: string[]
  /** Whether it has any table, of whichever program. */
  hasTables: boolean
}

/** Looks at a database without changing it. Throws the driver's error where it cannot be reached. */
export const lookAtDatabase = (url: string): Promise<DatabaseLook> =>
  connected(url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_catalog.pg_tables where schemaname = any(current_schemas(false))`,
    )
    const { count } = rows[0] as { count: number }
    const migrations = (await migrationTarget(client).applied()).map(({ name }) => name)
    return { migrations, hasTables: count > 0 }
  })

/**
 * Collects the statistics that plans are made from, which a database that was just filled has not. Throws the
 * driver's error.
 */
export const analyzeDatabase = (url: string): Promise<unknown> =>
  connected(url, (client) => client.query('analyze'))

/** The value of a fact of the instance; undefined where there is none. Throws the driver's error. */
export const factOf = (url: string, id: string): Promise<string | undefined> =>
  connected(url, async (client) => {
    const { rows } = await client.query('select value from facts where id = $1', [id])
    return (rows[0] as { value: string } | undefined)?.value
  })
