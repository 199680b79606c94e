import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createContention, writes } from '../support/postgres/contention.ts'
import { addressOf, query } from '../support/postgres/database.ts'
import { callCore, createTestShop, type TestCall } from '../support/shop.ts'

test('three servers write for eight organisations without deadlocks or refusals', async () => {
  const { shop, servers, senders } = await createContention()
  const clients = servers.flatMap((server, at) => {
    const call = async (operation: string, given: TestCall) => {
      const answer = await callCore(server.core, operation, given)
      if (answer.status >= 400) throw new Error(`${operation}: ${JSON.stringify(answer.body)}`)
      return answer
    }
    // Each server visits the organisations in another order.
    const order = at === 1 ? senders.toReversed() : [...senders.slice(3 * at), ...senders.slice(0, 3 * at)]
    return order.map(async (sender) => {
      await writes(call, server, sender, at)
    })
  })
  let written = false
  const machinery = servers.map(async ({ core }) => {
    while (!written) {
      await core.services.requestLog.flush()
      await Promise.all([core.scheduler.tick(), core.webhooks.pump()])
    }
    await core.webhooks.settle()
  })
  const ended = await Promise.allSettled(clients)
  written = true
  await Promise.all(machinery)
  // Cutoffs, hand-over, invoices and retention of all organisations, on all servers at once.
  shop.clock.advance(40 * 24 * 3_600_000)
  await Promise.all(servers.map(({ core }) => core.scheduler.tick()))
  expect(ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([])
  expect(shop.logged).toEqual([])
  const address = addressOf(shop.services.store)
  // PostgreSQL updates its counters when a connection ends.
  await Promise.all(servers.map(({ core }) => core.services.store.close()))
  expect(
    await query(address, `select deadlocks::int from pg_stat_database where datname = current_database()`),
  ).toEqual([{ deadlocks: 0 }])
})

test('requests that wait for one organisation do not block others, and the server stays ready', async () => {
  const shop = await createTestShop()
  const other = await shop.another()
  const add = (key: string, label: string) =>
    shop.call('advertisingCategories.create', { key, body: { label } })
  const holder = new pg.Client({ connectionString: addressOf(shop.services.store) })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('select 1 from organisations where id = $1 for update', [shop.organisation.id])
  const waiting = Array.from({ length: 64 }, (_, n) => add(shop.keys.live, `Bulbs ${n}`))
  expect(await add(other.keys.live, 'Bread')).toMatchObject({ status: 201 })
  expect((await shop.services.health.look()).unready).toBeUndefined()
  await holder.query('commit')
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(64).fill(201))
})
