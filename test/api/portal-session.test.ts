import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HttpResponse, request, startTestServer, type TestServer } from '../support/http.ts'
import { password, person } from '../support/people.ts'
import type { PortalSession } from '../support/portal.ts'

let server: TestServer
let session: PortalSession
beforeAll(async () => {
  server = await startTestServer()
  session = await server.shop.portal()
})
afterAll(() => server.close())

const send = (headers: Record<string, string>, method = 'POST'): Promise<HttpResponse> =>
  request(`${server.url}/v1/advertising-categories`, {
    method,
    headers: {
      cookie: `other=1; lettershop_session=${session.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify({ label: `Label ${Math.random()}` }) }),
  })

describe('a write with the cookie', () => {
  const proof = { 'x-csrf-protection': '1' }
  const cases: [string, () => Record<string, string>, number][] = [
    ['and the header is accepted, as the portal sends it', () => proof, 201],
    [
      'is accepted from a page of the server',
      () => ({ ...proof, origin: server.url, 'sec-fetch-site': 'same-origin' }),
      201,
    ],
    ['without the header is refused', () => ({ origin: server.url, 'sec-fetch-site': 'same-origin' }), 403],
    ['with another value of the header is refused', () => ({ 'x-csrf-protection': 'true' }), 403],
    ['from another origin is refused', () => ({ ...proof, origin: 'https://evil.example' }), 403],
    ['from another port of this machine is refused', () => ({ ...proof, origin: 'http://127.0.0.1:1' }), 403],
    ['from a page without an origin is refused', () => ({ ...proof, origin: 'null' }), 403],
    ['from a sibling host is refused', () => ({ ...proof, 'sec-fetch-site': 'same-site' }), 403],
    ['initiated by another site is refused', () => ({ ...proof, 'sec-fetch-site': 'cross-site' }), 403],
    ['with a key counts as the key’s', () => ({ authorization: `Bearer ${server.shop.keys.live}` }), 201],
    ['with a wrong key is refused', () => ({ ...proof, authorization: 'Bearer svc_live_x' }), 401],
  ]
  test.each(cases)('%s', async (_what, headers, status) => {
    expect((await send(headers())).status).toBe(status)
  })

  test('reads require the cookie only', async () => {
    expect((await send({ origin: 'https://evil.example' }, 'GET')).status).toBe(200)
  })
})

test('signing in sets cookies that no script can read and no other site can send', async () => {
  await person(server.shop, 'ada@example.com')
  const answer = await request(`${server.url}/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-protection': '1', origin: server.url },
    body: JSON.stringify({ email: 'ada@example.com', password }),
  })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store'])
  const cookies = answer.headers.getSetCookie()
  expect(cookies).toEqual([
    expect.stringMatching(
      /^lettershop_session=lss_\w{32}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    ),
    expect.stringMatching(
      /^lettershop_device=[\w-]{81}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    ),
  ])
  expect(answer.text).not.toContain(cookies[0]!.slice(19, 51))
  const cookie = cookies.map((text) => text.split(';')[0]).join('; ')
  const me = await request(`${server.url}/v1/session`, { headers: { cookie } })
  expect(me.body.user.email).toBe('ada@example.com')
  const out = await request(`${server.url}/v1/session`, {
    method: 'DELETE',
    headers: { cookie, 'x-csrf-protection': '1' },
  })
  expect([out.status, out.headers.getSetCookie()[0]]).toEqual([204, expect.stringContaining('Max-Age=0')])
  // Signing out clears the browser's cache, which has pictures of letters.
  expect(out.headers.get('clear-site-data')).toBe('"cache"')
  expect((await request(`${server.url}/v1/session`, { headers: { cookie } })).status).toBe(401)
})

test('an invalid cookie is removed', async () => {
  const answer = await send({ cookie: 'lettershop_session=lss_old' }, 'GET')
  expect([answer.status, answer.body.code]).toEqual([401, 'session_invalid'])
  expect(answer.headers.getSetCookie()).toEqual([
    'lettershop_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  ])
})

test('behind https the cookie is bound to the host', async () => {
  const { config } = server.shop.services
  const before = config.baseUrl
  const own = server.url.replace('http:', 'https:')
  config.baseUrl = own
  try {
    const bare = await send({}, 'GET')
    expect(bare.status).toBe(401)
    const cookie = `__Host-lettershop_session=${session.token}`
    expect((await send({ cookie }, 'GET')).status).toBe(200)
    const proof = { cookie, 'x-csrf-protection': '1' }
    expect((await send({ ...proof, origin: own })).status).toBe(201)
    // Anyone on the network path can forge a page of the same host without https.
    expect((await send({ ...proof, origin: server.url })).status).toBe(403)
    expect((await send({ ...proof, origin: 'https://evil.example' })).status).toBe(403)
    const over = await send({ cookie: '__Host-lettershop_session=lss_old' }, 'GET')
    expect(over.headers.getSetCookie()[0]).toMatch(/^__Host-lettershop_session=; Path=\/; .*; Secure$/)
  } finally {
    config.baseUrl = before
  }
})
