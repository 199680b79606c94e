import { afterEach, describe, expect, test } from 'vitest'
import { createPrometheusMeter } from '../../src/adapters/system/meter.ts'
import { StoreUnavailable } from '../../src/core/ports/store.ts'
import { type RunningServer, startServer } from '../../src/server/server.ts'
import { request } from '../support/http.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'

let running: { server: RunningServer; shop: TestShop } | undefined
afterEach(async () => {
  await running?.server.drain()
  await running?.shop.core.close()
  running = undefined
})

const token = 'a long token'
const withToken = { headers: { authorization: `Bearer ${token}` } }

const start = async (token?: string) => {
  const meter = createPrometheusMeter()
  const shop = await createTestShop({ ports: { meter } })
  const server = await startServer(shop.core, { port: 0, metrics: { text: () => meter.text(), token } })
  running = { server, shop }
  return { shop, url: server.url, meter }
}

describe('/metrics', () => {
  test('counts requests by operation and status, and reports the state of the process', async () => {
    const { shop, url } = await start(token)
    const headers = { authorization: `Bearer ${shop.keys.live}` }
    for (let count = 0; count < 3; count++) await request(`${url}/v1/organisation`, { headers })
    await request(`${url}/v1/organisation`)
    const { status, text, headers: answered } = await request(`${url}/metrics`, withToken)
    expect([status, answered.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(text).toContain('lettershop_request_seconds_count{operation="organisation.get",status="200"} 3\n')
    expect(text).toContain('lettershop_request_seconds_count{operation="organisation.get",status="401"} 1\n')
    for (const name of ['lettershop_ready 1', 'lettershop_jobs_pending ', 'process_resident_memory_bytes ']) {
      expect(text).toContain(`\n${name}`)
    }
    // Every line is a comment or a sample, as Prometheus parses it.
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(
        /^(?:# TYPE \w+ (?:counter|gauge|histogram)|\w+(?:\{(?:\w+="[^"\n]*",?)+\})? [\d.e+-]+)$/,
      )
    }
  })

  test('with a token requires it from every client', async () => {
    const { url } = await start(token)
    const ask = async (authorization?: string) =>
      (await request(`${url}/metrics`, authorization ? { headers: { authorization } } : {})).status
    expect([await ask(), await ask('Bearer a long'), await ask('Bearer a long token')]).toEqual([
      404, 404, 200,
    ])
  })

  test.each([
    ['on its own machine', 'http://127.0.0.1:8484', {}],
    ['through a proxy', 'http://127.0.0.1:8484', { 'X-Forwarded-For': '192.0.2.1' }],
    ['behind https', 'https://mail.example', {}],
    ['with any bearer token', 'http://127.0.0.1:8484', { authorization: 'Bearer undefined' }],
    ['with an empty bearer token', 'http://127.0.0.1:8484', { authorization: 'Bearer ' }],
  ])('without a configured token is refused %s, with the reason', async (_where, baseUrl, headers) => {
    const { shop, url } = await start()
    shop.services.config.baseUrl = baseUrl
    const { status, body, text } = await request(`${url}/metrics`, { headers })
    expect([status, body.detail]).toEqual([403, expect.stringContaining('Set LETTERSHOP_METRICS_TOKEN')])
    expect(text).not.toContain('lettershop_')
  })

  test('does not exist unless it is enabled', async () => {
    const shop = await createTestShop()
    const server = await startServer(shop.core, { port: 0 })
    running = { server, shop }
    expect((await request(`${server.url}/metrics`)).status).toBe(404)
  })
})

test('a histogram counts each duration once, at or below its bound', () => {
  const meter = createPrometheusMeter()
  for (const seconds of [0.001, 0.0011, 59, 61]) meter.time('t', { kind: 'a"b\\c\nd' }, seconds)
  meter.count('n', {})
  const lines = meter.text().split('\n')
  const labels = 'kind="a\\"b\\\\c\\nd"'
  expect(lines).toContain(`t_bucket{${labels},le="0.001"} 1`)
  expect(lines).toContain(`t_bucket{${labels},le="0.0025"} 2`)
  expect(lines).toContain(`t_bucket{${labels},le="60"} 3`)
  expect(lines).toContain(`t_bucket{${labels},le="+Inf"} 4`)
  expect(lines).toContain(`t_count{${labels}} 4`)
  expect(lines).toContain('n 1')
})

test('/readyz reports when nothing can be written', async () => {
  const { shop, url } = await start()
  const { store } = shop.services
  store.write = async () => {
    throw new StoreUnavailable('The disk is full.')
  }
  const { status, body } = await request(`${url}/readyz`)
  expect(status).toBe(503)
  expect(body).toMatchObject({ code: 'storage_unavailable', detail: 'The store refuses writes.' })
  expect((await request(`${url}/healthz`)).status).toBe(200)
})
