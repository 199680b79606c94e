/** An organisation in the server that is tried, and how its customers and strangers ask it something. */
import { request } from 'node:http'
import type { Server } from './server.ts'

/** One request: by the organisation's key, or by a stranger, each time from another address. */
export interface Ask {
  method?: string
  path: string
  body?: string | Uint8Array
  headers?: Record<string, string>
  stranger?: boolean
}

export interface Answer {
  status: number
  text: string
}

export interface Shop {
  postflowId: string
  templateId: string
  webhookId: string
  postbatchId: string
  /** Where a connector takes payloads. */
  inboundPath: string
  /** The tracking code of an item. */
  code: string
  send(ask: Ask): Promise<Answer>
  /** Sends and returns JSON; throws where the request is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any operation
  json(method: string, path: string, body?: unknown): Promise<any>
}

export const openShop = async ({ port, command }: Server): Promise<Shop> => {
  const { id }: { id: string } = command('org', 'create', '--name', 'Under load')
  command('seed', '--org', id)
  command('billing', 'top-up', '--org', id, '--amount-cents', '100000000')
  const unlimited = ['general', 'itemCreate', 'preview', 'upload', 'export'].map((name) => `${name}=1000000`)
  command('org', 'limits', id, '--set', unlimited.join())
  const { key } = command('key', 'create', '--org', id, '--mode', 'test', '--scopes', 'all')
  const send = senderTo(port, key)
  const json: Shop['json'] = async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const { status, text } = await send({ method, path, ...sent })
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return { ...(await furnish(json)), send, json }
}

const senderTo = (port: number, key: string): Shop['send'] => {
  let strangers = 0
  return ({ method, path, body, headers, stranger }: Ask) =>
    new Promise<Answer>((resolve, reject) => {
      const from = ++strangers
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method: method ?? (body === undefined ? 'GET' : 'POST'),
          // Strangers are counted by their address, and every 127.0.0.0/8 is this machine.
          localAddress: stranger ? `127.1.${from >> 8}.${from & 255}` : '127.0.0.1',
          agent: false,
          headers: {
            ...(stranger ? {} : { authorization: `Bearer ${key}` }),
            ...(body === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({ status: answer.statusCode!, text: Buffer.concat(chunks).toString() }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
}

const furnish = async (json: Shop['json']) => {
  const { data: postflows } = await json('GET', '/v1/postflows?filter[status]=ACTIVE')
  const postflowId: string = postflows[0].id
  const { data: templates } = await json('GET', '/v1/templates')
  const { id: webhookId } = await json('POST', '/v1/webhooks', {
    url: 'http://127.0.0.1:9/',
    events: ['*'],
  })
  const { id: postbatchId } = await json('POST', '/v1/postbatches', {
    name: 'Lists',
    templateId: templates[0].id,
  })
  await json('PATCH', `/v1/webhooks/${webhookId}`, { active: false })
  const { url } = await json('POST', '/v1/integrations/inbound', {
    name: 'Shop',
    postflowId,
    mapping: {
      'recipient.name': { path: ['a.b', 'c.0.d', '/e/f'] },
      'recipient.country': { value: 'NL' },
      reference: { path: 'lines.0.title', transform: 'lastWord' },
    },
  })
  const item = await json('POST', '/v1/items', {
    postflowId,
    recipient: {
      name: 'Jan',
      street: 'Damrak',
      houseNumber: '1',
      postalCode: '1012 LG',
      city: 'Ede',
      country: 'NL',
    },
    data: { firstName: 'Jan' },
  })
  return {
    postflowId,
    webhookId: webhookId as string,
    postbatchId: postbatchId as string,
    templateId: templates[0].id as string,
    inboundPath: new URL(url).pathname,
    code: item.tracking.code as string,
  }
}
