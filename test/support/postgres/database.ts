import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, inject } from 'vitest'
import { createPostgresStore, type PostgresStore } from '../../../src/adapters/postgres/store.ts'
import type { RateCounter } from '../../../src/core/ports/rate-limit-counter.ts'
import type { Store } from '../../../src/core/ports/store.ts'
import { templateName } from './broker.ts'

/** Returns the URL of this run's PostgreSQL; the first call starts it. */
const serverUrl = async (): Promise<string> => {
  const socket = connect(inject('postgresBroker'), '127.0.0.1')
  let text = ''
  for await (const chunk of socket) text += chunk
  const { url, error } = JSON.parse(text) as { url?: string; error?: string }
  if (!url) throw new Error(error)
  return url
}

const newName = (): string => `lettershop_${randomBytes(6).toString('hex')}`
const nameOf = (url: string): string => new URL(url).pathname.slice(1)

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

/** Returns the URL of a new, empty database. */
export const newDatabase = async (encoding = 'UTF8'): Promise<string> => {
  const name = newName()
  const url = await inServer(`create database ${name} template template0 encoding '${encoding}'`)
  return url.replace(/[^/]*$/, name)
}

/**
 * Copies a database, as if from a dump, and returns the URL of the copy. The original must have no open
 * connections.
 */
export const copyOfDatabase = async (url: string): Promise<string> => {
  const name = newName()
  await inServer(`create database ${name} template ${nameOf(url)}`)
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

/** Ends every connection to a database, as a server that shuts down does. */
export const cutConnections = (url: string): Promise<unknown> =>
  inServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(url)}'`)

/** Returns the URL of a database with the schema and no rows. */
export const migratedDatabase = async (): Promise<string> => {
  const name = newName()
  const url = await inServer(`create database ${name} template ${templateName}`)
  return url.replace(/[^/]*$/, name)
}

/**
 * Empties all tables. Most tests write to few of them. Tables that have grown are truncated, because later
 * tests would read all of their pages.
 */
const empty = `
  do $$ declare name text; size bigint; begin
    for name, size in
      select relname, pg_relation_size(oid) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
    loop
      if size > 256 * 1024 then execute format('truncate %I', name);
      elsif size > 0 then execute format('delete from %I', name); end if;
    end loop;
  end $$`

/** One connection for each database to be emptied: opening a new one would take longer than emptying it. */
const wipers = new Map<string, pg.Client>()

const wipe = async (url: string): Promise<void> => {
  let client = wipers.get(url)
  if (!client) {
    client = new pg.Client({ connectionString: url })
    // A test may cut every connection of its database.
    client.on('error', () => wipers.delete(url))
    wipers.set(url, client)
    await client.connect()
  }
  await client.query(empty)
}

interface Opened {
  url: string
  store: PostgresStore
  /** The underlying store, if it can be reused by another test. */
  kept?: PostgresStore
  /** Separates the rate counts of tests. A second store on the same database has the same number. */
  lending: number
}

const opened: Opened[] = []
/** Empty databases left by tests, with their stores, whose connections keep prepared statements. */
const emptied: { url: string; kept: PostgresStore }[] = []
/**
 * Maximum number of empty databases that a worker keeps. Each has several connections, and all workers share
 * the server's limit.
 */
const keptAtMost = 24
/** Number of stores opened before the current test. */
let before = 0

const newStore = (url: string): Promise<PostgresStore> =>
  createPostgresStore({ url, connections: 4, strict: true })

/**
 * Returns a counter with separate keys for each loan, because tests use the same ids and the store's counter
 * remembers refused callers.
 */
const countingFor = (lending: number, { rateCounter }: PostgresStore): RateCounter => ({
  hit: (key, ...args) => rateCounter.hit(`${lending}|${key}`, ...args),
})
let lendings = 0

/**
 * Returns a store for one test. Closing it waits for running calls and refuses later ones, but keeps the
 * connections of `kept`.
 */
const lent = (kept: PostgresStore, lending: number): PostgresStore => {
  const counter = countingFor(lending, kept)
  const running = new Set<Promise<unknown>>()
  let isClosed = false
  const during = async <T>(call: () => T | Promise<T>): Promise<T> => {
    if (isClosed) throw new Error('The store is closed.')
    const run = Promise.resolve(call())
    running.add(run)
    return run.finally(() => running.delete(run))
  }
  return {
    ...kept,
    rateCounter: { hit: (...args) => during(() => counter.hit(...args)) },
    read: (body) => during(() => kept.read(body)),
    write: (body, options) => during(() => kept.write(body, options)),
    async close() {
      isClosed = true
      await Promise.allSettled(running)
    },
  }
}

/** Opens a store for a test; it is closed with the test, or with the file that opened it (`set-up.ts`). */
export const openTestDatabase = async (): Promise<PostgresStore> => {
  let free = emptied.pop()
  if (!free) {
    const url = await migratedDatabase()
    free = { url, kept: await newStore(url) }
  }
  const lending = ++lendings
  const store = lent(free.kept, lending)
  opened.push({ ...free, store, lending })
  return store
}

/** Marks the start of a test, which owns everything opened from then on. */
export const beginTest = (): void => {
  before = opened.length
}

/** Ends a test; other tests may reuse its databases, which is far cheaper than creating new ones. */
export const endTest = async (): Promise<void> => {
  const own = opened.splice(before)
  await Promise.all(own.map(({ store }) => store.close()))
  for (const { url, kept } of own) {
    if (!kept) continue
    if (emptied.length < keptAtMost) {
      await wipe(url)
      emptied.push({ url, kept })
    } else {
      await kept.close()
      await wipers.get(url)?.end()
      wipers.delete(url)
    }
  }
}

/** Refuses connections to a database and ends the open ones, or allows connections again. */
export const allowConnections = async (url: string, allowed: boolean): Promise<void> => {
  await inServer(`alter database ${nameOf(url)} allow_connections ${allowed}`)
  if (!allowed) await cutConnections(url)
}

/** Opens the store of another server on the same database. */
export const openSecondStore = async (store: Store): Promise<PostgresStore> => {
  const { url, lending } = opened.find((one) => one.store === store)!
  const own = await newStore(url)
  const shared = { ...own, rateCounter: countingFor(lending, own) }
  opened.push({ url, store: shared, lending })
  return shared
}

/** Returns the URL of a store's database. */
export const addressOf = (store: Store): string => opened.find((one) => one.store === store)!.url

/** Ends a test file whose worker runs others afterwards (`set-up.ts`), which may reuse its databases. */
export const leaveTestDatabases = async (): Promise<void> => {
  before = 0
  await endTest()
}

/** Ends a test file with its own worker (`set-up-apart.ts`), and drops its databases. */
export const dropTestDatabases = async (): Promise<void> => {
  await Promise.all(opened.map(({ store }) => store.close()))
  await Promise.all([...wipers.values()].map((client) => client.end()))
  wipers.clear()
  const left = [...opened.splice(0), ...emptied.splice(0)]
  await Promise.all(left.map(({ kept }) => kept?.close()))
  const names = [...new Set(left.map(({ url }) => nameOf(url)))]
  // Databases are dropped concurrently, because each drop needs a checkpoint, which concurrent ones share.
  const lane = async () => {
    for (let name = names.pop(); name; name = names.pop()) {
      await inServer(`drop database if exists ${name} with (force)`)
    }
  }
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(lane))
}

/**
 * Returns a function that opens stores for the tests of a file. They share one database, which the first
 * store of each test empties.
 */
export const postgresStores = (): (() => Promise<PostgresStore>) => {
  let url: Promise<string> | undefined
  const stores: PostgresStore[] = []
  const closeAll = async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
  }
  afterEach(closeAll)
  afterAll(closeAll)
  return async () => {
    url ??= migratedDatabase()
    const store = await createPostgresStore({ url: await url })
    stores.push(store)
    if (stores.length === 1) await wipe(await url)
    return store
  }
}
