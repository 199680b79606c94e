import { createMemoryBlobs } from '../../src/adapters/memory/blobs.ts'
import { createMemoryClock, type MemoryClock } from '../../src/adapters/memory/clock.ts'
import { createMemoryPrintPartner } from '../../src/adapters/memory/print-partner.ts'
import { createSeededRandom } from '../../src/adapters/memory/random.ts'
import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import { createMemoryWebhookSender } from '../../src/adapters/memory/webhook-sender.ts'
import { createCrypto } from '../../src/adapters/system/crypto.ts'
import { hashOfKey } from '../../src/core/access/authenticate.ts'
import { organisationScopes } from '../../src/core/access/scopes.ts'
import type { Config } from '../../src/core/config.ts'
import { type Core, createCore } from '../../src/core/index.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { Mode, Store } from '../../src/core/ports/store.ts'
import { startServer } from '../../src/server/server.ts'

/** A server on a free port of this machine, with the real HTTP in between. */
export interface TestServer {
  core: Core
  clock: MemoryClock
  url: string
  /** A key of a new organisation, or of the one given. */
  key(options?: { mode?: Mode; scopes?: readonly string[]; organisationId?: string }): Promise<TestKey>
  close(): Promise<void>
}

export interface TestKey {
  key: string
  organisationId: string
  /** Sends a request with this key; a body that is no text is sent as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>
}

export interface TestResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
  body: any
}

export const createTestCore = (
  options: { store?: Store; config?: Partial<Config> } = {},
): { core: Core; clock: MemoryClock } => {
  const clock = createMemoryClock()
  const core = createCore(
    {
      store: options.store ?? createMemoryStore({ replay: true }),
      clock,
      random: createSeededRandom(),
      crypto: createCrypto(new Uint8Array(32).fill(7)),
      blobs: createMemoryBlobs(),
      renderer: noRenderer,
      webhookSender: createMemoryWebhookSender(),
      printPartners: { live: createMemoryPrintPartner(), test: createMemoryPrintPartner() },
      log: silentLog,
    },
    options.config,
  )
  return { core, clock }
}

export const startTestServer = async (
  options: { store?: Store; config?: Partial<Config> } = {},
): Promise<TestServer> => {
  const { core, clock } = createTestCore(options)
  const server = await startServer(core, { port: 0 })
  return {
    core,
    clock,
    url: server.url,
    key: (wanted) => newKey(core, server.url, wanted ?? {}),
    async close() {
      await server.drain()
      await core.close()
    },
  }
}

export const request = async (url: string, init: RequestInit = {}): Promise<TestResponse> => {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json && text ? JSON.parse(text) : text,
  }
}

const newKey = async (
  core: Core,
  url: string,
  wanted: { mode?: Mode; scopes?: readonly string[]; organisationId?: string },
): Promise<TestKey> => {
  const { ids, clock, store } = core.services
  const now = clock.now()
  const mode = wanted.mode ?? 'live'
  const organisationId = wanted.organisationId ?? ids.next('org')
  const key = ids.secret(`svc_${mode}_`)
  const id = ids.next('key')
  const hash = hashOfKey(core.services, key)
  await store.write(async (rows) => {
    if (wanted.organisationId === undefined) {
      await rows.organisations.insert({
        id: organisationId,
        name: 'Bloemen van Zoë',
        status: 'ACTIVE',
        country: 'NL',
        timeZone: 'UTC',
        billingMode: 'PREPAID',
        vatTreatment: 'NL_STANDARD',
        testClockOffsetMs: 0,
        rateLimits: {},
        settings: null,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      })
    }
    await rows.apiKeys.insert({
      id,
      organisationId,
      mode,
      name: 'test',
      prefix: key.slice(0, 14),
      hash,
      scopes: [...(wanted.scopes ?? organisationScopes)],
      createdAt: now,
      revokedAt: null,
    })
  })
  return {
    key,
    organisationId,
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
  }
}

const unavailable = async (): Promise<never> => {
  throw new Error('This server renders nothing.')
}
const noRenderer = {
  engine: 'none',
  compile: unavailable,
  check: unavailable,
  renderPart: unavailable,
  rasterise: unavailable,
  close: async () => {},
}
