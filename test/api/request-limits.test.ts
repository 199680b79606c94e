import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, type Sender, startTestServer, type TestServer } from '../support/http.ts'

let server: TestServer
let key: Sender
beforeAll(async () => {
  server = await startTestServer()
  key = server.as()
})
afterAll(() => server.close())

const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  request(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
const withKey = (body: string) =>
  send('/v1/advertising-categories', body, { authorization: `Bearer ${key.key}` })

describe('a body', () => {
  test.each([
    [90_000, [400, 422]],
    [110_000, [413]],
  ])('nested %d times is refused, and the server survives', async (times, statuses) => {
    const deep = '['.repeat(times) + ']'.repeat(times)
    const response = await withKey(`{"label":${deep}}`)
    expect(statuses).toContain(response.status)
  })

  test('with 100,000 names and values is validated, with one more is a 413', async () => {
    // The object, the name and its list count as well.
    const numbers = (count: number) => `{"label":[${'1,'.repeat(count - 4)}1]}`
    expect((await withKey(numbers(100_000))).status).toBe(422)
    const more = await withKey(numbers(100_001))
    expect([more.status, more.body.code]).toEqual([413, 'body_too_large'])
    expect(more.body.detail).toContain('100,000 names and values')
  })

  test('without a key has at most 8 KiB', async () => {
    const signIn = (length: number) => {
      const start = '{"email":"a@example.org","password":"'
      return send('/v1/session', `${start}${'x'.repeat(length - start.length - 2)}"}`)
    }
    expect((await signIn(8 * 1024)).body.code).not.toBe('body_too_large')
    const more = await signIn(8 * 1024 + 1)
    expect([more.status, more.body.code]).toEqual([413, 'body_too_large'])
    expect(more.body.detail).toContain('8 KiB')
  })
})

describe('a query', () => {
  test.each([
    [100, 'p0'],
    [101, 'query'],
    [15_000, 'query'],
  ])('of %d parameters is refused by %s', async (count, parameter) => {
    const query = Array.from({ length: count }, (_, n) => `&p${n}=`).join('&')
    const answer = await key.send('GET', `/v1/items?${query}`)
    expect([answer.status, answer.body.errors[0].parameter]).toEqual([422, parameter])
  })
})
