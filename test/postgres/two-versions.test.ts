import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { lettershop, lettershopJson, newKey, type ServerProcess, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { isInHistory, programAt, withProgram } from '../support/other-program.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { zoe } from '../support/recipients.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// The last version's answers are not recorded, because this version's document does not describe them.
vi.mock('../support/recorder.ts', () => ({ record: () => {} }))

/** The last released version, whose sources are in the history. */
const released = { version: '0.2.0', revision: 'bf2a66b7' }

const folder = temporaryFolder()
const servers: ServerProcess[] = []
const endings: (() => unknown)[] = []
afterAll(async () => {
  await Promise.all(servers.map(({ end }) => end('SIGKILL')))
  for (const end of endings) end()
})

/** Starts a webhook receiver, which records the ids of the events in the order of their arrival. */
const startReceiver = async () => {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(JSON.parse(body).id)
    response.end()
  }).listen(0, '127.0.0.1')
  endings.push(() => server.close())
  await vi.waitUntil(() => server.listening)
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/** Starts a server of the last version and sets up an organisation with a test key. */
const openShop = async (program: string) => {
  const database = await newDatabase()
  const env = {
    LETTERSHOP_DATABASE: database,
    LETTERSHOP_DATA: join(folder, 'data'),
    LETTERSHOP_ALLOW_INSECURE_WEBHOOKS: 'true',
  }
  const set = await withProgram(program, async () => {
    servers.push(await startServerProcess([], env))
    const { id } = await lettershopJson(['org', 'create', '--name', 'Shared'], env)
    const { postflows } = await lettershopJson(['seed', '--org', id], env)
    return { organisationId: id, postflows, key: await newKey(id, 'test', [], env) }
  })
  const postflowId = set.postflows.find(({ mode }: { mode: string }) => mode === 'test').id
  const send = async (server: ServerProcess, method: string, path: string, body?: unknown) => {
    const answer = await request(server.url + path, {
      method,
      headers: { authorization: `Bearer ${set.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  let created = 0
  return {
    env,
    organisationId: set.organisationId,
    send,
    create(server: ServerProcess) {
      const recipient = { ...zoe, houseNumber: String(++created) }
      return send(server, 'POST', '/v1/items', { postflowId, recipient, data: { firstName: 'Zoë' } })
    },
    async ids(server: ServerProcess): Promise<string[]> {
      const { data } = await send(server, 'GET', '/v1/items?limit=50')
      return data.map(({ id }: { id: string }) => id)
    },
    /** Advances the test clock, and waits: work of more than two seconds continues after the response. */
    async advance(server: ServerProcess, by: object): Promise<void> {
      await send(server, 'POST', '/v1/developers/test-clock/advance', by)
      const hasArrived = async () =>
        (await send(server, 'GET', '/v1/developers/test-clock')).advancingTo === null
      await vi.waitUntil(hasArrived, { timeout: 100_000 })
    },
    statuses: async () => {
      const rows = await query(database, 'select status, count(*)::int from items group by status')
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    },
    deliveries: () => query(database, 'select "eventId" from webhook_deliveries'),
  }
}

test.runIf(isInHistory(released.revision))(
  `servers of ${released.version} and of this version work on one database, until the older one is stopped`,
  async () => {
    const shop = await openShop(programAt(released.revision, join(folder, 'released')))
    const [older] = servers as [ServerProcess]
    const receiver = await startReceiver()
    await shop.send(older, 'POST', '/v1/webhooks', { url: receiver.url, events: ['*'] })
    for (const _ of [1, 2, 3]) await shop.create(older)

    const newer = await startServerProcess([], shop.env)
    servers.push(newer)
    const both = [older, newer]
    await Promise.all(Array.from({ length: 20 }, (_, index) => shop.create(both[index % 2]!)))
    const ids = await shop.ids(newer)
    expect(ids).toHaveLength(23)
    expect(await shop.ids(older)).toEqual(ids)
    // Each server respects the entries that the other adds to the suppression list.
    for (const [index, writer] of both.entries()) {
      const recipient = { ...zoe, name: 'Mevr. Z. Müller', houseNumber: String(900 + index) }
      const entry = { recipient, reason: 'opt_out', matchName: true }
      await shop.send(writer, 'POST', '/v1/suppressions', entry)
      for (const reader of both) {
        const checked = await shop.send(reader, 'POST', '/v1/suppressions/check', { recipient })
        expect(checked.suppressed, `entry ${index}`).toBe(true)
      }
    }
    await shop.send(older, 'POST', `/v1/items/${ids[0]}/cancel`)
    await shop.send(newer, 'POST', `/v1/items/${ids[1]}/cancel`)
    // Each server closes a run with items that both created.
    for (const server of both) {
      await shop.advance(server, { to: 'next-cutoff' })
      for (const maker of both) await shop.create(maker)
    }
    const { code, stderr } = await older.end()
    expect({ code, faults: stderr.match(/"level":"(?:warn|error)".*/g) }).toEqual({ code: 0, faults: null })

    await shop.create(newer)
    await shop.advance(newer, { by: 'P30D' })
    expect(await shop.statuses()).toEqual({ COMPLETED: 26, CANCELLED: 2 })
    const deliveries = await shop.deliveries()
    await vi.waitUntil(() => receiver.received.length >= deliveries.length, { timeout: 100_000 })
    expect(receiver.received.toSorted()).toEqual(deliveries.map(({ eventId }) => eventId).toSorted())
    const check = ['analytics', 'rebuild', '--check', '--org', shop.organisationId]
    expect(await lettershop(check, shop.env)).toMatchObject({ code: 0 })
    expect(await newer.end()).toMatchObject({ code: 0 })
  },
  300_000,
)
