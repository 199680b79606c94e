import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, type Sender, startTestServer, type TestServer } from '../support/http.ts'

let server: TestServer
let key: Sender
beforeAll(async () => {
  server = await startTestServer()
  key = server.as()
})
afterAll(() => server.close())

const send = (path: string, body: string | undefined, headers: Record<string, string>) =>
  request(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.key}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })
const json = { 'content-type': 'application/json' }

describe('a body with a Content-Encoding', () => {
  test.each(['gzip', 'br', 'gzip, identity'])('%s is a 415 that names it', async (encoding) => {
    const headers = { ...json, 'content-encoding': encoding }
    const refused = await send('/v1/advertising-categories', '{"label":"News"}', headers)
    expect([refused.status, refused.body.code]).toEqual([415, 'unsupported_media_type'])
    expect(refused.body.detail).toContain(`Content-Encoding: ${encoding}`)
    const file = await send('/v1/uploads?kind=CSV&name=a.csv', 'name\nZoë\n', headers)
    expect([file.status, file.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  test('without meaning is accepted', async () => {
    const headers = { ...json, 'content-encoding': 'identity' }
    expect((await send('/v1/advertising-categories', '{"label":"News"}', headers)).status).toBe(201)
  })
})

describe('if no body is expected', () => {
  const path = '/v1/postbatches/pbt_none/validate'

  test.each<[string, string | undefined, Record<string, string>, number]>([
    ['nothing', undefined, {}, 404],
    ['nothing, called JSON', '', json, 404],
    ['nothing, called a form', '', { 'content-type': 'application/x-www-form-urlencoded' }, 404],
    ['no fields', '{}', json, 404],
    ['invalid JSON', '{"', json, 400],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['fields', '{"force":true}', json, 422],
    ['a list', '[]', json, 422],
  ])('%s is answered by its kind', async (_what, body, headers, status) => {
    expect((await send(path, body, headers)).status).toBe(status)
  })
})

describe('a query that is not UTF-8', () => {
  test.each([
    ['a filter', '/v1/templates?filter[name]=%FF', 'filter[name]'],
    ['part of a text', '/v1/templates?filter[name][contains]=Zo%EB+a', 'filter[name][contains]'],
    ['next to a replacement character', '/v1/templates?filter[name]=%EF%BF%BD%FF', 'filter[name]'],
    ['a parameter', '/v1/analytics/summary?postflowId=%C3', 'postflowId'],
  ])('in %s is refused by name', async (_what, path, parameter) => {
    const { status, body } = await key.send('GET', path)
    expect([status, body.errors?.map((error: { parameter: string }) => error.parameter)]).toEqual([
      422,
      [parameter],
    ])
  })

  test.each(['%EF%BF%BD', 'Zo%C3%AB', '%', '%zz', 'a%3Db%26c', '+'])('is not %s', async (text) => {
    expect((await key.send('GET', `/v1/templates?filter[name][contains]=${text}&limit=1`)).status).toBe(200)
  })
})
