import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Pool } from '../../src/adapters/postgres/pool.ts'
import { StoreUnavailable } from '../../src/core/ports/store.ts'
import { newDatabase } from '../support/postgres/database.ts'

const url = await newDatabase()
afterEach(() => void vi.useRealTimers())

/** A pool of one connection, which is taken, and a caller that waits for it. */
const crowded = async (address = url) => {
  const pool = new Pool(address, 1)
  const taken = await pool.take()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return { pool, taken, waiting: pool.take() }
}

/** The database behind a line that can be cut. */
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
  test('waits as long as others use it: that is no fault of the database', async () => {
    const { pool, taken, waiting } = await crowded()
    // Longer than a connection may take to open.
    await vi.advanceTimersByTimeAsync(9_000)
    vi.useRealTimers()
    pool.give(taken, false)
    pool.give(await waiting, false)
    await pool.close()
  })

  test('is told that the database is away where the one before never gets an answer', async () => {
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
