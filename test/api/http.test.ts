import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCatalogue } from '../../src/core/kernel/errors.ts'
import { request, type Sender, startTestServer, type TestServer } from '../support/http.ts'

let server: TestServer
let key: Sender
beforeAll(async () => {
  server = await startTestServer()
  key = server.as()
})
afterAll(() => server.close())

const path = '/v1/advertising-categories'

describe('every response', () => {
  test.each([
    ['an answer', 'GET', path],
    ['an unknown address', 'GET', '/v1/no-such-thing'],
    ['an unsupported method', 'PUT', path],
    ['a health check', 'GET', '/healthz'],
    ['an explanation', 'GET', '/problems/not_found'],
  ])('of %s has an X-Request-Id, generated or the caller’s', async (_what, method, address) => {
    expect((await key.send(method, address)).headers.get('x-request-id')).toMatch(/^req_/)
    const own = await key.send(method, address, undefined, { 'x-request-id': 'order-17.retry:2' })
    expect(own.headers.get('x-request-id')).toBe('order-17.retry:2')
  })

  test('an X-Request-Id that is unfit for a log line is replaced', async () => {
    for (const bad of ['a b', 'x'.repeat(129), 'a,b', 'é']) {
      const response = await key.send('GET', path, undefined, { 'x-request-id': bad })
      expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    }
  })

  test.each([
    ['an answer', 'GET', path, 200],
    ['no content', 'OPTIONS', path, 204],
    ['the API document', 'GET', '/v1/meta/openapi.json', 200],
    ['a missing resource', 'GET', '/v1/items/itm_x', 404],
    ['an unknown address', 'GET', '/v1/no-such-thing', 404],
    ['an id that is not text', 'GET', '/v1/items/%ff', 404],
    ['an unsupported method', 'PUT', path, 405],
    ['bad parameters', 'GET', `${path}?x=1`, 422],
  ])('of %s has rate limit headers', async (_what, method, address, status) => {
    const answer = await key.send(method, address)
    expect(answer.status).toBe(status)
    for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
      expect([name, answer.headers.get(name)]).toEqual([name, expect.stringMatching(/^\d+$/)])
    }
  })

  test('to a HEAD is as long as to the GET, without its body', async () => {
    const plain = { 'accept-encoding': 'identity' }
    const get = await key.send('GET', path, undefined, plain)
    const head = await key.send('HEAD', path, undefined, plain)
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'application/json'])
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)))
  })

  test('to a HEAD of a stream has no length', async () => {
    const head = await key.send('HEAD', '/v1/analytics/items.csv')
    expect([head.status, head.text]).toEqual([200, ''])
    const length = ['content-length', 'transfer-encoding'].map((name) => head.headers.get(name))
    expect(length).toEqual([null, 'chunked'])
  })

  test('without a valid key counts for its address, and does not affect valid keys', async () => {
    const unkeyed = () => request(server.url + path, { headers: { authorization: 'Bearer svc_test_x' } })
    const first = await unkeyed()
    expect([first.status, first.headers.get('ratelimit-limit')]).toEqual([401, '600'])
    let last = first
    for (let n = Number(first.headers.get('ratelimit-remaining')); n >= 0; n--) last = await unkeyed()
    expect([last.status, last.body.code]).toEqual([429, 'rate_limited'])
    expect(last.headers.get('retry-after')).toBe(last.headers.get('ratelimit-reset'))
    expect((await key.send('GET', path)).status).toBe(200)
    // The next minute is a new one.
    server.shop.clock.advance(60_000)
    expect((await unkeyed()).status).toBe(401)
  })

  test('with a key has the rate limit headers of the key', async () => {
    const { headers } = await key.send('GET', path)
    expect(headers.get('ratelimit-limit')).toBe('600')
    expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(600)
    expect(headers.get('ratelimit-reset')).toMatch(/^\d+$/)
  })
})

describe('an error', () => {
  test('is a problem whose type has a page', async () => {
    const { status, headers, body } = await request(server.url + path)
    expect(status).toBe(401)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(body).toMatchObject({
      status: 401,
      code: 'api_key_invalid',
      requestId: headers.get('x-request-id'),
    })
    const page = await request(new URL(body.type, server.url).href)
    expect(page.status).toBe(200)
    expect(page.text).toContain('api_key_invalid')
  })

  test.each(Object.keys(errorCatalogue))('%s has a page', async (code) => {
    const page = await request(`${server.url}/problems/${code}`)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.text).toContain(code)
  })

  test('without a page is a 404', async () => {
    expect((await request(`${server.url}/problems/constructor`)).status).toBe(404)
  })

  test.each([
    ['/v1/no-such-thing', 404],
    ['/v1/advertising-categories/%E0%A4%A', 404],
    ['/v1/advertising-categories/%ff', 404],
    ['/favicon.ico', 404],
    ['/v1/advertising-categories/a/b', 404],
  ])('for GET %s is a %i problem', async (address, status) => {
    const response = await key.send('GET', address)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.body.code).toBe('not_found')
  })

  test('405 names the methods that the path supports', async () => {
    const response = await key.send('PUT', path, {})
    expect(response.status).toBe(405)
    expect(response.body.code).toBe('method_not_allowed')
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST')
  })
})

describe('other methods', () => {
  test('OPTIONS lists the methods of a path, without a key', async () => {
    const response = await request(`${server.url}${path}/x`, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('allow')).toBe('DELETE, OPTIONS, PATCH')
  })
})

describe('a body', () => {
  const send = (body: string | Uint8Array<ArrayBuffer> | ReadableStream, contentType?: string) =>
    request(server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key.key}`,
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      },
      body,
      duplex: 'half',
    } as RequestInit)

  test.each([
    ['not JSON', '{"label": ', 400, 'malformed_body'],
    ['empty', '', 400, 'malformed_body'],
    ['nothing but a number', '7', 422, 'validation_failed'],
    ['null', 'null', 422, 'validation_failed'],
    ['a list', '[]', 422, 'validation_failed'],
  ])('that is %s is refused', async (_what, body, status, code) => {
    const response = await send(body, 'application/json')
    expect([response.status, response.body.code]).toEqual([status, code])
  })

  test('that is not UTF-8 is refused instead of being stored broken', async () => {
    const response = await send(
      Uint8Array.from(Buffer.from('{"label":"Zo\xeb"}', 'latin1')),
      'application/json',
    )
    expect([response.status, response.body.code]).toEqual([400, 'malformed_body'])
  })

  test.each([
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=latin1',
  ])('of type %s is a 415', async (type) => {
    const response = await send('{"label":"News"}', type)
    expect([response.status, response.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/vnd.shop+json',
  ])('of type %s is accepted', async (type) => {
    expect((await send('{"label":"News"}', type)).status).toBe(201)
  })

  test('of more than 1 MiB is a 413, whether its length is declared or not', async () => {
    const large = JSON.stringify({ label: 'x'.repeat(1024 * 1024) })
    const declared = await send(large, 'application/json')
    expect([declared.status, declared.body.code]).toEqual([413, 'body_too_large'])
    const stream = new Blob([large]).stream()
    const streamed = await send(stream, 'application/json')
    expect([streamed.status, streamed.body.code]).toEqual([413, 'body_too_large'])
  })

  test('of ten times the limit is a 413 too, not a broken connection', async () => {
    const large = 'x'.repeat(10 * 1024 * 1024)
    for (const body of [large, new Blob([large]).stream()]) {
      expect((await send(body, 'application/json')).status).toBe(413)
    }
  })

  test('is not read before the key is checked', async () => {
    const response = await request(server.url + path, { method: 'POST', body: 'x'.repeat(2_000_000) })
    expect(response.status).toBe(401)
  })

  test('with a field called __proto__ names it as unknown', async () => {
    const response = await send('{"label":"News","__proto__":{"archived":true}}', 'application/json')
    expect(response.status).toBe(422)
    expect(response.body.errors).toMatchObject([{ parameter: '__proto__', code: 'unknown' }])
  })
})

describe('the address', () => {
  test('is decoded once, slashes included', async () => {
    const response = await key.send('PATCH', `${path}/a%2Fb%2520c`, { label: 'x' })
    expect([response.status, response.body.code]).toEqual([404, 'not_found'])
  })

  test('with unknown parameters names every one of them', async () => {
    const response = await key.send('GET', `${path}?colour=red&colour=blue&size=%zz`)
    expect(response.status).toBe(422)
    expect(response.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual([
      'colour',
      'size',
    ])
  })
})

describe('the address and the headers', () => {
  const values = (length: number) => 'x'.repeat(length)

  test('may contain ten thousand values of a filter, which are refused by name', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `V${index}`).join(',')
    const answer = await key.send('GET', `/v1/items?filter[status][in]=${many}`)
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ parameter: 'filter[status][in]' }] } })
  })

  test.each([
    [120, 422],
    [130, 431],
  ])('of %d KiB are answered %d', async (kib, status) => {
    const answer = await key.send('GET', `/v1/items?x=${values(kib * 1024)}`)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })
})

describe('health', () => {
  test('healthz and readyz answer without a key', async () => {
    expect((await request(`${server.url}/healthz`)).body).toEqual({ status: 'ok' })
    expect((await request(`${server.url}/readyz`)).body).toEqual({ status: 'ready' })
  })
})
