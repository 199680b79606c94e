import { mkdtempSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packOf } from '../../scripts/portal-pack.ts'
import { rateClasses } from '../../src/core/kernel/rate-classes.ts'
import { createApp } from '../../src/server/app.ts'
import { visitLimits } from '../../src/server/limits.ts'
import { embedPortal } from '../../src/server/portal/pack.ts'
import { request, startTestServer, type TestServer } from '../support/http.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const pageText = '<!doctype html><title>The portal</title>'
const scriptText = 'console.log("a screen")'
let server: TestServer
let without: TestServer

beforeAll(async () => {
  const files = mkdtempSync(join(folder, 'files-'))
  await mkdir(join(files, 'assets/workers'), { recursive: true })
  await Promise.all([
    writeFile(join(files, 'index.html'), pageText),
    writeFile(join(files, 'assets/screen-1a2b.js'), scriptText),
    writeFile(join(files, 'assets/workers/reader-3c4d.js'), scriptText),
    writeFile(join(files, 'assets/5e6f.woff2'), 'wOF2'),
  ])
  const pack = join(folder, 'portal.pack')
  writeFileSync(pack, packOf(files))
  embedPortal(async () => pack)
  ;[server, without] = await Promise.all([startTestServer(), startTestServer({}, { portal: false })])
})
afterAll(async () => {
  await server?.close()
  await without?.close()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  request(server.url + path, { method, headers })

test('/ redirects to the portal', async () => {
  const { status, headers } = await get('/')
  expect([status, headers.get('location')]).toEqual([302, '/portal'])
})

test.each([
  '/portal',
  '/portal/',
  '/portal/items',
  '/portal/items/itm_1',
  '/portal/setup',
  '/portal/..%2f..%2f',
])('%s serves the page, which browsers revalidate', async (path) => {
  const { status, text, headers } = await get(path)
  expect([status, text, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    pageText,
    'text/html; charset=utf-8',
    'no-cache',
  ])
})

test('the page allows scripts of this server only, and none inline', async () => {
  const policy = (await get('/portal')).headers.get('content-security-policy')!
  expect(policy).not.toContain('unsafe-inline')
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self'",
      "font-src 'self' blob:",
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types svelte-trusted-html lettershop-worker',
    ]),
  )
})

test('a font is served as a font, and may be cached permanently', async () => {
  const { status, text, headers } = await get('/portal/assets/5e6f.woff2')
  expect([status, text, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'wOF2',
    'font/woff2',
    'public, max-age=31536000, immutable',
  ])
})

test('a worker may run WebAssembly and send no requests', async () => {
  const { status, headers } = await get('/portal/assets/workers/reader-3c4d.js')
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(headers.get('content-security-policy')!.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'wasm-unsafe-eval'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
})

test('the page sends no referrer and is isolated from other pages', async () => {
  const { headers } = await get('/portal/items')
  expect([
    headers.get('referrer-policy'),
    headers.get('cross-origin-opener-policy'),
    headers.get('x-content-type-options'),
  ]).toEqual(['no-referrer', 'same-origin', 'nosniff'])
})

describe('a file of the portal', () => {
  const path = '/portal/assets/screen-1a2b.js'

  test('may be cached permanently, because its name has a content hash', async () => {
    const { status, text, headers } = await get(path)
    expect([status, text, headers.get('cache-control')]).toEqual([
      200,
      scriptText,
      'public, max-age=31536000, immutable',
    ])
  })

  test.each(['br', 'gzip', 'identity'])('has an encoding that the client accepts: %s', async (coding) => {
    const { text, headers } = await get(path, { 'Accept-Encoding': coding })
    expect([text, headers.get('content-encoding'), headers.get('vary')]).toEqual([
      scriptText,
      coding === 'identity' ? null : coding,
      'Accept-Encoding',
    ])
  })

  test('is not sent again to a browser that has it', async () => {
    const etag = (await get(path)).headers.get('etag')!
    const { status, text } = await get(path, { 'If-None-Match': etag })
    expect([status, text]).toEqual([304, ''])
  })

  test('is sent in a browser’s best encoding', async () => {
    const { headers } = await get(path, { 'Accept-Encoding': 'gzip, deflate, br, zstd' })
    expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([
      'br',
      expect.stringMatching(/^\d+$/),
    ])
  })

  test('of another build does not exist, so that the page is fetched again', async () => {
    expect((await get('/portal/assets/screen-of-yesterday.js')).status).toBe(404)
  })
})

describe('people behind one address', () => {
  /** Calls a new app without sockets, over which so many requests would take seconds. */
  const newApp = () => {
    const app = createApp(server.core)
    return async (path: string) =>
      (await app.fetch(new Request(server.url + path, { method: 'HEAD' }))).status
  }

  test('load files without using up the requests of the address', async () => {
    const status = newApp()
    for (let n = 0; n < rateClasses.general + 1; n++) {
      expect(await status('/portal/assets/screen-1a2b.js')).toBe(200)
    }
    expect(await status('/portal')).toBe(200)
    for (let n = 1; n < rateClasses.general; n++) await status('/portal')
    expect(await status('/portal')).toBe(429)
    expect(await status('/portal/assets/screen-1a2b.js')).toBe(200)
  })

  test('get no more than six thousand files a minute', async () => {
    const status = newApp()
    for (let n = 0; n < visitLimits.files; n++) await status('/portal/assets/screen-1a2b.js')
    expect(await status('/portal/assets/screen-1a2b.js')).toBe(429)
    expect(await status('/portal')).toBe(200)
  })

  test('use up requests by asking for files that do not exist', async () => {
    const status = newApp()
    for (let n = 0; n < rateClasses.general; n++) await status('/portal/assets/screen-of-yesterday.js')
    expect(await status('/portal')).toBe(429)
  })
})

test.each(['/', '/portal', '/portal/items/itm_1'])('%s accepts GET only', async (path) => {
  const { status, headers } = await get(path, {}, 'POST')
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test.each(['/', '/portal', '/portal/items'])('without the portal, %s does not exist', async (path) => {
  expect((await request(without.url + path)).status).toBe(404)
})
