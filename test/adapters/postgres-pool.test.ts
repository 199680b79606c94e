import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isEnvironmental } from '../../src/adapters/postgres/errors.ts'
import { Pool } from '../../src/adapters/postgres/pool.ts'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { everyone, StoreBusy, StoreUnavailable } from '../../src/core/ports/store.ts'
import { migratedDatabase, newDatabase, query } from '../support/postgres/database.ts'

const url = await newDatabase()
afterEach(() => void vi.useRealTimers())

/** A pool with one connection, which is in use, and a waiting caller. */
const crowded = async (address = url) => {
  const pool = new Pool(address, 1)
  const taken = await pool.take()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return { pool, taken, waiting: pool.take() }
}

/** Returns the address of a proxy to the database that can be cut. */
const lineTo = async (address: string) => {
  const { hostname, port } = new URL(address)
  const sockets = new Set<Socket>()
  const line = createServer((here) => {
    const there = connect(Number(port), hostname)
    for (const socket of [here, there]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    here.pipe(there).pipe(here)
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  const own = new URL(address)
  own.port = String((line.address() as AddressInfo).port)
  const end = () => {
    for (const socket of sockets) socket.destroy()
    line.close()
  }
  onTestFinished(end)
  return {
    url: own.href,
    end,
    /** Drops all traffic without closing the connections. */
    cut() {
      line.close()
      for (const socket of sockets) socket.unpipe()
    },
  }
}

describe('a caller that waits for a connection', () => {
  test('waits while others use it, which is not an error', async () => {
    const { pool, taken, waiting } = await crowded()
    // Longer than a connection may take to open.
    await vi.advanceTimersByTimeAsync(9_000)
    vi.useRealTimers()
    pool.give(taken, false)
    pool.give(await waiting, false)
    await pool.close()
  })

  test('fails as unavailable if the previous statement never completes', async () => {
    const line = await lineTo(url)
    const { pool, taken, waiting } = await crowded(line.url)
    const lost = taken.client.query('select 1').then(
      () => 'answered',
      () => 'lost',
    )
    line.cut()
    const refused = expect(waiting).rejects.toThrow(StoreUnavailable)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await refused
    line.end()
    expect(await lost).toBe('lost')
    pool.give(taken, true)
    await pool.close()
  })
})

describe('a caller whose statement is never answered', () => {
  test('fails after a minute', async () => {
    const line = await lineTo(url)
    const pool = new Pool(line.url, 1)
    const taken = await pool.take()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    line.cut()
    let reported: unknown
    const query = taken.client.query('select 1').catch((error: unknown) => {
      reported = error
    })
    await vi.advanceTimersByTimeAsync(59_000)
    expect(reported).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    await query
    expect(isEnvironmental(reported)).toBe(true)
    pool.give(taken, true)
    await pool.close()
  })

  test('fails after fifteen seconds if all requests wait for it, with those behind it', async () => {
    const line = await lineTo(await migratedDatabase())
    const store = await createPostgresStore({ url: line.url, connections: 1 })
    const hit = () => store.rateCounter.hit('anna', 5, 0)
    await hit()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    line.cut()
    const refused = [hit(), hit()].map((one) => expect(one).rejects.toThrow(StoreUnavailable))
    await vi.advanceTimersByTimeAsync(15_000)
    vi.useRealTimers()
    await Promise.all(refused)
    line.end()
    await store.close()
  })
})

describe('a read', () => {
  test('gets `StoreBusy` if its statement times out, and the server stays ready', async () => {
    const address = await migratedDatabase()
    const store = await createPostgresStore({ url: address, connections: 1 })
    const limits = await query(
      address,
      `select name, setting from pg_settings where name = 'statement_timeout'`,
    )
    // The database has no timeout; only connections of the pools set one.
    expect(limits).toEqual([{ name: 'statement_timeout', setting: '0' }])
    await query(
      address,
      `create function late() returns text language plpgsql as $$
         begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$;
       alter table "facts" rename to "facts_kept";
       create view "facts" as select "id", late() as "value" from (select current_setting('statement_timeout') as "id") as one`,
    )
    const error = await store.read((rows) => rows.facts.find(everyone, {})).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StoreBusy)
    await query(
      address,
      `drop view "facts"; create view "facts" as select 'a' as "id", current_setting('statement_timeout') as "value"`,
    )
    expect(await store.read((rows) => rows.facts.find(everyone, {}))).toEqual([{ id: 'a', value: '57s' }])
    await store.close()
  })

  test('gets `StoreBusy` if a lock was held for too long, and its connection is reused', async () => {
    const address = await migratedDatabase()
    const store = await createPostgresStore({ url: address, connections: 1 })
    // Simulates a lock that an upgrade holds for longer than ten seconds.
    await query(
      address,
      `create function refused() returns text language plpgsql as $$
         begin raise exception 'canceling statement due to lock timeout' using errcode = '55P03'; end $$;
       alter table "facts" rename to "facts_kept";
       create view "facts" as select "id", refused() as "value" from (select 'a' as "id") as one`,
    )
    const both = store.read((rows) =>
      // Both are sent at once, and the second is refused with the first, before it is prepared.
      Promise.all([rows.facts.find(everyone, {}), rows.products.find(everyone, {})]),
    )
    const next = store.read((rows) => rows.products.find(everyone, {}))
    await expect(both).rejects.toThrow(StoreBusy)
    expect(await next).toEqual([])
    await store.close()
  })
})
