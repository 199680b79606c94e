import { unavailable } from './errors.ts'
import type { Pool } from './pool.ts'

/**
 * The small tables of a database with partitions that say which organisation has what is unique among all
 * (`onceTable`); none where tables are whole. Throws `StoreUnavailable`.
 */
export const onceTablesOf = async (pool: Pool): Promise<ReadonlySet<string>> => {
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
