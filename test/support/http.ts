import type { Core } from '../../src/core/app/index.ts'
import { connectionLimits } from '../../src/server/limits.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/server.ts'
import { type Exchange, record } from './recorder.ts'
import { createTestShop, type TestShop, type TestShopOptions } from './shop.ts'

/** A test shop behind a server on a free port of this machine, called over real HTTP. */
export interface TestServer {
  shop: TestShop
  core: Core
  url: string
  /** Returns a sender that uses this API key; by default the shop's live key. */
  as(key?: string): Sender
  close(): Promise<void>
}

export interface Sender {
  key: string
  /** A body that is not text is sent as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpResponse>
}

export interface HttpResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
  body: any
}

export const startTestServer = async (
  options?: TestShopOptions,
  serving: ServerOptions = {},
): Promise<TestServer> => {
  const shop = await createTestShop(options)
  const server: RunningServer = await startServer(shop.core, { port: 0, ...serving })
  return {
    shop,
    core: shop.core,
    url: server.url,
    as: (key = shop.keys.live) => senderOf(server.url, key),
    async close() {
      await server.drain()
      await shop.core.close()
    },
  }
}

export const request = async (url: string, init: RequestInit = {}): Promise<HttpResponse> => {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  record(() => exchangeOf(url, init, response, json ? text : undefined))
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json && text ? JSON.parse(text) : text,
  }
}

/** Sends `count` requests, at most half as many at once as the server allows connections per address. */
export const askOften = async <Answer>(count: number, ask: () => Promise<Answer>): Promise<Answer[]> => {
  const atOnce = connectionLimits.perAddress / 2
  const answers: Answer[] = []
  while (answers.length < count) {
    const wave = Array.from({ length: Math.min(atOnce, count - answers.length) }, ask)
    answers.push(...(await Promise.all(wave)))
  }
  return answers
}

const senderOf = (url: string, key: string): Sender => ({
  key,
  send(method, path, body, headers = {}) {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    return request(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    })
  },
})

const exchangeOf = (
  url: string,
  init: RequestInit,
  response: Response,
  answer: string | undefined,
): Exchange => {
  const { pathname, search } = new URL(url)
  return {
    method: init.method ?? 'GET',
    target: pathname + search,
    headers: Object.fromEntries(new Headers(init.headers ?? {})),
    ...(typeof init.body === 'string' ? { body: init.body } : { sentBytes: init.body != null }),
    status: response.status,
    answerHeaders: Object.fromEntries(response.headers),
    answer,
  }
}
