import type pg from 'pg'
import type { Table } from '../../core/kernel/table.ts'
import { tables } from '../../core/model/index.ts'
import { partitioned, partitionsOf } from '../sql/partitions.ts'
import { connected, migrateDatabase } from './database.ts'
import { isEnvironmental, unavailable } from './errors.ts'

const described = Object.values(tables) as unknown as Table[]
/** The tables that grow with the mail of an organisation. */
export const growing = described.filter(({ name }) => (partitioned as readonly string[]).includes(name))

/**
 * Gives an empty database the schema with partitions by organisation, and leaves one that has them as it is.
 * Throws `HasRows` where there is an instance already: its tables would have to be copied.
 */
export const partitionDatabase = async (url: string, count: number, which = growing): Promise<void> => {
  await migrateDatabase(url)
  try {
    await connected(url, (client) => partition(client, count, which))
  } catch (error) {
    throw isEnvironmental(error) ? unavailable(error) : error
  }
}

/** In a transaction that ends with the connection where it is not committed. */
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

/** A database with rows gets no partitions. */
export class HasRows extends Error {
  constructor(table: string) {
    super(`The database has rows already (${table}): partitions are made in an empty one.`)
    this.name = 'HasRows'
  }
}
