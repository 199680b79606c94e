import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HttpResponse, request, startTestServer, type TestServer } from '../support/http.ts'
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
    ['and the header passes, as a program of ours sends it', () => proof, 201],
    [
      'passes from a page of the server',
      () => ({ ...proof, origin: server.url, 'sec-fetch-site': 'same-origin' }),
      201,
    ],
    ['without the header is refused', () => ({ origin: server.url, 'sec-fetch-site': 'same-origin' }), 403],
    ['with another value of the header is refused', () => ({ 'x-csrf-protection': 'true' }), 403],
    ['from another origin is refused', () => ({ ...proof, origin: 'https://evil.example' }), 403],
    ['from another port of this machine is refused', () => ({ ...proof, origin: 'http://127.0.0.1:1' }), 403],
    ['from a page without an origin is refused', () => ({ ...proof, origin: 'null' }), 403],
    ['from a sibling host is refused', () => ({ ...proof, 'sec-fetch-site': 'same-site' }), 403],
    ['that another site began is refused', () => ({ ...proof, 'sec-fetch-site': 'cross-site' }), 403],
    [
      'with a key beside it counts as the key’s',
      () => ({ authorization: `Bearer ${server.shop.keys.live}` }),
      201,
    ],
    [
      'with a wrong key beside it is not forgiven',
      () => ({ ...proof, authorization: 'Bearer svc_live_x' }),
      401,
    ],
  ]
  test.each(cases)('%s', async (_what, headers, status) => {
    expect((await send(headers())).status).toBe(status)
  })

  test('reads need the cookie only', async () => {
    expect((await send({ origin: 'https://evil.example' }, 'GET')).status).toBe(200)
  })
})

test('a cookie that means nothing any more is taken back', async () => {
  const answer = await send({ cookie: 'lettershop_session=lss_old' }, 'GET')
  expect([answer.status, answer.body.code]).toEqual([401, 'session_invalid'])
  expect(answer.headers.getSetCookie()).toEqual([
    'lettershop_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  ])
})

test('behind https the cookie is bound to this very host', async () => {
  const { config } = server.shop.services
  const before = config.baseUrl
  config.baseUrl = 'https://mail.example'
  try {
    const bare = await send({}, 'GET')
    expect(bare.status).toBe(401)
    const cookie = `__Host-lettershop_session=${session.token}`
    expect((await send({ cookie }, 'GET')).status).toBe(200)
    const proof = { cookie, 'x-csrf-protection': '1' }
    expect((await send({ ...proof, origin: 'https://mail.example' })).status).toBe(201)
    expect((await send({ ...proof, origin: 'https://evil.example' })).status).toBe(403)
    const over = await send({ cookie: '__Host-lettershop_session=lss_old' }, 'GET')
    expect(over.headers.getSetCookie()[0]).toMatch(/^__Host-lettershop_session=; Path=\/; .*; Secure$/)
  } finally {
    config.baseUrl = before
  }
})
