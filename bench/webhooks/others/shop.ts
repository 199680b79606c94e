/**
 * Common code of both peers: the API, which accepts an item from a caller with a known key, and the sending
 * of a webhook. In their favour, keys and endpoints are in memory and only used fields are validated.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent, request } from 'undici'
import { type Body, hashOf, key, postflowIdOf } from '../../minimal-server/rows.ts'

/** Parallel deliveries, as in Lettershop, in total and for one endpoint if endpoints are separate. */
export const concurrency = 64
export const perEndpoint = 8
/** A separate queue for every endpoint, so that one that hangs delays only itself. */
export const apart = process.env.BENCH_APART === '1'
/** Writes all waiting items in one statement. */
export const grouped = process.env.BENCH_GROUPED === '1'
/** Writes every row of Lettershop's item creation instead of one row per item. */
export const sameItem = process.env.BENCH_SAME_ITEM === '1'

const minute = 60_000
const slots = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 720 * minute, 1440 * minute]
/** Returns when the attempt after number `attempt` is due; undefined after the last one. */
export const retryAt = (firstAt: number, attempt: number): number | undefined => {
  const offset = slots[attempt - 1]
  return offset === undefined ? undefined : firstAt + offset
}

export interface Item {
  id: string
  postflowId: string
  recipient: Record<string, string>
  data: Record<string, string>
  status: string
  createdAt: string
}

/** A job of the queue. */
export interface Delivery {
  id: string
  endpoint: number
  eventId: string
  type: string
  body: string
  attempt: number
  firstAt: number
}

export interface Attempt {
  at: number
  durationMs: number
  status: number | null
  error: string | null
  responseBody: string
}

/** Postflow `pfl_N` belongs to endpoint N, as with Lettershop's filter. */
const endpointOf = (postflowId: string): number => Number(postflowId.slice('pfl_'.length))

interface Event {
  id: string
  type: string
  body: string
}

export const deliveryOf = ({ id, type, body }: Event, postflowId: string): Delivery => ({
  id: `whd_${randomUUID()}`,
  endpoint: endpointOf(postflowId),
  eventId: id,
  type,
  body,
  attempt: 1,
  firstAt: 0,
})

export const eventOf = (item: Item): Event => {
  const id = `evt_${randomUUID()}`
  const type = 'item.created'
  const envelope = {
    ...{ id, type, version: 1, createdAt: item.createdAt },
    organisationId: 'org_01JQZV9S8M5R2T4W6X8Y0ABCDE',
    isTest: true,
    data: { item: { id: item.id, postflowId: item.postflowId, status: item.status } },
  }
  return { id, type, body: JSON.stringify(envelope) }
}

export const newItem = (input: Body): Item => ({
  id: `itm_${randomUUID()}`,
  postflowId: input.postflowId,
  recipient: input.recipient,
  data: input.data,
  status: 'CREATED',
  createdAt: new Date().toISOString(),
})

const keys = new Set([hashOf(key)])

const textOf = async (message: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of message.setEncoding('utf8')) text += chunk
  return text
}

/**
 * Starts the API on a free port, which it prints. `accept` resolves with the answer once item and job are on
 * disk.
 */
export const startApi = (accept: (input: Body) => Promise<unknown>): void => {
  const answer = async (message: IncomingMessage): Promise<[number, unknown]> => {
    if (message.method !== 'POST' || message.url !== '/v1/items') return [404, { code: 'not_found' }]
    if (!keys.has(hashOf((message.headers.authorization ?? '').slice('Bearer '.length))))
      return [401, { code: 'unauthenticated' }]
    const input = JSON.parse(await textOf(message)) as Body
    if (typeof input.postflowId !== 'string' || typeof input.recipient?.postalCode !== 'string')
      return [422, { code: 'validation_failed' }]
    return [201, await accept(input)]
  }
  const reply = (response: ServerResponse, [status, body]: [number, unknown]) => {
    const text = JSON.stringify(body)
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
      .end(text)
  }
  const server = createServer((message, response) => {
    answer(message).then(
      (result) => reply(response, result),
      (error: Error) => reply(response, [500, { code: 'internal', detail: error.message }]),
    )
  })
  server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
}

/** Port numbers of the receivers, one for each endpoint. */
const ports = (process.env.BENCH_SINK ?? '').split(',')
export const postflowIds = ports.map((_, n) => postflowIdOf(n))
const endpoints = ports.map((port, n) => ({
  url: `http://127.0.0.1:${port}/`,
  secret: `whsec_${hashOf(String(n)).slice(0, 32)}`,
}))
const dispatcher = new Agent({ connections: concurrency, keepAliveTimeout: 30_000 })

/**
 * Sends a webhook and returns the attempt, even a failed one. Signs like Lettershop: `v1=` over timestamp and
 * body, and additionally as Standard Webhooks does.
 */
export const send = async ({ id, endpoint, eventId, type, body }: Delivery): Promise<Attempt> => {
  const { url, secret } = endpoints[endpoint]!
  const at = Date.now()
  const timestamp = String(Math.floor(at / 1000))
  const standardKey = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const standard = createHmac('sha256', standardKey).update(`${eventId}.${timestamp}.${body}`)
  const outcome = { at, status: null, error: null, responseBody: '' }
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      signal: AbortSignal.timeout(10_000),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Bench-Webhooks/1',
        'X-Webhook-Id': id,
        'X-Webhook-Event': type,
        'X-Webhook-Timestamp': timestamp,
        'X-Webhook-Signature': `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
        'webhook-id': eventId,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${standard.digest('base64')}`,
      },
      body,
    })
    const responseBody = (await answer.body.text()).slice(0, 16_384)
    return { ...outcome, durationMs: Date.now() - at, status: answer.statusCode, responseBody }
  } catch (error) {
    return { ...outcome, durationMs: Date.now() - at, error: (error as Error).name }
  }
}

export const isDelivered = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300

/** Generates deliveries as `POST /v1/items` writes them, after one failed attempt; a thousand at a time. */
export const backlog = function* (count: number): Generator<Delivery[]> {
  for (let from = 0; from < count; from += 1000) {
    yield Array.from({ length: Math.min(1000, count - from) }, (_, index) => {
      const input = { postflowId: postflowIdOf((from + index) % endpoints.length), recipient: {}, data: {} }
      return {
        ...deliveryOf(eventOf(newItem(input)), input.postflowId),
        attempt: 2,
        firstAt: Date.now() - minute,
      }
    })
  }
}
