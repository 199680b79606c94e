import { postgresMigrations } from '../sql/migrations.ts'
import { connected } from './connected.ts'

/**
 * How servers call themselves to the database: by the last migration that they know. Earlier versions, which are named
 * `lettershop` only, know none of these names.
 */
export const applicationName = `lettershop ${postgresMigrations().at(-1)?.name.slice(0, 4) ?? '0000'}`

/**
 * Whether servers that do not know a migration, by default this version's last one, are connected, as they are while
 * servers are replaced one after the other. Once this version has migrated the database none of them can start. Servers
 * of an instance share the database's user, so each sees the names of the others.
 */
export const hasEarlierServers = (url: string, migration?: string): Promise<boolean> =>
  connected(url, async (client) => {
    const name = migration === undefined ? applicationName : `lettershop ${migration}`
    const { rows } = await client.query(counting, [name])
    return (rows[0] as { count: number }).count > 0
  })

// Names of one form are compared as text: four figures, and nothing before there were any.
const counting = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend'
    and application_name ~ '^lettershop( [0-9]{4})?$' and application_name < $1`
