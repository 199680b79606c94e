import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '../support/http.ts'
import { addressOf, allowConnections, cutConnections } from '../support/postgres/database.ts'

const server = await startTestServer()
const address = addressOf(server.shop.services.store)
afterAll(() => server.close())

test('a broken connection is reopened by the next request', async () => {
  const api = server.as()
  expect((await api.send('GET', '/v1/organisation')).status).toBe(200)
  await cutConnections(address)
  const statuses: number[] = []
  for (let count = 0; count < 5; count++) statuses.push((await api.send('GET', '/v1/organisation')).status)
  // A request on the lost connection may get 503; none gets an internal error.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses.at(-1)).toBe(200)
})

test('while the database is unavailable requests answer 503, and the server recovers automatically', async () => {
  const api = server.as()
  const category = (label: string) => api.send('POST', '/v1/advertising-categories', { label })
  await allowConnections(address, false)
  try {
    for (const answer of [await api.send('GET', '/v1/organisation'), await category('Away')]) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } })
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.text).not.toMatch(/postgres|127\.0\.0\.1/)
    }
    expect((await api.send('GET', '/q/ABCDEFGHJKLM')).status).toBe(503)
    expect((await api.send('GET', '/readyz')).status).toBe(503)
    expect((await api.send('GET', '/healthz')).status).toBe(200)
  } finally {
    await allowConnections(address, true)
  }
  expect((await category('Back')).status).toBe(201)
  // Health is cached for a moment.
  server.shop.clock.advance(60_000)
  expect((await api.send('GET', '/readyz')).status).toBe(200)
})
