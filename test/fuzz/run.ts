/**
 * Fuzzes the API: generates valid, nearly valid and hostile requests from the API document and sends them to
 * a real server, for two organisations in both modes. Prints each kind of fault with the first request that
 * showed it, and exits with 1 if there are any.
 *
 *   npm run fuzz -- --seed N --requests M
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endWithUs } from '../support/end-with-us.ts'
import { startPrism } from '../support/prism.ts'
import { checkAnswer } from './check-answer.ts'
import { type DocumentedOperation, documentedOperations } from './document.ts'
import { createHttpClient } from './http-client.ts'
import { prismReports, violationsOf } from './prism.ts'
import { createRandomSource } from './random-source.ts'
import { type GeneratedRequest, makeRequest, type RequestCategory } from './requests.ts'
import type { FromServer, Tenant } from './server.ts'
import { OwnershipRegistry, TenantClient } from './tenant-client.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string' },
    /** Sends requests through Prism, which also validates requests and answers against the document. */
    prism: { type: 'boolean', default: false },
  },
})
const requests = Number(values.requests)
const warmUp = Math.min(2000, requests / 4)
let next = 0
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-fuzz-'))

/** Kind of fault → how often it occurred, and its first example. */
const faults = new Map<string, { count: number; example: string }>()
const fault = (kind: string, example: string) => {
  const known = faults.get(kind)
  if (known) known.count++
  else {
    faults.set(kind, { count: 1, example })
    console.log(`\n✗ ${kind}\n  ${example.slice(0, 1500)}`)
  }
}

const server = endWithUs(
  fork(join(import.meta.dirname, 'server.ts'), [join(scratch, 'data')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  }),
)
const inFlight = new Set<GeneratedRequest>()
/** Only printed: the length of a turn depends on the machine, and `npm run test:stalls` checks it. */
let longestTurn = { ownMs: 0, about: '' }
const listeners: { kind: FromServer['kind']; receive(message: FromServer): void }[] = []
const nextMessage = <K extends FromServer['kind']>(kind: K): Promise<Extract<FromServer, { kind: K }>> =>
  new Promise((resolve) => listeners.push({ kind, receive: resolve as (message: FromServer) => void }))
server.on('message', (message: FromServer) => {
  if (message.kind === 'logged') fault(`the server logged an error: ${message.message}`, message.error)
  // Run from sources, the program loads some modules at first use, which takes long turns.
  if (message.kind === 'stall' && next > warmUp && message.ownMs > longestTurn.ownMs) {
    const about = [...inFlight].map(({ operation, category }) => `${operation.id} (${category})`).join(', ')
    longestTurn = { ownMs: message.ownMs, about }
  }
  const first = listeners.findIndex(({ kind }) => kind === message.kind)
  if (first >= 0) listeners.splice(first, 1)[0]!.receive(message)
})
let isEnding = false
server.once('exit', (code) => {
  if (isEnding) return
  console.log(
    `✗ the server exited with ${code}; in flight: ${[...inFlight].map((generated) => describe(generated)).join('\n')}`,
  )
  process.exit(1)
})

const describe = ({ sent, category }: GeneratedRequest): string =>
  `${category} ${sent.method} ${sent.path.slice(0, 300)} ${JSON.stringify({ ...sent.headers, Authorization: '…', Cookie: sent.headers.Cookie && '…' })} ${String(sent.body ?? '').slice(0, 500)}`

const { port, tenants } = await nextMessage('ready')
const prism = values.prism ? await startPrism(`http://127.0.0.1:${port}`) : undefined
const send = createHttpClient(prism?.port ?? port, Number(values.connections))
const clients = tenants.map((tenant, index) => new TenantClient(tenant, index < 2 ? 'A' : 'B'))
const ownership = new OwnershipRegistry(clients)
/** Prism forwards only complete answers, and a stream is complete only when its session ends. */
const endless = 'events.live'
const operations = documentedOperations.filter(
  ({ id }) => (values.only === undefined || id.startsWith(values.only)) && !(prism && id === endless),
)
const statuses = new Map<string, number>()

const sendAndCheck = async (generated: GeneratedRequest, client: TenantClient): Promise<void> => {
  const { operation, sent } = generated
  inFlight.add(generated)
  try {
    const answer = await send(sent)
    const wrong = checkAnswer(operation, sent, answer) ?? (prism && violationsOf(answer))
    const text = answer.body.toString('latin1')
    const count = `${generated.category} ${answer.status}`
    statuses.set(count, (statuses.get(count) ?? 0) + 1)
    if (wrong)
      fault(
        `${operation.id} answered ${wrong}`,
        `${describe(generated)}\n  → ${answer.status} ${text.slice(0, 600)}`,
      )
    // In these operations an operator of the instance sees and changes other organisations.
    const everywhere =
      (operation.path.startsWith('/v1/platform/') ||
        operation.permission === 'platform.admin' ||
        /^(organisations|session)\.|^support\.inbox$|^runs\.platform$|^developers\.requestLog$/.test(
          operation.id,
        )) &&
      sent.headers['X-Organisation-Id'] !== undefined
    const leaked = everywhere
      ? []
      : ownership.foreignIds(operation.id, client, clients, {
          request: `${sent.path} ${String(sent.body ?? '')}`,
          answer: text,
          isKey: sent.headers.Authorization !== undefined,
        })
    if (leaked.length > 0)
      fault(
        `${operation.id} showed another tenant's ${leaked[0]!.slice(0, 4)}`,
        `${describe(generated)}\n  → ${leaked.join(', ')}`,
      )
    const { status } = answer
    const refused = status === 401 && generated.category !== 'hostile' && !/sign_in_failed/.test(text)
    if (refused || status === 429 || text.includes('"organisation_suspended"')) await renew(client)
    if (answer.status < 300 && answer.headers['content-type'] === 'application/json')
      learnFrom(operation, client, text)
  } catch (error) {
    if (process.env.FUZZ_DEBUG) console.log(error)
    fault(`${operation.id} got no answer: ${(error as Error).message}`, describe(generated))
  } finally {
    inFlight.delete(generated)
  }
}

let renewing: Promise<unknown> = Promise.resolve()
/** Replaces credentials that are no longer valid, one client at a time. */
const renew = (client: TenantClient): Promise<unknown> => {
  const old = client.tenant.credentials
  renewing = renewing.then(async () => {
    if (client.tenant.credentials !== old) return
    server.send({ renew: clients.indexOf(client) })
    client.tenant.credentials = (await nextMessage('renewed')).credentials
  })
  return renewing
}

const learnFrom = (operation: DocumentedOperation, client: TenantClient, text: string): void => {
  const body: unknown = JSON.parse(Buffer.from(text, 'latin1').toString('utf8'))
  const segment = operation.path
    .split('/')
    .filter((part) => part && !part.startsWith('{'))
    .at(-1)!
  client.learn(operation.path.endsWith('}') ? operation.path.split('/').at(-2)! : segment, body)
  const id = (body as { id?: unknown }).id
  // What an operation with `platform.admin` creates belongs to no tenant.
  if (operation.method === 'POST' && operation.permission !== 'platform.admin' && typeof id === 'string')
    ownership.record(client, id)
}

const isRefusal = (status: number, code: unknown) =>
  (status === 403 && code === 'insufficient_scope') ||
  (status === 404 && code === 'not_found') ||
  // Another request in flight may have revoked the key.
  code === 'api_key_revoked' ||
  code === 'rate_limited'

/** Checks that a key with every scope except the operation's is refused before its request is validated. */
const checkScopeIsRequired = async (
  operation: DocumentedOperation,
  tenant: Tenant,
  client: TenantClient,
  seed: string,
) => {
  const key = tenant.keysWithout[operation.permission ?? '']
  if (key === undefined) return
  const generated = makeRequest(operation, client, createRandomSource(seed), 'valid')
  delete generated.sent.headers.Cookie
  generated.sent.headers.Authorization = `Bearer ${key}`
  const answer = await send(generated.sent)
  const body = JSON.parse(answer.body.toString('utf8') || 'null') as { code?: unknown } | null
  if (!isRefusal(answer.status, body?.code))
    fault(`${operation.id} accepts a key without its scope`, `${describe(generated)} → ${answer.status}`)
}

/** Through Prism all requests are valid, because hostile ones make it exit. */
const categoryOf = (share: number): RequestCategory =>
  prism || share < 0.45 ? 'valid' : share < 0.8 ? 'nearly-valid' : 'hostile'
const started = performance.now()
const memory: number[] = []
const runConnection = async () => {
  while (next < requests) {
    const index = next++
    // Each request has its own random source, so that it depends little on concurrent requests.
    const random = createRandomSource(`${values.seed}/${index}`)
    const client = random.pick(clients)
    const operation = random.pick(operations)
    if (index % 50 === 49)
      await checkScopeIsRequired(operation, client.tenant, client, `${values.seed}/${index}/scope`)
    await sendAndCheck(makeRequest(operation, client, random, categoryOf(random.float())), client)
    if (index % Math.max(1, Math.floor(requests / 20)) === 0) {
      server.send('memory')
      memory.push((await nextMessage('memory')).rssMb)
    }
  }
}
for (const client of clients) {
  for (const operation of documentedOperations)
    await checkScopeIsRequired(operation, client.tenant, client, operation.id)
}
await Promise.all(Array.from({ length: Number(values.connections) }, runConnection))
const seconds = (performance.now() - started) / 1000
server.send('check')
for (const wrong of (await nextMessage('checked')).wrong) fault('the data is inconsistent', wrong)
isEnding = true
prism?.stop()
if (prism && prismReports.count === 0)
  fault('Prism checked nothing', 'it reported no violation, not even for a refused request')
server.send('end')
await new Promise((resolve) => server.once('exit', resolve))
rmSync(scratch, { recursive: true, force: true })

console.log(
  `\nseed ${values.seed}: ${requests} requests of ${operations.length} operations in ${seconds.toFixed(0)} s`,
)
console.log(
  [...statuses]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, count]) => `${status}: ${count}`)
    .join('  '),
)
console.log(`resident memory in MB, over time: ${memory.map((mb) => mb.toFixed(0)).join(' ')}`)
if (longestTurn.ownMs > 0) {
  console.log(
    `longest turn of the event loop: ${longestTurn.ownMs.toFixed(0)} ms; in flight: ${longestTurn.about}`,
  )
}
for (const [kind, { count }] of faults) console.log(`✗ ${count} × ${kind}`)
console.log(faults.size === 0 ? 'No faults.' : `${faults.size} kinds of fault.`)
process.exitCode = faults.size === 0 ? 0 : 1
