import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setRateLimits } from '../../src/core/features/organisations/rate-limits.ts'
import { askOften, request, type Sender, startTestServer, type TestServer } from '../support/http.ts'

let server: TestServer
let key: Sender
beforeEach(async () => {
  // The clock stands still, so that each test is within one minute.
  server = await startTestServer({ clock: '2026-01-05T09:00:20Z' })
  key = server.as()
})
afterEach(() => server.close())

const list = () => key.send('GET', '/v1/advertising-categories')
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('the limit of a key and a class', () => {
  test('is exact for 700 requests, hundreds of them concurrent', async () => {
    const answers = await askOften(700, list)
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([600, 100])
    const left = answers.map(({ headers }) => Number(headers.get('ratelimit-remaining')))
    // Each slot of the window was used once.
    expect(new Set(left.filter((_, index) => answers[index]!.status === 200)).size).toBe(600)
  })

  test('is reset at the full minute, for all callers', async () => {
    await setRateLimits(server.shop.services, server.shop.organisation.id, { general: 2 })
    server.shop.clock.set('2026-01-05T09:00:59.999Z')
    const last = await askOften(4, list)
    expect([countOf(last, 200), countOf(last, 429)]).toEqual([2, 2])
    const refused = last.find(({ status }) => status === 429)!
    expect(refused.headers.get('retry-after')).toBe('1')
    server.shop.clock.set('2026-01-05T09:01:00.000Z')
    const first = await askOften(4, list)
    expect([countOf(first, 200), countOf(first, 429)]).toEqual([2, 2])
    expect(first.find(({ status }) => status === 429)!.headers.get('retry-after')).toBe('60')
  })

  test('can be changed by an operator from the next request, for this organisation only', async () => {
    const { shop } = server
    const other = server.as((await shop.another()).keys.live)
    await list()
    await setRateLimits(shop.services, shop.organisation.id, { general: 1 })
    expect((await list()).status).toBe(429)
    expect((await other.send('GET', '/v1/advertising-categories')).headers.get('ratelimit-limit')).toBe('600')
    await setRateLimits(shop.services, shop.organisation.id, { general: null })
    expect(await list()).toMatchObject({ status: 200 })
  })

  test('of exports is separate from the others', async () => {
    const csv = () => key.send('GET', '/v1/analytics/items.csv')
    const answers = await askOften(25, csv)
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([20, 5])
    expect((await list()).status).toBe(200)
  })
})

test('every kind of response has rate limit headers and a request id', async () => {
  const { shop } = server
  await key.send('POST', '/v1/advertising-categories', { label: 'Boats' })
  const path = '/v1/advertising-categories'
  const answers = [
    [200, await list()],
    [200, await key.send('GET', '/v1/analytics/items.csv')],
    [200, await request(`${server.url}/v1/meta/openapi.json`)],
    [201, await key.send('POST', path, { label: 'Ships' })],
    [204, await key.send('DELETE', `${path}/ships`)],
    [400, await key.send('POST', path, '{"label"')],
    [401, await request(server.url + path)],
    [401, await server.as('svc_live_unknown').send('GET', path)],
    [403, await server.as(await shop.key('live', ['items.write'])).send('GET', path)],
    [404, await key.send('DELETE', `${path}/nothing`)],
    [404, await key.send('GET', '/v1/nothing')],
    [405, await key.send('PUT', path)],
    [415, await key.send('POST', path, 'label=x', { 'content-type': 'application/x-www-form-urlencoded' })],
    [422, await key.send('POST', path, {})],
  ] as const
  await setRateLimits(shop.services, shop.organisation.id, { general: 1 })
  const all = [...answers, [429, await list()] as const]
  for (const [status, { status: actual, headers }] of all) {
    expect(actual).toBe(status)
    expect([status, headers.get('x-request-id')]).toEqual([status, expect.stringMatching(/^req_\w+$/)])
    for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
      expect([status, name, headers.get(name)]).toEqual([status, name, expect.stringMatching(/^\d+$/)])
    }
    expect(headers.get('retry-after')).toBe(status === 429 ? headers.get('ratelimit-reset') : null)
  }
  const own = await key.send('GET', path, undefined, { 'x-request-id': 'my-own.1' })
  expect(own.headers.get('x-request-id')).toBe('my-own.1')
})
