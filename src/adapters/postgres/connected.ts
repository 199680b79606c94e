import pg from 'pg'

/**
 * Calls `body` with a connection of its own, which ends with it, and with it the locks that it holds. Throws the
 * driver's error where the database cannot be reached.
 */
export const connected = async <T>(url: string, body: (client: pg.Client) => Promise<T>): Promise<T> => {
  // Kept alive, so that the locks of a long body end with a machine that went away, not hours later.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
  // An idle connection that breaks must not end the process; the next statement throws.
  client.on('error', () => {})
  try {
    await client.connect()
    return await body(client)
  } finally {
    await client.end().catch(() => {})
  }
}
