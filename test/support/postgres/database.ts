import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, inject } from 'vitest'
import { createPostgresStore, type PostgresStore } from '../../../src/adapters/postgres/store.ts'

/** The address of this run's PostgreSQL, which the first that asks starts. */
const serverUrl = async (): Promise<string> => {
  const socket = connect(inject('postgresBroker'), '127.0.0.1')
  let text = ''
  for await (const chunk of socket) text += chunk
  const { url, error } = JSON.parse(text) as { url?: string; error?: string }
  if (!url) throw new Error(error)
  return url
}

const inServer = async (sql: string): Promise<string> => {
  const url = await serverUrl()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
  return url
}

/** The address of a new, empty database. */
export const newDatabase = async (encoding = 'UTF8'): Promise<string> => {
  const name = `lettershop_${randomBytes(6).toString('hex')}`
  const url = await inServer(`create database ${name} template template0 encoding '${encoding}'`)
  return url.replace(/[^/]*$/, name)
}

export const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Ends every connection to a database, as a server does that goes down. */
export const cutConnections = (url: string): Promise<unknown> =>
  inServer(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`,
  )

const empty = `
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'
    loop execute format('delete from %I', name); end loop;
  end $$`

/** Empty stores for the tests of a file, one database for all of them. */
export const postgresStores = (): (() => Promise<PostgresStore>) => {
  let url: Promise<string> | undefined
  const opened: PostgresStore[] = []
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
  }
  afterEach(closeAll)
  afterAll(closeAll)
  return async () => {
    url ??= newDatabase()
    const store = await createPostgresStore({ url: await url })
    opened.push(store)
    if (opened.length === 1) await query(await url, empty)
    return store
  }
}
