import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFsBlobs } from '../../src/adapters/blobs-fs/blobs.ts'
import { createClient } from '../../src/client/client.ts'
import { startTestServer, type TestServer } from '../support/http.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let server: TestServer
beforeAll(async () => {
  // On a disk, which is slower than the connection, so that the body waits for its reader.
  server = await startTestServer({ ports: { blobs: await openFsBlobs(temporaryFolder()) } })
})
afterAll(() => server.close())

const path = '/v1/uploads?kind=CSV&name=list.csv'

// curl sends the second type with `--data-binary` by default.
test.each(['application/x-anything', 'application/x-www-form-urlencoded', 'text/csv; charset=utf-8'])(
  'a file is sent as the body, with the type %s',
  async (type) => {
    const response = await server.as().send('POST', path, 'name\nZoë', { 'content-type': type })
    expect(response).toMatchObject({ status: 201, body: { kind: 'CSV', sizeBytes: 9, isTest: false } })
    expect(response.headers.get('x-request-id')).toBeTruthy()
  },
)

test('the client sends bytes and blobs', async () => {
  const api = createClient({ baseUrl: server.url, key: server.shop.keys.test })
  const bytes = Buffer.from('name\nZoë')
  const one = await api.uploads.create(bytes, { kind: 'CSV', name: 'one' })
  const two = await api.uploads.create(
    new Blob([bytes]),
    { kind: 'CSV', name: 'two' },
    { idempotencyKey: 'k' },
  )
  expect(one.sha256).toBe(two.sha256)
  expect(await api.uploads.get(one.id)).toEqual(one)
})

test('a body with a too large declared length is refused before it is sent', async () => {
  const status = await new Promise((resolve, reject) => {
    const sending = httpRequest(
      server.url + path,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.shop.keys.live}`,
          'content-length': String(101 * 1024 * 1024),
        },
      },
      (response) => {
        resolve(response.statusCode)
        sending.destroy()
      },
    )
    sending.on('error', reject)
    sending.write('name\n')
  })
  expect(status).toBe(413)
})

test('a client that disconnects leaves nothing behind, and the server continues', async () => {
  await new Promise<void>((resolve) => {
    const sending = httpRequest(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.shop.keys.live}`, 'content-length': '1000' },
    })
    sending.on('error', () => resolve())
    sending.write('name\n', () => setImmediate(() => sending.destroy(new Error('gone'))))
  })
  expect(await server.as().send('POST', path, 'name')).toMatchObject({ status: 201 })
})

/**
 * Sends chunks without a length until the response arrives, whatever happens to the connection. Each call
 * has its own connection: Bun's client can stall on a kept one while it still writes the previous body.
 */
const pour = (target: string, type: string, most: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const piece = Buffer.alloc(256 * 1024, 'a')
    const sending = httpRequest(
      server.url + target,
      {
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${server.shop.keys.live}`, 'content-type': type },
      },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    sending.on('error', () => resolve(undefined))
    let sent = 0
    const more = () => {
      while (sent < most) {
        sent += piece.length
        if (!sending.write(piece)) {
          sending.once('drain', more)
          return
        }
      }
      sending.end()
    }
    more()
  })

test.each([
  ['a file', '/v1/uploads?kind=FONT&name=x', 'font/ttf'],
  ['a JSON body', '/v1/items', 'application/json'],
])('refuses %s without an end, and continues', async (_what, target, type) => {
  for (let round = 0; round < 3; round++) expect(await pour(target, type, 40 * 1024 * 1024)).toBe(413)
  expect(await server.as().send('POST', path, 'name')).toMatchObject({ status: 201 })
})
