import { describe, expect, it, onTestFinished } from 'vitest'
import type { WebhookRequest, WebhookSender } from '../../src/core/ports/webhook-sender.ts'

/** An endpoint under the test's control, reached by a sender that may reach it. */
export interface WebhookHarness {
  sender: WebhookSender
  url: string
  /** Sets the response to every later request. */
  answerWith(answer: EndpointAnswer): void
  /** The received requests, oldest first. */
  received(): readonly { headers: Readonly<Record<string, string>>; body: Uint8Array }[]
  close(): Promise<void>
}

/** `reset` breaks the connection without an answer; `hang` never answers. */
export type EndpointAnswer = { status: number; body?: string } | 'reset' | 'hang'

/** The contract of every WebhookSender. */
export const webhookSenderContract = (name: string, open: () => Promise<WebhookHarness>): void => {
  describe(`webhook sender: ${name}`, () => {
    const start = async () => {
      const harness = await open()
      onTestFinished(() => harness.close())
      return harness
    }
    sending(start)
    answers(start)
    capturing(start)
  })
}

const sending = (start: () => Promise<WebhookHarness>): void => {
  it('sends the bytes and the headers as they are', async () => {
    const { sender, url, received } = await start()
    const body = new TextEncoder().encode('{"name":"Zoë \\u0000"}')
    await sender.send(
      request(url, { body, headers: { 'X-Webhook-Id': 'whd_1', 'content-type': 'application/json' } }),
    )
    expect(received()).toHaveLength(1)
    expect(new Uint8Array(received()[0]!.body)).toEqual(body)
    const headers = Object.entries(received()[0]!.headers).map(([key, value]) => [key.toLowerCase(), value])
    expect(headers).toContainEqual(['x-webhook-id', 'whd_1'])
    expect(headers).toContainEqual(['content-type', 'application/json'])
  })

  it('sends nothing to a URL that it refuses', async () => {
    const { sender, received } = await start()
    const outcome = await sender.send(request('https://10.0.0.1/'))
    expect(outcome).toMatchObject({
      error: 'address_refused',
      detail: sender.refuse('https://10.0.0.1/')?.message,
    })
    expect(received()).toEqual([])
  })
}

const answers = (start: () => Promise<WebhookHarness>): void => {
  it.each([200, 201, 202, 204, 299, 400, 401, 404, 410, 429, 500, 503])(
    'reports status %i without an error',
    async (status) => {
      const { sender, url, answerWith } = await start()
      answerWith({ status })
      const outcome = await sender.send(request(url))
      expect(outcome).toEqual({ status, responseBody: '', durationMs: expect.any(Number) })
    },
  )

  it.each([300, 301, 302, 303, 307, 308])(
    'returns a %i as a redirect and does not follow it',
    async (status) => {
      const { sender, url, answerWith, received } = await start()
      answerWith({ status, body: 'elsewhere' })
      const outcome = await sender.send(request(url))
      expect(outcome).toMatchObject({
        status,
        error: 'redirect',
        detail: expect.any(String),
        responseBody: 'elsewhere',
      })
      expect(received()).toHaveLength(1)
    },
  )

  it.each([
    ['reset', 'reset'],
    ['hang', 'timeout'],
  ] as const)('reports an endpoint that does %s as the error %s', async (answer, error) => {
    const { sender, url, answerWith } = await start()
    answerWith(answer)
    const timeoutMs = error === 'timeout' ? 100 : 60_000
    const outcome = await sender.send(request(url, { timeoutMs }))
    expect(outcome).toMatchObject({ error, detail: expect.any(String), responseBody: '' })
    expect(outcome.status).toBeUndefined()
    if (error === 'timeout') expect(outcome.durationMs).toBeGreaterThanOrEqual(95)
  })
}

const capturing = (start: () => Promise<WebhookHarness>): void => {
  it.each([
    ['nothing', '', 16, ''],
    ['a short body', 'thanks', 16, 'thanks'],
    ['a body of the maximum size', '0123456789abcdef', 16, '0123456789abcdef'],
    ['the beginning of a long one', '0123456789abcdefg', 16, '0123456789abcdef'],
    ['whole characters only', 'abé€', 6, 'abé'],
    ['no NUL', 'a\0b', 16, 'a\ufffdb'],
    ['nothing if no body is requested', 'body', 0, ''],
  ])('captures %s', async (_name, body, captureBytes, captured) => {
    const { sender, url, answerWith } = await start()
    answerWith({ status: 200, body })
    expect(await sender.send(request(url, { captureBytes }))).toMatchObject({
      status: 200,
      responseBody: captured,
    })
  })
}

export const request = (url: string, changes: Partial<WebhookRequest> = {}): WebhookRequest => {
  return {
    url,
    headers: {},
    body: new TextEncoder().encode('{}'),
    timeoutMs: 60_000,
    captureBytes: 1024,
    ...changes,
  }
}
