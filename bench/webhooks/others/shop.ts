/**
 * What both of the others share: the API, which takes an item from somebody whose key it knows, and the sending of a webhook.
 * Keys and endpoints are kept in memory and nothing is validated but the fields that are used: all of that is in their favour.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent, request } from 'undici'

export const key = 'svc_test_bench'
/** As many deliveries at a time as Lettershop sends, in all and, where endpoints are kept apart, for one of them. */
export const concurrency = 64
export const perEndpoint = 8
/** A queue of its own for every endpoint, so that one that hangs holds up itself only. */
export const apart = process.env.BENCH_APART === '1'

const minute = 60_000
const slots = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 720 * minute, 1440 * minute]
/** When the attempt behind this one is due, counted from the first. */
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

/** The job of a queue. */
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

export const deliveryOf = (item: Item): Delivery => {
  const id = `evt_${randomUUID()}`
  return {
    id: `whd_${randomUUID()}`,
    endpoint: endpointOf(item.postflowId),
    eventId: id,
    type: 'item.created',
    body: JSON.stringify({
      id,
      type: 'item.created',
      version: 1,
      createdAt: item.createdAt,
      organisationId: 'org_01JQZV9S8M5R2T4W6X8Y0ABCDE',
      isTest: true,
      data: { item: { id: item.id, postflowId: item.postflowId, status: item.status } },
    }),
    attempt: 1,
    firstAt: 0,
  }
}

export const newItem = (input: Pick<Item, 'postflowId' | 'recipient' | 'data'>): Item => ({
  id: `itm_${randomUUID()}`,
  postflowId: input.postflowId,
  recipient: input.recipient,
  data: input.data,
  status: 'CREATED',
  createdAt: new Date().toISOString(),
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const keys = new Set([hashOf(key)])

const textOf = async (message: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of message.setEncoding('utf8')) text += chunk
  return text
}

/** `accept` resolves once the item and its job are on disk. */
export const startApi = (accept: (item: Item, delivery: Delivery) => Promise<unknown>): void => {
  const answer = async (message: IncomingMessage): Promise<[number, unknown]> => {
    if (message.method !== 'POST' || message.url !== '/v1/items') return [404, { code: 'not_found' }]
    if (!keys.has(hashOf((message.headers.authorization ?? '').slice('Bearer '.length))))
      return [401, { code: 'unauthenticated' }]
    const input = JSON.parse(await textOf(message)) as Item
    if (typeof input.postflowId !== 'string' || typeof input.recipient?.postalCode !== 'string')
      return [422, { code: 'validation_failed' }]
    const item = newItem(input)
    await accept(item, deliveryOf(item))
    return [201, item]
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

/** One number for each endpoint. */
const ports = (process.env.BENCH_SINK ?? '').split(',')
const endpoints = ports.map((port, n) => ({
  url: `http://127.0.0.1:${port}/`,
  secret: `whsec_${hashOf(String(n)).slice(0, 32)}`,
}))
const dispatcher = new Agent({ connections: concurrency, keepAliveTimeout: 30_000 })

/** Signed at send as Lettershop signs: `v1=` over the timestamp and the body, and Standard Webhooks' beside it. */
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

/** A backlog as it would have been written at `POST /v1/items`, a thousand at a time. */
export const backlog = function* (count: number): Generator<Delivery[]> {
  for (let from = 0; from < count; from += 1000) {
    yield Array.from({ length: Math.min(1000, count - from) }, (_, index) => {
      const input = { postflowId: `pfl_${(from + index) % endpoints.length}`, recipient: {}, data: {} }
      return { ...deliveryOf(newItem(input)), attempt: 2, firstAt: Date.now() - minute }
    })
  }
}
