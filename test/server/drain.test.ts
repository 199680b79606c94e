import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { Core } from '../../src/core/app/index.ts'
import { ListenError, startServer } from '../../src/server/server.ts'
import { request } from '../support/http.ts'
import { createTestShop } from '../support/shop.ts'

/** A core whose calls wait until they are released. */
const slowCore = async () => {
  const { core } = await createTestShop()
  let letGo = () => {}
  let arrived = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const slow: Core = {
    ...core,
    async call() {
      arrived()
      await gate
      return { status: 200, headers: {}, body: { data: [] } }
    },
  }
  return { core: slow, letGo, arrival }
}

const withKey = { headers: { Authorization: 'Bearer svc_live_key' } }

test('a drain answers active requests, accepts no new ones, and frees the port', async () => {
  const { core, letGo, arrival } = await slowCore()
  const server = await startServer(core, { port: 0 })
  const underWay = request(`${server.url}/v1/advertising-categories`, withKey)
  await arrival
  const drained = server.drain()
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  letGo()
  const answer = await underWay
  expect([answer.status, answer.body]).toEqual([200, { data: [] }])
  expect(answer.headers.get('connection')).toBe('close')
  await drained
  const next = createServer().listen(server.port, '127.0.0.1')
  await once(next, 'listening')
  next.close()
})

test('a server that shuts down reports it and answers until that was noticed', async () => {
  const { core, letGo } = await slowCore()
  letGo()
  const noticed = Promise.withResolvers<void>()
  const server = await startServer(core, { port: 0, untilNoticed: () => noticed.promise })
  const look = async () => {
    const [healthz, readyz] = await Promise.all(
      ['/healthz', '/readyz'].map((path) => request(`${server.url}${path}`)),
    )
    return [healthz!.status, healthz!.body.status, readyz!.status]
  }
  expect(await look()).toEqual([200, 'ok', 200])
  const drained = server.drain()
  expect(await look()).toEqual([200, 'ending', 503])
  const answer = await request(`${server.url}/v1/advertising-categories`, withKey)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  noticed.resolve()
  await drained
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
})

test('a request that never ends does not delay the shutdown', async () => {
  const { core, arrival } = await slowCore()
  const server = await startServer(core, { port: 0, drainMs: 20 })
  const underWay = request(`${server.url}/v1/advertising-categories`, withKey)
  await Promise.all([expect(underWay).rejects.toThrow(), arrival.then(() => server.drain())])
})

test('a port in use is reported in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const error = await startServer((await createTestShop()).core, { port }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ListenError)
  expect(error).toMatchObject({
    code: 'EADDRINUSE',
    message: `Port ${port} on 127.0.0.1 is in use by another program.`,
  })
  other.close()
})
