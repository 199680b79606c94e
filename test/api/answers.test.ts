import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codingOf } from '../../src/server/respond.ts'
import { request, startTestServer, type TestServer } from '../support/http.ts'
import type { PortalSession } from '../support/portal.ts'

let server: TestServer
let session: PortalSession
beforeAll(async () => {
  server = await startTestServer()
  session = await server.shop.portal()
  for (let n = 0; n < 30; n++) await server.as().send('POST', path, { label: `Category number ${n}` })
})
afterAll(() => server.close())

const path = '/v1/advertising-categories'
const document = '/v1/meta/openapi.json'
const withKey = () => ({ authorization: `Bearer ${server.shop.keys.live}` })

/** Returns the raw bytes, which `fetch` would decompress. */
const raw = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    get(server.url + address, { headers, method }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      )
    }).on('error', reject)
  })
const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

describe('JSON', () => {
  test.each(['br', 'gzip'] as const)('is sent as %s if the client accepts that', async (coding) => {
    const plain = await raw(path, withKey())
    const packed = await raw(path, { ...withKey(), 'accept-encoding': coding })
    expect(packed.headers['content-encoding']).toBe(coding)
    expect([plain.headers.vary, packed.headers.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding'])
    expect(unpack[coding](packed.bytes).equals(plain.bytes)).toBe(true)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4)
    const head = await raw(path, { ...withKey(), 'accept-encoding': coding }, 'HEAD')
    expect(head.headers['content-length']).toBe(String(packed.bytes.length))
  })

  test('is sent uncompressed if it is small or the client accepts no encoding', async () => {
    for (const [address, accepted] of [
      ['/v1/developers/whoami', 'br'],
      [path, 'identity'],
      [path, 'zstd, br;q=0'],
    ] as const) {
      const answer = await raw(address, { ...withKey(), 'accept-encoding': accepted })
      expect([address, answer.headers['content-encoding']]).toEqual([address, undefined])
      expect(() => JSON.parse(answer.bytes.toString())).not.toThrow()
    }
  })

  test('of a problem is compressed too', async () => {
    const query = Array.from({ length: 50 }, (_, n) => `x${n}=1`).join('&')
    const answer = await raw(`${path}?${query}`, { ...withKey(), 'accept-encoding': 'gzip' })
    expect([answer.status, answer.headers['content-encoding']]).toEqual([422, 'gzip'])
    expect(JSON.parse(gunzipSync(answer.bytes).toString()).errors).toHaveLength(50)
  })

  test.each([
    ['a page of ours', { 'sec-fetch-site': 'same-origin' }, 'br'],
    ['a typed address', { 'sec-fetch-site': 'none' }, 'br'],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, undefined],
    ['a page of a sibling host', { 'sec-fetch-site': 'same-site' }, undefined],
    ['an unknown page', {}, undefined],
  ])('requested with a cookie is compressed for %s only', async (_who, headers, coding) => {
    const cookie = `lettershop_session=${session.token}`
    const answer = await raw(path, { cookie, 'accept-encoding': 'br', ...headers })
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, coding])
  })

  test.each([
    ['', undefined],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['GZIP', 'gzip'],
    ['gzip;q=x', undefined],
    ['identity', undefined],
  ])('Accept-Encoding: %s is %s', (accepted, coding) => {
    expect(codingOf({ method: 'GET', headers: new Headers({ 'accept-encoding': accepted }) })).toBe(coding)
  })
})

describe.each([document, '/llms.txt'])('%s', (address) => {
  test('is sent once, and then 304', async () => {
    const first = await raw(address)
    const { etag } = first.headers
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{22}"$/)])
    for (const condition of [etag, `"other", ${etag}`, '*']) {
      const again = await raw(address, { 'if-none-match': String(condition) })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers['x-request-id']).toMatch(/^req_/)
      expect(again.headers['ratelimit-limit']).toBe('600')
    }
    expect((await raw(address, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test.each(['br', 'gzip'] as const)('is sent as %s', async (coding) => {
    const packed = await raw(address, { 'accept-encoding': coding })
    expect(packed.headers['content-encoding']).toBe(coding)
    expect(unpack[coding](packed.bytes).equals((await raw(address)).bytes)).toBe(true)
  })
})

describe('every answer', () => {
  const all: [string, string, number][] = [
    ['GET', path, 200],
    ['GET', '/v1/items/itm_none', 404],
    ['GET', '/nothing', 404],
    ['PUT', path, 405],
    ['OPTIONS', path, 204],
    ['GET', `${path}?x=1`, 422],
    ['GET', '/v1/analytics/items.csv', 200],
    ['GET', document, 200],
    ['GET', '/docs', 200],
    ['GET', '/docs/rapidoc.js', 200],
    ['GET', '/llms.txt', 200],
    ['GET', '/problems/not_found', 200],
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/q/AAAAAAAAAAAA', 404],
    ['GET', '/o/AAAAAAAAAAAA', 404],
    ['HEAD', path, 200],
  ]
  const ask = (method: string, address: string) =>
    request(server.url + address, { method, headers: withKey(), ...(method === 'PUT' ? { body: '{}' } : {}) })

  test.each(all)('to %s %s has nosniff, and no HSTS without https', async (method, address, status) => {
    const { status: actual, headers } = await ask(method, address)
    expect([actual, headers.get('x-content-type-options')]).toEqual([status, 'nosniff'])
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test('behind https has HSTS', async () => {
    const { config } = server.shop.services
    const before = config.baseUrl
    config.baseUrl = server.url.replace('http:', 'https:')
    try {
      for (const [method, address] of all) {
        const { headers } = await ask(method, address)
        expect([address, headers.get('strict-transport-security')]).toEqual([address, 'max-age=31536000'])
      }
    } finally {
      config.baseUrl = before
    }
  })
})
