import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/http.ts'

const answers: [what: string, method: string, path: string, status: number][] = [
  ['an answer', 'GET', '/v1/organisation', 200],
  ['a refused body', 'POST', '/v1/items', 400],
  ['a missing resource', 'GET', '/v1/items/itm_x', 404],
  ['an unknown address', 'GET', '/nothing', 404],
  ['an unsupported method', 'PUT', '/v1/organisation', 405],
  ['an OPTIONS request', 'OPTIONS', '/v1/organisation', 204],
  ['the API document', 'GET', '/v1/meta/openapi.json', 200],
  ['the viewer', 'GET', '/docs', 200],
  ['the API as text', 'GET', '/llms.txt', 200],
  ['an explanation', 'GET', '/problems/not_found', 200],
  ['a health check', 'GET', '/healthz', 200],
  ['an unknown code', 'GET', '/q/NOTACODE', 404],
  ['an unknown opt-out', 'GET', '/o/NOTACODE', 404],
]

let plain: TestServer
let secure: TestServer
beforeAll(async () => {
  plain = await startTestServer()
  secure = await startTestServer({ config: { baseUrl: 'https://mail.example' } })
})
afterAll(() => Promise.all([plain.close(), secure.close()]))

describe('every response', () => {
  test.each(answers)('declares what %s is, and forbids framing', async (_what, method, path, status) => {
    const answer = await plain.as().send(method, path)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).toMatch(/frame-ancestors 'none'/)
    expect(answer.headers.get('strict-transport-security'), 'without https').toBeNull()
  })

  test.each(answers)(
    'of %s reveals nothing to other sites, nor its software',
    async (_what, method, path) => {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
      const answer = await plain.as().send(method, path, undefined, headers)
      const names = [...answer.headers.keys()]
      expect(names.filter((name) => /^(?:access-control-|server$|x-powered-by$|via$)/.test(name))).toEqual([])
    },
  )

  // Refused hosts are answers too.
  test.each(answers)('behind https enforces https for %s', async (_what, method, path) => {
    const answer = await secure.as().send(method, path)
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })
})
