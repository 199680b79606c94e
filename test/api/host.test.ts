import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/server/app.ts'
import { startTestServer, type TestServer } from '../support/http.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { baseUrl: 'https://mail.example' } })
})
afterAll(() => server.close())

/** Sends a request with this `Host`, which `fetch` does not let its caller set. */
const ask = (path: string, host: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string; header(name: string): unknown }>((resolve, reject) => {
    request(server.url + path, { headers: { host, ...headers } }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      const header = (name: string) => answer.headers[name]
      answer.on('end', () => resolve({ status: answer.statusCode!, text, header }))
    })
      .on('error', reject)
      .end()
  })
const withKey = () => ({ authorization: `Bearer ${server.shop.keys.live}` })

describe('a server behind https', () => {
  test.each(['mail.example', 'MAIL.example', 'mail.example:443'])('accepts %s', async (host) => {
    expect((await ask('/v1/organisation', host, withKey())).status).toBe(200)
  })

  test.each([
    'evil.example',
    'mail.example.evil.example',
    'mail.example:8484',
    '127.0.0.1',
    'x mail.example',
  ])('refuses the Host “%s”, and logs it for the operator', async (host) => {
    server.shop.clock.advance(120_000)
    for (const path of ['/v1/organisation', '/v1/meta/openapi.json', '/docs', '/nothing', '/']) {
      const answer = await ask(path, host, withKey())
      expect([path, answer.status]).toEqual([path, 421])
      expect(JSON.parse(answer.text)).toMatchObject({
        code: 'host_refused',
        requestId: answer.header('x-request-id'),
        detail: expect.stringContaining('mail.example'),
      })
    }
    await server.shop.services.security.flush('all')
    const session = await server.shop.portal({ operator: true })
    const { body } = await server.shop.call('auditLog.platform', { session })
    expect(body.data).toContainEqual(
      expect.objectContaining({
        resourceId: host,
        actor: expect.objectContaining({ name: '127.0.0.1' }),
        after: expect.objectContaining({ event: 'security.host_refused', count: 5 }),
      }),
    )
  })

  test.each([
    ['/healthz', 200],
    ['/readyz', 200],
    ['/q/AAAAAAAAAAAA', 404],
    ['/Q/AAAAAAAAAAAA', 404],
    ['/o/AAAAAAAAAAAA', 404],
  ])('serves %s under any name', async (path, status) => {
    expect((await ask(path, '10.0.0.7:8484')).status).toBe(status)
  })
})

test('a server without https accepts any name', async () => {
  const { config } = server.shop.services
  config.baseUrl = 'http://127.0.0.1:8484'
  expect((await ask('/v1/organisation', 'letters.internal', withKey())).status).toBe(200)
  config.baseUrl = 'https://mail.example'
})

test.each([
  ['https://mail.example', 200],
  ['https://evil.example', 421],
])('an in-process Request has the host of its URL: %s gets %d', async (origin, status) => {
  const answer = await createApp(server.core).fetch(
    new Request(`${origin}/v1/organisation`, { headers: withKey() }),
  )
  expect(answer.status).toBe(status)
})
