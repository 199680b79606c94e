/** The organisation and resources that the cases use, and the client that sends their requests. */
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { sellerFlags } from '../support/ready-for-live.ts'
import type { Server } from './server.ts'

/** A request with the test or live key, an operator's session, or anonymous from a new address. */
export interface CaseRequest {
  method?: string
  path: string
  body?: string | Uint8Array
  headers?: Record<string, string>
  anonymous?: boolean
  operator?: boolean
  live?: boolean
}

export interface CaseAnswer {
  status: number
  text: string
  cookies: readonly string[]
}

export interface Fixtures {
  postflowId: string
  templateId: string
  webhookId: string
  postbatchId: string
  /** Path at which a connector accepts payloads. */
  inboundPath: string
  /** The tracking code of an item. */
  code: string
  send(request: CaseRequest): Promise<CaseAnswer>
  /** Sends JSON and returns the answer's JSON; throws for a status of 300 or more. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any operation
  json(method: string, path: string, body?: unknown): Promise<any>
}

export const createFixtures = async ({ port, command }: Server, scratch: string): Promise<Fixtures> => {
  const { id }: { id: string } = command('org', 'create', '--name', 'Under load')
  command('seed', '--org', id)
  command('billing', 'seller', ...sellerFlags)
  command('billing', 'top-up', '--org', id, '--amount-cents', '100000000')
  const unlimited = ['general', 'itemCreate', 'preview', 'upload', 'export'].map((name) => `${name}=1000000`)
  command('org', 'limits', id, '--set', unlimited.join())
  const keyOf = (mode: string) => {
    const { key } = command('key', 'create', '--org', id, '--mode', mode, '--scopes', 'all')
    return { authorization: `Bearer ${key}` }
  }
  const credentials = { key: keyOf('test'), live: keyOf('live'), operator: {} }
  const send = senderTo(port, credentials)
  credentials.operator = await signInOperator(command, send, scratch)
  const json: Fixtures['json'] = async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const { status, text } = await send({ method, path, ...sent })
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return { ...(await createResources(json)), send, json }
}

const signInOperator = async (
  command: Server['command'],
  send: Fixtures['send'],
  scratch: string,
): Promise<Record<string, string>> => {
  const [email, password, file] = ['op@example.com', 'correct horse battery', join(scratch, 'password')]
  writeFileSync(file, password)
  command('user', 'create', '--email', email, '--operator', '--password-file', file)
  const csrf = { 'x-csrf-protection': '1' }
  const body = JSON.stringify({ email, password })
  const { cookies } = await send({ path: '/v1/session', body, headers: csrf, anonymous: true })
  return { ...csrf, cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }
}

interface Credentials {
  key: Record<string, string>
  live: Record<string, string>
  operator: Record<string, string>
}

const senderTo = (port: number, credentials: Credentials): Fixtures['send'] => {
  let requests = 0
  return ({ method, path, body, headers, anonymous, operator, live }: CaseRequest) =>
    new Promise<CaseAnswer>((resolve, reject) => {
      const from = ++requests
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method: method ?? (body === undefined ? 'GET' : 'POST'),
          // Anonymous requests are limited by address, and every address of 127.0.0.0/8 is this machine.
          localAddress: anonymous ? `127.1.${from >> 8}.${from & 255}` : '127.0.0.1',
          agent: false,
          headers: {
            ...(anonymous ? {} : credentials[operator ? 'operator' : live ? 'live' : 'key']),
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
            resolve({
              status: answer.statusCode!,
              text: Buffer.concat(chunks).toString(),
              cookies: answer.headers['set-cookie'] ?? [],
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
}

const createResources = async (json: Fixtures['json']) => {
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
