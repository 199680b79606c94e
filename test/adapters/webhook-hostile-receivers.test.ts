import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createWebhookSender } from '../../src/adapters/webhook-http/sender.ts'
import type { WebhookOutcome } from '../../src/core/ports/webhook-sender.ts'
import { request } from '../contract/webhook-sender.ts'
import { testCertificate } from '../support/certificate.ts'
import { captureBytes, head, hostileReceivers, ok, trickle } from '../support/hostile-receivers.ts'
import { withLongerDeadlines } from '../support/longer-deadlines.ts'
import { listenRaw, reset } from '../support/raw-listener.ts'

describe.each([
  ['http', {}],
  ['https', { tls: true }],
] as const)('a receiver over %s that', (scheme, options) => {
  it.each(hostileReceivers.map((one) => [one.name, one] as const))(
    '%s',
    (_name, { answer, expected, body, untilDeadline }) =>
      withLongerDeadlines(async (timeoutMs) => {
        const closed = Promise.withResolvers<void>()
        const listener = await listenRaw((socket) => {
          socket.on('close', () => closed.resolve())
          answer(socket)
        }, options)
        const sender = createWebhookSender({
          allowInsecure: true,
          allowCidrs: [],
          ca: testCertificate.cert,
          resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        })
        onTestFinished(async () => {
          await sender.close()
          await listener.close()
        })
        const before = performance.now()
        const outcome = await sender.send(
          request(`${scheme}://hooks.test:${listener.port}/`, { timeoutMs, captureBytes }),
        )
        const tookMs = performance.now() - before

        const { status, error } = outcome
        expect({
          ...(status === undefined ? {} : { status }),
          ...(error === undefined ? {} : { error }),
        }).toEqual(expected)
        if (body !== undefined)
          expect(outcome.responseBody).toEqual(typeof body === 'string' ? body : expect.stringMatching(body))
        expect(Buffer.byteLength(outcome.responseBody)).toBeLessThanOrEqual(3 * captureBytes)
        expect(outcome.responseBody.length).toBeLessThanOrEqual(captureBytes)
        // One deadline for every phase of the request.
        expect(tookMs).toBeLessThan(untilDeadline ? 2 * timeoutMs : timeoutMs)
        if (untilDeadline) expect(tookMs).toBeGreaterThan(timeoutMs - 20)
        // Nothing was sent twice or elsewhere, and the connection is released.
        expect(listener.requests).toHaveLength(1)
        expect(listener.connections()).toBe(1)
        await sender.close()
        await closed.promise
      }),
  )
})

describe('connecting', () => {
  const send = async (
    url: string,
    timeoutMs: number,
    options: object = {},
  ): Promise<{ outcome: WebhookOutcome; tookMs: number }> => {
    const sender = createWebhookSender({
      allowInsecure: true,
      allowCidrs: [],
      ca: testCertificate.cert,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      ...options,
    })
    onTestFinished(() => sender.close())
    const before = performance.now()
    const outcome = await sender.send(request(url, { timeoutMs }))
    return { outcome, tookMs: performance.now() - before }
  }
  const listen = async (greet: (socket: Socket) => void) => {
    const listener = await listenRaw(() => {}, { greet })
    onTestFinished(() => listener.close())
    return listener
  }

  // Reactions of a receiver to a client that begins a TLS handshake.
  const handshakes: [name: string, greet: (socket: Socket) => void, error: string][] = [
    ['is silent', () => {}, 'timeout'],
    ['trickles a record', (s) => trickle(s, '\x16\x03\x03\x40\x00', '\x02'), 'timeout'],
    ['answers in plain text', (s) => s.write(ok), 'tls'],
    ['closes', (s) => s.end(), 'tls'],
    ['resets', (s) => reset(s), 'connect|tls'],
    ['alerts', (s) => s.write(Buffer.from([21, 3, 3, 0, 2, 2, 40])), 'tls'],
  ]
  it.each(handshakes)('TLS to a receiver that %s', (_name, greet, error) =>
    withLongerDeadlines(async (timeoutMs) => {
      const listener = await listen(greet)
      const { outcome, tookMs } = await send(`https://hooks.test:${listener.port}/`, timeoutMs)
      expect(outcome).toMatchObject({ error: expect.stringMatching(`^(${error})$`), responseBody: '' })
      expect(outcome.status).toBeUndefined()
      expect(tookMs).toBeLessThan(2 * timeoutMs)
    }),
  )

  it('the deadline includes the time for resolving the name', () =>
    withLongerDeadlines(async (timeoutMs) => {
      const listener = await listen(() => {})
      const resolve = () =>
        new Promise<{ address: string; family: number }[]>((done) =>
          setTimeout(() => done([{ address: '127.0.0.1', family: 4 }]), timeoutMs / 2),
        )
      const { outcome, tookMs } = await send(`http://hooks.test:${listener.port}/`, timeoutMs, { resolve })
      expect(outcome.error).toBe('timeout')
      // If the deadline started after the name was resolved, the request would take 1.5 times as long.
      expect(tookMs).toBeLessThan(1.5 * timeoutMs)
      expect(tookMs).toBeGreaterThan(timeoutMs - 20)
    }))

  it('a name server that hangs takes no longer than the deadline', () =>
    withLongerDeadlines(async (timeoutMs) => {
      const { outcome, tookMs } = await send('https://hooks.test/', timeoutMs, {
        resolve: () => new Promise(() => {}),
      })
      expect(outcome).toMatchObject({ error: 'timeout', detail: expect.stringContaining('name') })
      expect(tookMs).toBeLessThan(2 * timeoutMs)
    }))
})

describe('a kept connection', () => {
  let listener: Awaited<ReturnType<typeof listenRaw>>
  let sender: ReturnType<typeof createWebhookSender>
  const answers: string[] = []
  beforeAll(async () => {
    listener = await listenRaw((socket) => socket.write(answers.shift() ?? ok))
    sender = createWebhookSender({ allowInsecure: true, allowCidrs: [] })
  })
  afterAll(async () => {
    await sender.close()
    await listener.close()
  })

  it.each([
    ['a body after a 204', `${head('204 No Content')}HTTP/1.1 500 forged\r\n\r\n`],
    ['a second answer', `${ok}${head('500 Forged', 'Content-Length: 0')}`],
    ['more than the declared length', `${head('200 OK', 'Content-Length: 2')}okHTTP/1.1 500 forged\r\n\r\n`],
  ])('%s is not mistaken for the next response', async (_what, answer) => {
    const url = `http://127.0.0.1:${listener.port}/`
    answers.push(answer)
    expect((await sender.send(request(url))).status).toBeLessThan(300)
    // The excess data has arrived by now.
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(await sender.send(request(url))).toMatchObject({ status: 200, responseBody: 'ok' })
  })
})
