import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { WebhookHttpOptions } from '../../src/adapters/webhook-http/sender.ts'
import { request } from '../contract/webhook-sender.ts'
import { testCertificate } from '../support/certificate.ts'
import { withLongerDeadlines } from '../support/longer-deadlines.ts'
import { listen, OK, open } from '../support/webhook-http.ts'

const toLoopback = async () => [{ address: '127.0.0.1', family: 4 }]

describe('the outcome of a response', () => {
  /** Deadline for exchanges that end long before it, however slow the machine is. */
  const timeoutMs = 60_000
  const partial = 'HTTP/1.1 202 Accepted\r\nContent-Length: 99\r\n\r\npart'
  it.each<[string, (socket: Socket) => void, object]>([
    ['a 2xx whose body hangs', (s) => s.write(partial), { status: 202, responseBody: 'part' }],
    ['a 2xx whose connection ends early', (s) => s.end(partial), { status: 202, responseBody: 'part' }],
    [
      'a 500 whose body hangs',
      (s) => s.write(partial.replace('202', '500')),
      { status: 500, responseBody: 'part' },
    ],
    [
      'a 103 before the answer',
      (s) => s.write(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${OK}`),
      { status: 200, responseBody: 'ok' },
    ],
    [
      'a 100 before the answer',
      (s) => s.write(`HTTP/1.1 100 Continue\r\n\r\n${OK}`),
      { status: 200, responseBody: 'ok' },
    ],
    [
      'a body in chunks',
      (s) => s.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n'),
      { status: 200, responseBody: 'hello' },
    ],
    [
      'a body until the end of the connection',
      (s) => s.end('HTTP/1.1 200 OK\r\n\r\nbye'),
      { status: 200, responseBody: 'bye' },
    ],
    [
      'a body that breaks off in a chunk',
      (s) => s.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe'),
      { status: 200, responseBody: 'he' },
    ],
    ['only interim answers', (s) => s.write('HTTP/1.1 103 Early Hints\r\n\r\n'), { error: 'timeout' }],
    ['half a status line', (s) => s.write('HTTP/1.1 200 O'), { error: 'timeout' }],
    ['another protocol', (s) => s.end('SSH-2.0-OpenSSH_9.7\r\n'), { error: 'protocol' }],
    [
      'endless headers',
      (s) => s.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
      { status: 200, responseBody: '' },
    ],
    [
      'a change of protocol',
      (s) => s.write('HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'),
      { error: 'protocol' },
    ],
    ['a connection closed without an answer', (s) => s.end(), { error: 'reset' }],
  ])('%s', (_name, answer, expected) =>
    withLongerDeadlines(async (timeoutMs) => {
      const listener = await listen(answer)
      const outcome = await open().send(request(`http://127.0.0.1:${listener.port}/`, { timeoutMs }))
      expect(outcome).toMatchObject(expected)
      // An outcome has either a status or an error.
      expect('error' in expected ? outcome.status : outcome.error).toBeUndefined()
      expect(outcome.durationMs).toBeLessThan(2 * timeoutMs)
    }),
  )

  it('the status line counts even if the connection is reset after it', async () => {
    let reset = () => {}
    const arrived = Promise.withResolvers<void>()
    const listener = await listen((socket) => {
      socket.write(partial)
      reset = () => socket.resetAndDestroy()
      arrived.resolve()
    })
    const other = await listen((socket) => socket.write(OK))
    const sender = open()
    const pending = sender.send(request(`http://127.0.0.1:${listener.port}/`, { timeoutMs }))
    await arrived.promise
    // After a whole other exchange the status line has been read, so the reset cannot overtake it.
    await sender.send(request(`http://127.0.0.1:${other.port}/`))
    reset()
    const outcome = await pending
    expect(outcome).toEqual({ status: 202, responseBody: 'part', durationMs: expect.any(Number) })
    expect(outcome.durationMs).toBeLessThan(timeoutMs)
  })

  it('ends an endless body at the limit, long before the deadline', async () => {
    const listener = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const pour = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      }
      socket.on('drain', pour)
      pour()
    })
    const outcome = await open().send(
      request(`http://127.0.0.1:${listener.port}/`, { timeoutMs, captureBytes: 16_384 }),
    )
    expect(outcome).toEqual({ status: 200, responseBody: 'x'.repeat(16_384), durationMs: expect.any(Number) })
    expect(outcome.durationMs).toBeLessThan(timeoutMs)
  })

  it('reports the target of a redirect', async () => {
    const listener = await listen((socket) =>
      socket.write('HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n'),
    )
    const outcome = await open().send(request(`http://127.0.0.1:${listener.port}/`))
    expect(outcome.detail).toBe(
      'The endpoint redirects to http://169.254.169.254/; redirects are not followed.',
    )
    expect(listener.connections()).toBe(1)
  })

  it('an invalid header is an outcome too', async () => {
    const listener = await listen((socket) => socket.write(OK))
    const outcome = await open().send(
      request(`http://127.0.0.1:${listener.port}/`, { headers: { 'X-A': 'a\r\nb' } }),
    )
    expect(outcome).toMatchObject({ error: 'protocol', detail: expect.stringContaining('cannot be sent') })
    expect(listener.requests).toEqual([])
  })
})

describe('before an answer', () => {
  it.each([
    [
      'a name that does not exist',
      async () => {
        throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
      },
      'dns',
      /hooks\.test could not be resolved \(ENOTFOUND\)/,
    ],
    ['a name without addresses', async () => [], 'dns', /has no address/],
    [
      'a name server that hangs',
      () => new Promise<never>(() => {}),
      'timeout',
      /while its name was being resolved/,
    ],
    ['a port without a listener', toLoopback, 'connect', /ECONNREFUSED/],
  ])('%s', (_name, resolve, error, detail) =>
    withLongerDeadlines(async (timeoutMs) => {
      const unused = await listen(() => {})
      await unused.close()
      const sender = open({ resolve })
      const outcome = await sender.send(request(`http://hooks.test:${unused.port}/`, { timeoutMs }))
      expect(outcome).toMatchObject({ error, detail: expect.stringMatching(detail) })
    }),
  )

  it('the deadline covers the TLS handshake', () =>
    withLongerDeadlines(async (timeoutMs) => {
      const mute = await listen(() => {})
      const outcome = await open({ resolve: toLoopback }).send(
        request(`https://hooks.test:${mute.port}/`, { timeoutMs }),
      )
      expect(outcome).toMatchObject({
        error: 'timeout',
        detail: expect.stringContaining('during the TLS handshake'),
      })
    }))
})

describe('TLS', () => {
  const send = async (host: string, options: Partial<WebhookHttpOptions>) => {
    const listener = await listen((socket) => socket.write(OK), { tls: true })
    const outcome = await open({
      allowInsecure: false,
      allowCidrs: ['127.0.0.0/8'],
      resolve: toLoopback,
      ...options,
    }).send(request(`https://${host}:${listener.port}/`))
    return { outcome, requests: listener.requests }
  }

  it('delivers to an endpoint with a valid certificate', async () => {
    const { outcome, requests } = await send('hooks.test', { ca: testCertificate.cert })
    expect(outcome).toMatchObject({ status: 200, responseBody: 'ok' })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['no trusted authority signed', 'hooks.test', {}],
    ['is for another name', 'other.test', { ca: testCertificate.cert }],
    ['is for no address', '127.0.0.1', { ca: testCertificate.cert }],
  ])(
    'a certificate that %s ends the attempt before a byte of the event is sent',
    async (_name, host, options) => {
      const { outcome, requests } = await send(host, options)
      expect(outcome).toMatchObject({ error: 'tls', detail: expect.stringContaining('TLS handshake failed') })
      expect(requests).toEqual([])
    },
  )
})

it('https to a plain HTTP port is a TLS failure', async () => {
  const server = createServer((_request, response) => response.end('served'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const outcome = await open({ resolve: toLoopback }).send(request(`https://hooks.test:${port}/`))
  expect(outcome).toMatchObject({ error: 'tls', responseBody: '' })
})
