/**
 * Throws requests made from the API document at a real server: valid, nearly valid and hostile ones, for two
 * organisations in both modes. `npm run fuzz -- --seed N --requests M`. What it found is printed with what it takes
 * to see it again; it ends with 1 when anything was wrong.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endWithUs } from '../support/end-with-us.ts'
import { startPrism } from '../support/prism.ts'
import { createClient } from './client.ts'
import { type DocumentedOperation, documentedOperations } from './document.ts'
import { judge } from './judge.ts'
import { prismSpoke, violationsOf } from './prism.ts'
import { createDice } from './random.ts'
import { type Made, makeRequest, type Temper } from './requests.ts'
import type { FromServer, Tenant } from './server.ts'
import { Asker, Ownership } from './tenant.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string' },
    /** Through Prism, which validates requests and answers against the document too. */
    prism: { type: 'boolean', default: false },
  },
})
const requests = Number(values.requests)
const warmUp = Math.min(2000, requests / 4)
let next = 0
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-fuzz-'))

/** Kind of fault → how often, and the first of it. */
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
const inFlight = new Set<Made>()
/** Told, and no fault: how long a turn takes depends on the machine, and `npm run test:stalls` judges it. */
let longestTurn = { ownMs: 0, about: '' }
const listeners: { kind: FromServer['kind']; hear(message: FromServer): void }[] = []
const heard = <K extends FromServer['kind']>(kind: K): Promise<Extract<FromServer, { kind: K }>> =>
  new Promise((resolve) => listeners.push({ kind, hear: resolve as (message: FromServer) => void }))
server.on('message', (message: FromServer) => {
  if (message.kind === 'logged') fault(`the server logged an error: ${message.message}`, message.error)
  // Run from its sources, the program loads some of its parts with their first use.
  if (message.kind === 'stall' && next > warmUp && message.ownMs > longestTurn.ownMs) {
    const about = [...inFlight].map(({ operation, temper }) => `${operation.id} (${temper})`).join(', ')
    longestTurn = { ownMs: message.ownMs, about }
  }
  const first = listeners.findIndex(({ kind }) => kind === message.kind)
  if (first >= 0) listeners.splice(first, 1)[0]!.hear(message)
})
let ending = false
server.once('exit', (code) => {
  if (ending) return
  console.log(
    `✗ the server ended with ${code}; under way: ${[...inFlight].map((made) => describe(made)).join('\n')}`,
  )
  process.exit(1)
})

const describe = ({ sent, temper }: Made): string =>
  `${temper} ${sent.method} ${sent.path.slice(0, 300)} ${JSON.stringify({ ...sent.headers, Authorization: '…', Cookie: sent.headers.Cookie && '…' })} ${String(sent.body ?? '').slice(0, 500)}`

const { port, tenants } = await heard('ready')
const prism = values.prism ? await startPrism(`http://127.0.0.1:${port}`) : undefined
const send = createClient(prism?.port ?? port, Number(values.connections))
const askers = tenants.map((tenant, index) => new Asker(tenant, index < 2 ? 'A' : 'B'))
const ownership = new Ownership(askers)
/** An operation that would end the run itself. */
const notFuzzed = new Set<string>([])
const operations = documentedOperations.filter(
  ({ id }) => !notFuzzed.has(id) && (values.only === undefined || id.startsWith(values.only)),
)
const statuses = new Map<string, number>()

const ask = async (made: Made, asker: Asker): Promise<void> => {
  const { operation, sent } = made
  inFlight.add(made)
  try {
    const answer = await send(sent)
    const wrong = judge(operation, sent, answer) ?? (prism && violationsOf(answer))
    const text = answer.body.toString('latin1')
    const count = `${made.temper} ${answer.status}`
    statuses.set(count, (statuses.get(count) ?? 0) + 1)
    if (wrong)
      fault(
        `${operation.id} answered ${wrong}`,
        `${describe(made)}\n  → ${answer.status} ${text.slice(0, 600)}`,
      )
    // The operator of the instance sees all its organisations, and acts on those of others.
    const everywhere =
      /^(organisations|session)\.|^support\.inbox$|^developers\.requestLog$/.test(operation.id) &&
      sent.headers['X-Organisation-Id'] !== undefined
    const seen = everywhere
      ? []
      : ownership.foreign(operation.id, asker, askers, `${sent.path} ${String(sent.body ?? '')}`, text)
    if (seen.length > 0)
      fault(
        `${operation.id} showed another tenant's ${seen[0]!.slice(0, 4)}`,
        `${describe(made)}\n  → ${seen.join(', ')}`,
      )
    const { status } = answer
    const refused = status === 401 && made.temper !== 'hostile' && !/sign_in_failed/.test(text)
    if (refused || status === 429 || text.includes('"organisation_suspended"')) await renew(asker)
    if (answer.status < 300 && answer.headers['content-type'] === 'application/json')
      learnFrom(operation, asker, text)
  } catch (error) {
    if (process.env.FUZZ_DEBUG) console.log(error)
    fault(`${operation.id} got no answer: ${(error as Error).message}`, describe(made))
  } finally {
    inFlight.delete(made)
  }
}

let renewing: Promise<unknown> = Promise.resolve()
/** New credentials for one whose own are no longer good; one at a time. */
const renew = (asker: Asker): Promise<unknown> => {
  const old = asker.tenant.credentials
  renewing = renewing.then(async () => {
    if (asker.tenant.credentials !== old) return
    server.send({ renew: askers.indexOf(asker) })
    asker.tenant.credentials = (await heard('renewed')).credentials
  })
  return renewing
}

const learnFrom = (operation: DocumentedOperation, asker: Asker, text: string): void => {
  const body: unknown = JSON.parse(Buffer.from(text, 'latin1').toString('utf8'))
  const segment = operation.path
    .split('/')
    .filter((part) => part && !part.startsWith('{'))
    .at(-1)!
  asker.learn(operation.path.endsWith('}') ? operation.path.split('/').at(-2)! : segment, body)
  const id = (body as { id?: unknown }).id
  if (operation.method === 'POST' && typeof id === 'string') ownership.own(asker, id)
}

const isRefusal = (status: number, code: unknown) =>
  (status === 403 && code === 'insufficient_scope') ||
  (status === 404 && code === 'not_found') ||
  // By a request on the way.
  code === 'api_key_revoked' ||
  code === 'rate_limited'

/** Each operation with every scope but its own must be refused, before anything of its schema shows. */
const tryWithoutScope = async (
  operation: DocumentedOperation,
  tenant: Tenant,
  asker: Asker,
  seed: string,
) => {
  const key = tenant.keysWithout[operation.permission ?? '']
  if (key === undefined) return
  const made = makeRequest(operation, asker, createDice(seed), 'valid')
  delete made.sent.headers.Cookie
  made.sent.headers.Authorization = `Bearer ${key}`
  const answer = await send(made.sent)
  const body = JSON.parse(answer.body.toString('utf8') || 'null') as { code?: unknown } | null
  if (!isRefusal(answer.status, body?.code))
    fault(`${operation.id} lets a key without its scope in`, `${describe(made)} → ${answer.status}`)
}

/** Prism ends where a request is hostile. */
const temperOf = (share: number): Temper =>
  prism || share < 0.45 ? 'valid' : share < 0.8 ? 'nearly' : 'hostile'
const started = performance.now()
const memory: number[] = []
const lane = async () => {
  while (next < requests) {
    const turn = next++
    // Each request has dice of its own, so that what the others did meanwhile changes as little of it as can be.
    const dice = createDice(`${values.seed}/${turn}`)
    const asker = dice.pick(askers)
    const operation = dice.pick(operations)
    if (turn % 50 === 49)
      await tryWithoutScope(operation, asker.tenant, asker, `${values.seed}/${turn}/scope`)
    await ask(makeRequest(operation, asker, dice, temperOf(dice.float())), asker)
    if (turn % Math.max(1, Math.floor(requests / 20)) === 0) {
      server.send('memory')
      memory.push((await heard('memory')).rssMb)
    }
  }
}
for (const asker of askers) {
  for (const operation of documentedOperations)
    await tryWithoutScope(operation, asker.tenant, asker, operation.id)
}
await Promise.all(Array.from({ length: Number(values.connections) }, lane))
const seconds = (performance.now() - started) / 1000
server.send('check')
for (const wrong of (await heard('checked')).wrong) fault('the data do not agree', wrong)
ending = true
prism?.stop()
if (prism && prismSpoke.times === 0) fault('Prism looked at nothing', 'not one refused request')
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
    `longest turn of the event loop: ${longestTurn.ownMs.toFixed(0)} ms; under way: ${longestTurn.about}`,
  )
}
for (const [kind, { count }] of faults) console.log(`✗ ${count} × ${kind}`)
console.log(faults.size === 0 ? 'Nothing was wrong.' : `${faults.size} kinds of fault.`)
process.exitCode = faults.size === 0 ? 0 : 1
