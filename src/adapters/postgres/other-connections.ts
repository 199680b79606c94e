import { connected } from './connected.ts'

/** Connections that just ended are counted for a moment. */
const patienceMs = 3000
const againMs = 100

/**
 * Counts the other connections of this user to this database, without one of this process: servers of one
 * instance share both. Throws the driver's error where the database cannot be reached.
 */
export const otherConnections = (url: string, ours = 0): Promise<number> =>
  connected(url, async (client) => {
    for (let waitedMs = 0; ; waitedMs += againMs) {
      const { rows } = await client.query(counting, [ours])
      const { count } = rows[0] as { count: number }
      if (count === 0 || waitedMs >= patienceMs) return count
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  })

const counting = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and pid <> $1 and backend_type = 'client backend'`
