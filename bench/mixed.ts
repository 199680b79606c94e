/**
 * Measures the executable's lists: every kind alone, compared with a hand-written handler that runs the same
 * SELECT and answers the same JSON, in alternation; then lists and writes together, four lists per write.
 * Checks that the answers match.
 *
 *   node bench/mixed.ts [--items 100000] [--requests 10000] [--rounds 3]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { builtExecutable, Executable } from '../examples/support/executable.ts'
import { endWithUs } from '../test/support/end-with-us.ts'
import { fill, openBench } from './support/big-shop.ts'
import { listShapes, type Shape } from './support/list-shapes.ts'
import { getRequest, jsonRequest, type Load, type LoadResult, load } from './support/load.ts'
import { median, percentile, ratiosOf, sayFor } from './support/measured.ts'
import { syncTimeUs } from './support/sync-time.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
  },
})
const items = Number(values.items)
const requests = Number(values.requests)
const rounds = Number(values.rounds)
const connections = 16
const root = join(import.meta.dirname, '..')
const program = builtExecutable(join(root, 'dist', 'lettershop'))
const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-mixed-'))
const data = join(scratch, 'data')
const say = sayFor('bench/mixed.ts')
const size = `${items} items`

/** Creates a folder with a year's items, and returns the statements of its lists. */
const insertItems = async () => {
  const shop = await openBench(data)
  await fill(shop, items, 366)
  const shapes = await listShapes(shop)
  const { organisationId, postflowId } = shop
  await shop.core.close()
  return { shapes, organisationId, postflowId }
}

const startByHand = async (shapes: readonly Shape[], key: string) => {
  const file = join(scratch, 'shapes.json')
  writeFileSync(file, JSON.stringify(shapes))
  const script = join(root, 'bench/minimal-server/lists.ts')
  const child = endWithUs(
    spawn(join(root, 'node_modules/.bin/bun'), [script, join(data, 'lettershop.db'), file, key], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  return { port: Number(String((await once(child.stdout!, 'data'))[0])), child }
}

interface Setting {
  headers: Record<string, string>
  shapes: readonly Shape[]
  own: number
  byHand: number
}

const loaded = async (options: Omit<Load, 'connections'>): Promise<LoadResult> => {
  const result = await load({ ...options, connections })
  if (Object.keys(result.unexpected).length > 0) throw new Error(JSON.stringify(result.unexpected))
  return result
}

/** Measures lists and writes together: every fifth request is a write; the lists alternate. */
const mixed = async ({ headers, shapes, own }: Setting, postflowId: string): Promise<void> => {
  const examples = (
    JSON.parse(readFileSync(join(root, 'examples/recipients.json'), 'utf8')) as {
      expect: string
      recipient: Record<string, string>
      data: Record<string, string>
    }[]
  ).filter(({ expect }) => expect === 'printed')
  const isWrite = (n: number) => n % 5 === 0
  const lists = shapes.map(({ query }) => getRequest(`/v1/items?${query}`, headers))
  const writes = examples.map(({ recipient, data: fields }) =>
    jsonRequest('POST', '/v1/items', { postflowId, recipient, data: fields }, headers),
  )
  const times = { write: [] as number[], list: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const warmUp = 500
    const { timesMs } = await loaded({
      ...{ port: own, requests, warmUp, expectStatus: (n) => (isWrite(n) ? 201 : 200) },
      request: (n) => (isWrite(n) ? writes[n % writes.length]! : lists[n % lists.length]!),
    })
    const of = (write: boolean) => timesMs.filter((_, n) => isWrite(n + warmUp) === write)
    times.write.push(percentile(of(true), 0.99))
    times.list.push(percentile(of(false), 0.5))
  }
  const what = 'four lists per write'
  say(
    `  ${what}: writes p99 ${median(times.write).toFixed(1)} ms (aim: at most 60), lists p50 ${median(times.list).toFixed(1)} ms (aim: at most 35)`,
    { what: `${what}: writes, p99`, unit: 'ms', size, values: times.write, aim: { atMost: 60 } },
    { what: `${what}: lists, p50`, unit: 'ms', size, values: times.list, aim: { atMost: 35 } },
  )
}

/** Throws if the answers of the two servers differ or have no rows. */
const compare = async ({ headers, own, byHand }: Setting, { name, query }: Shape): Promise<void> => {
  const [ours, theirs] = await Promise.all(
    [own, byHand].map(async (port) => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/items?${query}`, { headers })
      return (await answer.json()) as { data: { id: string }[]; hasMore: boolean }
    }),
  )
  const { data: a, hasMore: moreA } = ours!
  const { data: b, hasMore: moreB } = theirs!
  if (a.length === 0 || moreA !== moreB || !isDeepStrictEqual(a, b))
    throw new Error(`${name}: the answers differ: ${JSON.stringify(a[0])} and ${JSON.stringify(b[0])}`)
}

const oneByOne = async (setting: Setting): Promise<void> => {
  const { headers, shapes, own, byHand } = setting
  for (const shape of shapes) {
    await compare(setting, shape)
    const request = getRequest(`/v1/items?${shape.query}`, headers)
    const rate = async (port: number) => {
      const count = Math.ceil(requests / 5)
      const options = { port, requests: count, warmUp: 100, expectStatus: 200, request: () => request }
      return (await loaded(options)).requestsPerSecond
    }
    const rates = { own: [] as number[], byHand: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      rates.own.push(await rate(own))
      rates.byHand.push(await rate(byHand))
    }
    const figure = {
      ...{ what: `items listed: ${shape.name}`, unit: 'a second', size, values: rates.own },
      comparedWith: { name: 'a hand-written handler', values: rates.byHand },
      aim: { atLeast: 0.8, of: 'ratio' as const },
    }
    const shown = [rates.own, rates.byHand].map((each) => median(each).toFixed(0).padStart(7)).join('/s')
    say(`  ${shape.name.padEnd(28)}${shown}/s   ratio ${median(ratiosOf(figure)).toFixed(2)}`, figure)
  }
}

const shop = new Executable(program, data)
try {
  const { shapes, organisationId, postflowId } = await insertItems()
  await shop.start()
  const args = ['key', 'create', '--org', organisationId, '--mode', 'test', '--scopes', 'all']
  const { key } = shop.cli<{ key: string }>(...args)
  const { port, child } = await startByHand(shapes, key)
  const headers = { Authorization: `Bearer ${key}` }
  const setting = { headers, shapes, own: shop.port, byHand: port }
  say(`${items} items, ${connections} connections, sync time ${syncTimeUs(scratch).toFixed(0)} µs`)
  say('  every kind of list, compared with a hand-written handler (aim: ratio at least 0.8)')
  // First, before anything is written: both read the same rows.
  await oneByOne(setting)
  child.kill()
  await mixed(setting, postflowId)
} finally {
  await shop.stop('SIGTERM')
  rmSync(scratch, { recursive: true, force: true })
}
