/**
 * Measures durable item creations per second over HTTP, one per request: the executable compared with a
 * hand-written minimal server that reads and writes the same rows with one synced commit per request, in
 * alternation. Then in bulk, which the hand-written server does not support. `node bench/item-creation.ts`
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '../test/support/end-with-us.ts'
import { type Contender, executables } from './support/executables.ts'
import { jsonRequest, type LoadResult, load } from './support/load.ts'
import { median, ratiosOf, sayFor } from './support/measured.ts'
import { syncTimeUs } from './support/sync-time.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const connections = 64
const warmUp = 2000
const requests = Number(process.env.BENCH_REQUESTS ?? 20_000)
const root = join(import.meta.dirname, '..')
const [own, old] = executables()
const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-items-'))

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text)
    })
    child.once('exit', () => reject(new Error(`The server exited: ${text}`)))
  })

interface Started {
  port: number
  headers: Record<string, string>
  postflowId: string
  child: ChildProcess
}

const startOurs = async ({ path: executable, name }: Contender): Promise<Started> => {
  const data = join(scratch, name)
  const cli = <T>(...args: string[]): T =>
    JSON.parse(execFileSync(executable, [...args, '--data', data, '--json'], { encoding: 'utf8' })) as T
  const child = endWithUs(
    spawn(executable, ['serve', '--data', data, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const port = Number(/:(\d+)/.exec(await firstLine(child))![1])
  const organisation = cli<{ id: string }>('org', 'create', '--name', 'Bench')
  cli('seed', '--org', organisation.id)
  cli('org', 'limits', organisation.id, '--set', 'itemCreate=1000000')
  const { key } = cli<{ key: string }>(
    'key',
    'create',
    '--org',
    organisation.id,
    '--mode',
    'test',
    '--scopes',
    'all',
  )
  const headers = { Authorization: `Bearer ${key}` }
  const answer = await fetch(`http://127.0.0.1:${port}/v1/postflows?filter[status]=ACTIVE`, { headers })
  const { data: postflows } = (await answer.json()) as { data: { id: string }[] }
  return { port, headers, postflowId: postflows[0]!.id, child }
}

const startMinimal = async (): Promise<Started> => {
  const child = endWithUs(
    spawn(
      join(root, 'node_modules/.bin/bun'),
      [
        join(root, 'bench/minimal-server/server.ts'),
        join(scratch, 'minimal.db'),
        join(root, 'migrations/sqlite/0001_initial.sql'),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    ),
  )
  return {
    port: Number((await firstLine(child)).trim()),
    headers: { Authorization: 'Bearer svc_test_bench' },
    // The only Postflow of the hand-written server. Its id is as long as a real one.
    postflowId: `pfl_${'0'.repeat(26)}`,
    child,
  }
}

interface Example {
  expect: string
  recipient: Record<string, string>
  data: Record<string, string>
}
const examples = (
  JSON.parse(readFileSync(join(root, 'examples/recipients.json'), 'utf8')) as Example[]
).filter(({ expect }) => expect === 'printed')

const measure = (target: Started): Promise<LoadResult> => {
  const prepared = examples.map(({ recipient, data: fields }) =>
    jsonRequest(
      'POST',
      '/v1/items',
      { postflowId: target.postflowId, recipient, data: fields },
      target.headers,
    ),
  )
  return load({
    port: target.port,
    connections,
    requests,
    warmUp,
    expectStatus: 201,
    request: (n) => prepared[n % prepared.length]!,
  })
}

const inBulk = 500
const bulkCalls = 20
const bulkWarmUp = 4
/** Returns the items per second that one client creates in bulk, one call after another. */
const measureBulk = async (target: Started): Promise<number> => {
  const items = Array.from({ length: inBulk }, (_, n) => {
    const { recipient, data } = examples[n % examples.length]!
    return { postflowId: target.postflowId, recipient, data }
  })
  const call = jsonRequest('POST', '/v1/items/bulk', { items }, target.headers)
  const { requestsPerSecond, unexpected } = await load({
    port: target.port,
    connections: 1,
    requests: bulkCalls,
    warmUp: bulkWarmUp,
    expectStatus: 200,
    request: () => call,
  })
  if (Object.keys(unexpected).length > 0) throw new Error(`Bulk answered ${JSON.stringify(unexpected)}`)
  return requestsPerSecond * inBulk
}

const servers: Record<string, Started> = {
  [own.name]: await startOurs(own),
  ...(old ? { [old.name]: await startOurs(old) } : {}),
  'hand-written': await startMinimal(),
}
const results: Record<string, LoadResult[]> = Object.fromEntries(
  Object.keys(servers).map((name) => [name, []]),
)
for (let round = 0; round < rounds; round++) {
  for (const [name, server] of Object.entries(servers)) results[name]!.push(await measure(server))
}
const withBulk = Object.entries(servers).filter(([name]) => name !== 'hand-written')
const bulk: Record<string, number[]> = Object.fromEntries(withBulk.map(([name]) => [name, []]))
for (let round = 0; round < rounds; round++) {
  for (const [name, server] of withBulk) bulk[name]!.push(await measureBulk(server))
}
const say = sayFor('bench/item-creation.ts')
say(
  `item creations through HTTP, ${connections} connections, ${rounds} × ${requests}, sync time ${syncTimeUs(scratch).toFixed(0)} µs`,
)
for (const [name, runs] of Object.entries(results)) {
  const wrong = runs.flatMap((run) => Object.entries(run.unexpected))
  const rate = median(runs.map((run) => run.requestsPerSecond)).toFixed(0)
  say(
    `  ${name.padEnd(13)} ${rate.padStart(6)}/s   p50 ${median(runs.map((run) => run.p50Ms)).toFixed(1)} ms   p99 ${median(runs.map((run) => run.p99Ms)).toFixed(1)} ms${wrong.length > 0 ? `   UNEXPECTED ${JSON.stringify(wrong)}` : ''}`,
  )
}
const ratesOf = (name: string) => results[name]!.map((run) => run.requestsPerSecond)
const figure = {
  ...{ what: `items created over HTTP, ${connections} connections`, unit: 'a second' },
  ...{ size: `${requests} a round`, values: ratesOf(own.name) },
}
const comparison = {
  ...{ ...figure, comparedWith: { name: 'a hand-written server', values: ratesOf('hand-written') } },
  aim: { atLeast: 2, of: 'ratio' as const },
}
const ratios = ratiosOf(comparison)
say(
  `  ratio         ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}), aim at least 2`,
  comparison,
)
if (old) {
  const before = {
    ...figure,
    what: `${figure.what}, against the old build`,
    comparedWith: { name: old.name, values: ratesOf(old.name) },
  }
  say(`  of the old    ${median(ratiosOf(before)).toFixed(2)}`, before)
}
const created = bulk[own.name]!
say(`  in bulk       ${median(created).toFixed(0)}/s, ${inBulk} a call (aim: at least 8000)`, {
  ...{
    what: `items created in bulk, ${inBulk} a call`,
    unit: 'a second',
    values: created,
    size: `${bulkCalls} calls a round`,
  },
  ...(old ? { comparedWith: { name: old.name, values: bulk[old.name]! } } : {}),
  aim: { atLeast: 8000 },
})
for (const { child } of Object.values(servers)) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
/** Database files, measured after the servers have ended. */
const files = {
  lettershop: join(scratch, own.name, 'lettershop.db'),
  'hand-written': join(scratch, 'minimal.db'),
}
const oneByOne = rounds * (warmUp + requests)
const bytesOf = (file: string, items: number) => Math.round(statSync(file).size / items)
const bytes = {
  lettershop: bytesOf(files.lettershop, oneByOne + rounds * (bulkWarmUp + bulkCalls) * inBulk),
  'hand-written': bytesOf(files['hand-written'], oneByOne),
}
say(`  bytes of the file for each item: ${bytes.lettershop}, hand-written ${bytes['hand-written']}`, {
  ...{ what: 'bytes of the file for each item', unit: 'bytes', values: [bytes.lettershop] },
  comparedWith: { name: 'a hand-written server', values: [bytes['hand-written']] },
})
rmSync(scratch, { recursive: true, force: true })
