import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { startTestServer, type TestServer } from '../support/http.ts'
import { jpegs } from '../support/images.ts'

const pdf = createPdfRenderer({ workers: 0 })
let server: TestServer
let url: string
const size = jpegs.rgb.length
beforeAll(async () => {
  server = await startTestServer({ ports: { renderer: pdf } })
  const { body } = await server.shop.call('uploads.create', {
    query: { kind: 'IMAGE', name: 'Zoë "1".jpg' },
    bytes: jpegs.rgb,
  })
  const asset = await server.shop.call('uploads.asset', { params: { id: body.assetId } })
  url = asset.body.urls.master.replace('http://mail.example', server.url)
})
afterAll(async () => {
  await server.close()
  await pdf.close()
})

const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { headers, method })

describe('a file behind a signed URL', () => {
  test('is served without a key, with headers that keep browsers from running it', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(size),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': expect.stringMatching(/^private, max-age=(3600|[3-7]\d{3}), immutable$/),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"ast_.*\.master"$/),
      'content-disposition': expect.stringContaining('Zo%C3%AB%20%221%22.jpg'),
      'ratelimit-limit': '600',
      'x-request-id': expect.stringMatching(/^req_/),
    })
    expect(Buffer.from(await response.arrayBuffer()).equals(jpegs.rgb)).toBe(true)
  })

  test('reports its length to HEAD', async () => {
    const response = await get({}, 'HEAD')
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(size)])
    expect(await response.text()).toBe('')
  })

  test.each([
    ['the first bytes', 'bytes=0-9', 206, 0, 10],
    ['one byte', 'bytes=5-5', 206, 5, 6],
    ['the rest', 'bytes=100-', 206, 100, size],
    ['the last bytes', 'bytes=-7', 206, size - 7, size],
    ['more than there is', `bytes=10-${size * 2}`, 206, 10, size],
    ['a longer end than there is', `bytes=-${size * 2}`, 206, 0, size],
    ['two ranges', 'bytes=0-1,4-5', 200, 0, size],
    ['an end before the start', 'bytes=9-3', 200, 0, size],
    ['another unit', 'lines=1-2', 200, 0, size],
    ['nothing', 'bytes=-', 200, 0, size],
  ])('gives %s', async (_what, range, status, start, end) => {
    const response = await get({ range })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-range')).toBe(
      status === 206 ? `bytes ${start}-${end - 1}/${size}` : null,
    )
    expect(Buffer.from(await response.arrayBuffer()).equals(jpegs.rgb.subarray(start, end))).toBe(true)
  })

  test.each([`bytes=${size}-`, 'bytes=-0', 'bytes=999999999999999-'])('has no %s', async (range) => {
    const response = await get({ range })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
    expect(await response.json()).toMatchObject({ code: 'range_not_satisfiable', status: 416 })
  })

  test('is not sent again to clients that have it', async () => {
    const etag = (await get()).headers.get('etag')!
    for (const have of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get({ 'if-none-match': have })
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('serves a range only of the caller’s version', async () => {
    const etag = (await get()).headers.get('etag')!
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })

  test('does not exist under a changed URL', async () => {
    const response = await fetch(`${url}0`)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})
