import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/http.ts'
import { startTestS3, type TestS3 } from '../support/s3/server.ts'

let s3: TestS3
let server: TestServer
beforeAll(async () => {
  s3 = await startTestS3()
  const blobs = s3.blobs('shop', { parameters: { downloads: 'endpoint' } })
  server = await startTestServer({ ports: { blobs } })
})
afterAll(async () => {
  await server.close()
  await s3.close()
})
beforeEach(() => s3.reset())

const mebibyte = 1024 * 1024
/** Returns bytes that the renderer of these tests accepts as a JPEG. */
const pictureOf = (bytes: number) =>
  Buffer.alloc(bytes, ' ').fill(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 0, 4)

const upload = (bytes: Uint8Array) =>
  server.shop.call('uploads.create', { query: { kind: 'IMAGE', name: 'Über uns.jpg' }, bytes })
/** The signed URL of an asset. */
const addressOf = async (bytes: Uint8Array): Promise<string> => {
  const { body } = await upload(bytes)
  const asset = await server.shop.call('uploads.asset', { params: { id: body.assetId } })
  return asset.body.urls.master.replace('http://mail.example', server.url)
}
const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url, { redirect: 'manual', headers, method })

describe('a large file that programs can download directly', () => {
  const bytes = pictureOf(8 * mebibyte)
  let url: string
  beforeAll(async () => {
    url = await addressOf(bytes)
  })

  test('is downloaded with its own name and type', async () => {
    const response = await get(url)
    expect([response.status, response.headers.get('cache-control'), await response.text()]).toEqual([
      302,
      'no-store',
      '',
    ])
    expect(response.headers.get('x-request-id')).toBeTruthy()
    expect(response.headers.get('ratelimit-limit')).toBe('600')
    const location = response.headers.get('location')!
    expect(location.startsWith(s3.url)).toBe(true)
    const file = await fetch(location)
    expect(file.headers.get('content-type')).toBe('image/jpeg')
    expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%9Cber%20uns.jpg")
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('is downloaded whole and in parts by programs that follow redirects', async () => {
    const whole = await fetch(url)
    expect((await whole.arrayBuffer()).byteLength).toBe(bytes.length)
    const part = await fetch(url, { headers: { range: 'bytes=0-7' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 8])
  })

  test.each([
    ['a page of the portal', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }],
    ['a browser without https', { cookie: '__Host-session=x' }],
  ])('is served from here to %s', async (_who, headers) => {
    const response = await get(url, headers)
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, bytes.length])
  })

  test('has headers here, and a 304 if the caller’s copy is current', async () => {
    const head = await get(url, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    const again = await get(url, { 'if-none-match': head.headers.get('etag')! })
    expect(again.status).toBe(304)
  })

  test('still requires a valid URL', async () => {
    const response = await get(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
    expect([response.status, response.headers.get('location')]).toEqual([404, null])
  })
})

test('a small file is served from here', async () => {
  const response = await get(await addressOf(pictureOf(8 * mebibyte - 1)))
  expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 8 * mebibyte - 1])
})

test('an export is written there, and served from here if it is small', async () => {
  const { shop } = server
  const requested = await server.as().send('POST', '/v1/exports', { kind: 'events', format: 'ndjson' })
  expect(requested.status).toBe(202)
  const row = async () => (await server.as().send('GET', `/v1/exports/${requested.body.id}`)).body
  // Polls, because the server's own ticker may have begun the job.
  const settled = async () => {
    await shop.settle()
    return (await row()).status
  }
  await expect.poll(settled).toBe('READY')
  const { status, text } = await server.as().send('GET', `/v1/exports/${requested.body.id}/file`)
  expect([status, Buffer.byteLength(text)]).toEqual([200, (await row()).sizeBytes])
  expect(s3.bucket.objects.has(`shop/exports/${requested.body.id.toLowerCase()}/000001`)).toBe(true)
})

describe('while the blob store is unavailable', () => {
  beforeEach(() => s3.onRequest(() => 'cut'))

  test('operations with files answer 503 and store nothing, and the database is not blamed', async () => {
    const { body } = await server.as().send('POST', '/v1/uploads?kind=CSV&name=list.csv', 'name\nZoë')
    expect(body).toMatchObject({
      status: 503,
      code: 'storage_unavailable',
      detail: 'The file storage is unavailable. Nothing of this request was saved. Try again later.',
    })
    expect((await get(`${server.url}/readyz`)).status).toBe(200)
    server.shop.clock.advance(5000)
    const status = await server.as().send('GET', '/v1/status')
    const of = Object.fromEntries(
      status.body.components.map(({ name, status }: { name: string; status: string }) => [name, status]),
    )
    expect(of).toMatchObject({ store: 'OPERATIONAL', files: 'OUTAGE' })
    expect((await server.as().send('GET', '/v1/items')).status).toBe(200)
    s3.reset()
    server.shop.clock.advance(5000)
    expect((await server.as().send('GET', '/v1/status')).body.status).toBe('OPERATIONAL')
  })

  test('an existing file answers 503 and not 404', async () => {
    s3.reset()
    const url = await addressOf(pictureOf(1000))
    s3.onRequest(() => 'cut')
    const response = await get(url)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    s3.reset()
    expect((await get(url)).status).toBe(200)
  })
})
