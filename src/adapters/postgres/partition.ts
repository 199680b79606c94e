import type pg from 'pg'
import type { Table } from '../../core/kernel/table.ts'
import { tables } from '../../core/model/index.ts'
import { partitioned, partitionsOf } from '../sql/partitions.ts'
import { migrateDatabase, withConnection } from './database.ts'
import { isEnvironmental, unavailable } from './errors.ts'

const described = Object.values(tables) as unknown as Table[]
/** Tables that grow with an organisation's volume of mail. */
export const growing = described.filter(({ name }) => (partitioned as readonly string[]).includes(name))

/**
 * Migrates an empty database and partitions its tables, unless they are already partitioned. Throws `HasRows`
 * if there are rows, which would have to be copied, `StoreUnavailable` if the database can't be reached.
 */
export const partitionDatabase = async (url: string, count: number, which = growing): Promise<void> => {
  await migrateDatabase(url)
  try {
    await withConnection(url, (client) => partition(client, count, which))
  } catch (error) {
    throw isEnvironmental(error) ? unavailable(error) : error
  }
}

/** Runs in a transaction, which is rolled back with the connection unless committed. */
const partition = async (client: pg.Client, count: number, which: readonly Table[]): Promise<void> => {
  await client.query('begin')
  const names = which.map(({ name }) => name)
  const kinds = await client.query(
    `select relname, relkind from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)`,
    [names],
  )
  const whole = new Set(
    (kinds.rows as { relname: string; relkind: string }[]).flatMap(({ relname, relkind }) =>
      relkind === 'r' ? [relname] : [],
    ),
  )
  const left = which.filter(({ name }) => whole.has(name))
  for (const { name } of left) {
    const { rows } = await client.query(`select exists (select from "${name}") as "hasRows"`)
    if ((rows[0] as { hasRows: boolean }).hasRows) throw new HasRows(name)
  }
  if (left.length > 0) await client.query(partitionsOf(left, count))
  await client.query('commit')
}

/** The database has rows, so it can't be partitioned. */
export class HasRows extends Error {
  constructor(table: string) {
    super(`The database already has rows (${table}). Only an empty database can be partitioned.`)
    this.name = 'HasRows'
  }
}
