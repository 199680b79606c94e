import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { startTestServer, type TestServer } from '../support/http.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const path = '/v1/uploads?kind=CSV&name=list.csv'

test('a file travels as the body, whatever it is called', async () => {
  const response = await server
    .as()
    .send('POST', path, 'name\nZoë', { 'content-type': 'application/x-anything' })
  expect(response).toMatchObject({ status: 201, body: { kind: 'CSV', sizeBytes: 9, isTest: false } })
  expect(response.headers.get('x-request-id')).toBeTruthy()
})

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

test('a body that says that it is too large is refused before it comes', async () => {
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

test('a client that hangs up leaves nothing behind, and the server goes on', async () => {
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
