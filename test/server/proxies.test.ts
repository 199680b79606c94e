import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { installCatalogue } from '../../src/core/features/products/install-catalogue.ts'
import { seedOrganisation } from '../../src/core/features/seed/seed.ts'
import { startTestServer, type TestServer } from '../support/http.ts'
import { password, person } from '../support/people.ts'
import { proxiedName, type RunningProxy, startCaddy, startNginx, through } from '../support/proxies.ts'
import { zoe } from '../support/recipients.ts'
import { itWithTools } from '../support/tools.ts'

const proxies = { nginx: startNginx, caddy: startCaddy }

/** Runs `body` with a server behind a proxy that has the configuration of `deploy/`. */
const behind = async (
  start: (port: number) => Promise<RunningProxy>,
  body: (proxy: RunningProxy, server: TestServer) => Promise<void>,
  baseUrl = `https://${proxiedName}`,
): Promise<void> => {
  const server = await startTestServer({ config: { baseUrl } }, { trustedProxies: ['127.0.0.1', '::1'] })
  const proxy = await start(Number(new URL(server.url).port))
  try {
    await body(proxy, server)
  } finally {
    await proxy.end()
    await server.close()
  }
}

const healthy = '{"status":"ok"}'

/** Starts a server that drops the connection of requests to one path. */
const breakingOff = async (path: string): Promise<Server> => {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === path) request.socket.destroy()
    else response.end(request.url === '/healthz' ? healthy : 'fine')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Starts servers that answer their name, and at `/healthz` whether they are shutting down. */
const named = async (names: readonly string[], ending: ReadonlySet<string> = new Set()): Promise<Server[]> =>
  Promise.all(
    names.map(async (name) => {
      const health = () => (ending.has(name) ? '{"status":"ending"}' : healthy)
      const server = createServer(({ url }, response) => {
        response.end(url === '/healthz' ? health() : name)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )

itWithTools(['caddy'], 'caddy gives a server that says that it ends no more calls', async () => {
  const ending = new Set<string>()
  const servers = await named(['one', 'two'], ending)
  const proxy = await startCaddy(...servers.map((server) => (server.address() as AddressInfo).port))
  const reached = async () => {
    const keys = Array.from({ length: 16 }, (_, key) => ({ authorization: `Bearer svc_live_${key}` }))
    const answers = await Promise.all(keys.map((headers) => through(proxy, '/v1/items', { headers })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    return [...new Set(answers.map(({ text }) => text))].sort()
  }
  try {
    await expect.poll(reached).toEqual(['one', 'two'])
    ending.add('one')
    await expect.poll(reached, { timeout: 20_000 }).toEqual(['two'])
    ending.clear()
    await expect.poll(reached, { timeout: 20_000 }).toEqual(['one', 'two'])
  } finally {
    await proxy.end()
    for (const server of servers) server.close()
  }
})

const remaining = ({ headers }: { headers: Headers }) => Number(headers.get('ratelimit-remaining'))

for (const [name, start] of Object.entries(proxies)) {
  itWithTools(
    [name],
    `behind ${name} the calls of a key reach one server, and those of many keys all`,
    async () => {
      const servers = await named(['one', 'two'])
      const proxy = await start(...servers.map((server) => (server.address() as AddressInfo).port))
      try {
        const reached = async (key: number) => {
          const headers = { authorization: `Bearer svc_live_${key}` }
          const answers = await Promise.all([1, 2, 3, 4].map(() => through(proxy, '/v1/items', { headers })))
          return new Set(answers.map(({ text }) => text))
        }
        const byKey = await Promise.all(Array.from({ length: 32 }, (_, key) => reached(key)))
        expect(byKey.map(({ size }) => size)).toEqual(byKey.map(() => 1))
        expect(new Set(byKey.flatMap((texts) => [...texts])).size).toBe(2)
        // A request without a key, such as for a page of the portal, is answered too.
        expect((await through(proxy, '/portal')).status).toBe(200)
      } finally {
        await proxy.end()
        for (const server of servers) server.close()
      }
    },
  )

  itWithTools([name], `behind ${name} a server that breaks off calls still gets the others`, async () => {
    const server = await breakingOff('/broken')
    const proxy = await start((server.address() as AddressInfo).port)
    try {
      const send = (path: string) => through(proxy, path, { method: 'POST', body: '{}' })
      const broken = await Promise.all(Array.from({ length: 10 }, () => send('/broken')))
      expect(broken.map(({ status }) => status)).toEqual(broken.map(() => 502))
      expect((await send('/v1/items')).status).toBe(200)
    } finally {
      await proxy.end()
      server.close()
    }
  })

  itWithTools([name], `behind ${name} visitors are told apart, and no client can pretend to be another`, () =>
    behind(start, async (proxy) => {
      const request = (from: string, headers = {}) => through(proxy, '/v1/nothing', { from, headers })
      const first = remaining(await request('127.0.0.2'))
      expect(remaining(await request('127.0.0.3'))).toBe(first)
      const pretended = {
        'x-forwarded-for': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
        'x-real-ip': '203.0.113.9',
      }
      expect(remaining(await request('127.0.0.2', pretended))).toBe(first - 1)
      expect(remaining(await request('127.0.0.2', { forwarded: 'for="' }))).toBe(first - 2)
      expect(remaining(await request('127.0.0.2', { 'x-forwarded-for': 'unknown, _x, ::1' }))).toBe(first - 3)
    }),
  )

  itWithTools([name], `behind ${name} a scan is kept with the address of who scanned`, () =>
    behind(start, async (proxy, server) => {
      const { shop } = server
      await installCatalogue(shop.services)
      const { postflows } = await seedOrganisation(shop.services, shop.organisation.id)
      await shop.call('organisation.patch', { body: { keepScanAddresses: true } })
      const postflowId = postflows.find(({ mode }) => mode === 'test')!.id
      const headers = { authorization: `Bearer ${shop.keys.test}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ postflowId, recipient: zoe, data: { firstName: 'Zoë' } })
      const item = JSON.parse((await through(proxy, '/v1/items', { method: 'POST', headers, body })).text)
      const scanned = await through(proxy, new URL(item.tracking.url).pathname, { from: '127.0.0.7' })
      expect([scanned.status, scanned.headers.get('location')]).toEqual([302, 'https://example.com/flowers'])
      const scans = JSON.parse((await through(proxy, `/v1/items/${item.id}/scans`, { headers })).text)
      expect(scans.data).toMatchObject([{ clientAddress: '127.0.0.7' }])
    }),
  )

  itWithTools([name], `behind ${name} a server whose base URL has a port answers for it`, () =>
    behind(
      start,
      async (proxy) => {
        const statusFor = async (host: string) =>
          (await through(proxy, '/v1/nothing', { headers: { host } })).status
        expect(await statusFor(`${proxiedName}:41443`)).toBe(404)
        expect(await statusFor(proxiedName)).toBe(421)
      },
      `https://${proxiedName}:41443`,
    ),
  )

  itWithTools([name], `behind ${name} people sign in at the one name of the server`, () =>
    behind(start, async (proxy, server) => {
      await person(server.shop, 'ada@example.com')
      const signIn = (headers: Record<string, string> = {}, given = password, from = '127.0.0.2') =>
        through(proxy, '/v1/session', {
          method: 'POST',
          from,
          headers: {
            'content-type': 'application/json',
            'x-csrf-protection': '1',
            origin: `https://${proxiedName}`,
            ...headers,
          },
          body: JSON.stringify({ email: 'ada@example.com', password: given }),
        })
      const answer = await signIn()
      expect(answer.status).toBe(201)
      expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-lettershop_session=.*; Secure$/)
      expect((await signIn({ origin: `http://${proxiedName}` })).status).toBe(403)
      // Wrong passwords of one visitor do not keep another from signing in.
      const wrong = []
      for (let n = 0; n < 6; n++) wrong.push((await signIn({}, 'a wrong guess', '127.0.0.5')).status)
      expect(wrong).toEqual([401, 401, 401, 401, 401, 429])
      expect((await signIn({}, password, '127.0.0.6')).status).toBe(201)
    }),
  )

  itWithTools([name], `behind ${name} large files arrive, and /metrics asks for its token`, () =>
    behind(start, async (proxy, server) => {
      const headers = { authorization: `Bearer ${server.shop.keys.live}` }
      const body = `name;city\n${'Zoë;Amsterdam\n'.repeat(200_000)}`
      const path = '/v1/uploads?kind=CSV&name=list.csv'
      expect((await through(proxy, path, { method: 'POST', headers, body })).status).toBe(201)
      expect((await through(proxy, '/metrics')).status).toBe(404)
    }),
  )
}
