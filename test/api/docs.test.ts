import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../src/core/app/operations.ts'
import { errorCatalogue } from '../../src/core/kernel/errors.ts'
import { request, startTestServer, type TestServer } from '../support/http.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const vendored = join(import.meta.dirname, '../../src/server/docs/rapidoc')

describe('/docs', () => {
  test('is a page that loads its script and the API document from this server', async () => {
    const { status, headers, text } = await request(`${server.url}/docs`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const loaded = [...text.matchAll(/(?:src|spec-url|href)="([^"]+)"/g)].map((match) => match[1]!)
    expect(loaded).toEqual(expect.arrayContaining(['/docs/rapidoc.js', '/v1/meta/openapi.json', '/llms.txt']))
    for (const address of loaded.filter((one) => !one.startsWith('data:'))) {
      expect([address, (await request(server.url + address)).status]).toEqual([address, 200])
    }
    expect(text).not.toMatch(/https?:|\/\/[a-z]/)
  })

  test('allows no requests to another host, not even from the script', async () => {
    const { headers } = await request(`${server.url}/docs`)
    const policy = Object.fromEntries(
      headers
        .get('content-security-policy')!
        .split(';')
        .map((part) => part.trim().split(/ (.*)/s).slice(0, 2)),
    )
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self' data:",
      'connect-src': "'self'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
    })
  })

  test.each([
    ['gzip, deflate, br', 'gzip'],
    ['br;q=1, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['gzip;q=0', null],
  ])('sends the script to clients that accept %s', async (accepted, encoding) => {
    // `fetch` decompresses the body, which is compared with the decompressed script.
    const response = await fetch(`${server.url}/docs/rapidoc.js`, {
      headers: { 'accept-encoding': accepted },
    })
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding])
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const script = gunzipSync(readFileSync(join(vendored, 'rapidoc-min.js.gz')))
    expect(Buffer.from(await response.arrayBuffer()).equals(script)).toBe(true)
  })

  test('is the script with the documented digest', () => {
    const script = gunzipSync(readFileSync(join(vendored, 'rapidoc-min.js.gz')))
    const digest = createHash('sha256').update(script).digest('hex')
    expect(readFileSync(join(vendored, 'README.md'), 'utf8')).toContain(digest)
    expect(readFileSync(join(vendored, 'LICENSE.txt'), 'utf8')).toContain('MIT License')
  })

  test.each(['/docs', '/docs/rapidoc.js', '/llms.txt', '/v1/meta/openapi.json'])(
    '%s answers HEAD and refuses POST',
    async (path) => {
      expect((await request(server.url + path, { method: 'HEAD' })).status).toBe(200)
      const refused = await request(server.url + path, { method: 'POST' })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect(refused.headers.get('x-request-id')).toBeTruthy()
    },
  )
})

test('/llms.txt names every operation with its scope, and every error', async () => {
  const { status, headers, text } = await request(`${server.url}/llms.txt`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toMatch(/^# Lettershop\n/)
  for (const { id, method, path, permission } of operations) {
    const line = text.split('\n').find((one) => one.startsWith(`- \`${method} /v1${path}\` (${id}):`))
    expect(line, id).toBeDefined()
    if (permission !== 'public' && permission !== 'authenticated') expect(line).toContain(permission)
  }
  for (const [code, { status }] of Object.entries(errorCatalogue))
    expect(text).toContain(`- ${status} \`${code}\``)
  expect(text).toContain('svc_live_')
  expect(text).toMatch(/webhooks.replayMissed.*; 200 or 202;/)
})
