import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/http.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Sends raw bytes to the server and returns its response. */
const raw = async (text: string): Promise<string> => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.end(text)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  await once(socket, 'close')
  return answer
}

describe('hostile requests', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['an absolute address', 'GET http://other.example/v1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a strange Host', 'GET /v1/x HTTP/1.1\r\nHost: a b<>\r\nConnection: close\r\n\r\n'],
    ['an unknown method', 'BREW /v1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['TRACE', 'TRACE /v1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a false length', 'POST /v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\nConnection: close\r\n\r\n'],
    ['no Host', 'GET /v1/x HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a header of 200 KB', `GET /v1/x HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`],
  ])('%s gets a 4xx problem that names the request', async (_what, text) => {
    const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 4\d\d /)
    const [, requestId] = /^x-request-id: (.*)$/im.exec(head) ?? []
    expect(head).toMatch(/^content-type: application\/problem\+json$/im)
    expect(head).toMatch(/^x-content-type-options: nosniff$/im)
    expect(JSON.parse(body)).toMatchObject({ requestId })
  })

  test('an unknown expectation does not lead to a bare status', async () => {
    const answer = await raw('GET /v1/x HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 404 .*x-request-id: req_/is)
  })

  test('a probe by HTTP/1.0 without a Host is answered', async () => {
    expect(await raw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.\d 200 /)
  })
})
