/**
 * Measures items per second of several servers on one PostgreSQL, the processor time of an item on servers
 * and database, and the number of deadlocks.
 *
 *   node bench/servers.ts [--servers 3] [--organisations 8] [--items 6000] [--rounds 3] [--at-once 64]
 *     [--delay 1] [--by-key] [--partitions 8] [--share 0.25]
 *
 * Starts a PostgreSQL from npm without synced writes (`test/support/postgres/host.ts`), and servers of the
 * executable. Each server gets items over its own HTTP connections, for one organisation after another; with
 * `--by-key`, the calls of an organisation go to one server, as with the proxies of `deploy/`. `--delay`
 * delays the database's answers by milliseconds, as from another machine. `--partitions` divides the large
 * tables by organisation, compared with the same executable without partitions; several servers are compared
 * with one. Processor time is more meaningful than the rate if clients, servers and database share
 * processors. `--share` limits each server's share of a processor and leaves the rest to database and
 * clients, so that a small machine shows the effect of another server; it needs root.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { partitionDatabase } from '../src/adapters/postgres/partition.ts'
import { lettershopJson, newKey, startServerProcess } from '../test/support/cli.ts'
import { endWithUs } from '../test/support/end-with-us.ts'
import { wireTo } from '../test/support/postgres/wire.ts'
import { zoe } from '../test/support/recipients.ts'
import { type Contender, executables } from './support/executables.ts'
import { jsonRequest, type LoadResult, load } from './support/load.ts'
import { type Figure, median, sayFor } from './support/measured.ts'
import { limitProcessor, processorSeconds } from './support/processes.ts'

const { values: given } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    organisations: { type: 'string', default: '8' },
    items: { type: 'string', default: '6000' },
    rounds: { type: 'string', default: '3' },
    'at-once': { type: 'string', default: '64' },
    delay: { type: 'string', default: '0' },
    'by-key': { type: 'boolean', default: false },
    partitions: { type: 'string', default: '0' },
    share: { type: 'string' },
  },
})
const delayMs = Number(given.delay)
const partitions = Number(given.partitions)
const share = given.share === undefined ? undefined : Number(given.share)
const serverCount = Number(given.servers)
const organisations = Number(given.organisations)
const itemsOf = (servers: number) => Math.ceil(Number(given.items) / servers)
const warmUpOfServer = 500
const connectionsOf = (servers: number) => Math.ceil(Number(given['at-once']) / servers)

const folder = mkdtempSync(join(tmpdir(), 'lettershop-bench-'))
const host = endWithUs(
  spawn(process.execPath, [join(import.meta.dirname, '../test/support/postgres/host.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  }),
)
const root = String((await once(host.stdout!, 'data'))[0]).trim()
const query = async (sql: string) => {
  const client = new pg.Client({ connectionString: root })
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

const newSender = async (n: number, env: NodeJS.ProcessEnv) => {
  const { id } = await lettershopJson(['org', 'create', '--name', `Sender ${n}`], env)
  const { postflows } = await lettershopJson(['seed', '--org', id], env)
  await lettershopJson(['org', 'limits', id, '--set', 'itemCreate=1000000,general=1000000'], env)
  const { id: postflowId } = postflows.find((one: { mode: string }) => one.mode === 'test')
  return { key: await newKey(id, 'test', [], env), postflowId }
}

interface Measured extends Contender {
  partitions: number
  servers: number
}

/** This build and its peer: without partitions, with one server, or an earlier build. */
const measured = (): Measured[] => {
  const [own, ...old] = executables().map((one) => ({ ...one, partitions, servers: serverCount }))
  if (partitions > 0) return [own!, { ...own!, name: 'no partitions', partitions: 0 }]
  if (serverCount > 1) return [own!, { ...own!, name: 'one server', servers: 1 }]
  return [own!, ...old]
}

/** Starts the servers of one executable on their own database. */
const startShop = async ({ name, path, partitions, servers: count }: Measured, n: number) => {
  process.env.LETTERSHOP_TEST_PROGRAM = path
  await query(`create database bench${n} template template0 encoding 'UTF8'`)
  const database = root.replace(/[^/]*$/, `bench${n}`)
  if (partitions > 0) await partitionDatabase(database, partitions)
  const wire = await wireTo(database, { delayMs })
  const env = {
    LETTERSHOP_DATABASE: delayMs > 0 ? wire.url : database,
    LETTERSHOP_DATA: join(folder, String(n)),
  }
  const servers = [await startServerProcess([], env)]
  while (servers.length < count) servers.push(await startServerProcess([], env))
  const senders: Awaited<ReturnType<typeof newSender>>[] = []
  while (senders.length < organisations) senders.push(await newSender(senders.length, env))
  const limits = share ? servers.map(({ child }) => limitProcessor(child.pid!, share)) : []
  const close = async () => {
    for (const remove of limits) remove()
    await wire.close()
  }
  return { name, servers, senders, close, created: 0 }
}
type Shop = Awaited<ReturnType<typeof startShop>>

/** Returns the clients that call a server: all or, with `--by-key`, those of its organisations. */
const sendersOf = ({ senders, servers }: Shop, server: number) =>
  given['by-key'] ? senders.filter((_, index) => index % servers.length === server) : senders

interface Round {
  perSecond: number
  serversMs: number
  databaseMs: number
}

const measure = async (shop: Shop): Promise<Round> => {
  const spent = () => ({
    servers: shop.servers.reduce((sum, { child }) => sum + processorSeconds(child.pid!), 0),
    database: processorSeconds(host.pid!),
  })
  const before = spent()
  const request = (senders: Shop['senders']) => {
    const n = shop.created++
    const { key, postflowId } = senders[n % senders.length]!
    const recipient = { ...zoe, houseNumber: String(n + 1) }
    const body = { postflowId, recipient, data: { firstName: 'Zoë' } }
    return jsonRequest('POST', '/v1/items', body, { Authorization: `Bearer ${key}` })
  }
  const results = await Promise.all(
    shop.servers.map(({ port }, server) =>
      load({
        port,
        request: () => request(sendersOf(shop, server)),
        connections: connectionsOf(shop.servers.length),
        requests: itemsOf(shop.servers.length),
        warmUp: warmUpOfServer,
        expectStatus: 201,
      }),
    ),
  )
  const after = spent()
  refuseOthers(results)
  const all = (itemsOf(shop.servers.length) + warmUpOfServer) * shop.servers.length
  return {
    perSecond: results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
    serversMs: ((after.servers - before.servers) / all) * 1000,
    databaseMs: ((after.database - before.database) / all) * 1000,
  }
}

const refuseOthers = (results: readonly LoadResult[]): void => {
  const unexpected = results.flatMap((result) => Object.entries(result.unexpected))
  if (unexpected.length > 0) throw new Error(`Not every item was created: ${JSON.stringify(unexpected)}`)
}

const shops: Shop[] = []
for (const contender of measured()) shops.push(await startShop(contender, shops.length))
const rounds = new Map<Shop, Round[]>(shops.map((shop) => [shop, []]))
for (let round = 0; round < Number(given.rounds); round++) {
  for (const shop of shops) rounds.get(shop)!.push(await measure(shop))
}

// PostgreSQL adds a connection's statistics when it ends.
await Promise.all(shops.flatMap(({ servers }) => servers.map(({ end }) => end())))
const { rows } = await query(`select deadlocks from pg_stat_database where datname = 'bench0'`)
const deadlocks = Number(rows[0].deadlocks)

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const setting = `${counted(serverCount, 'server')}, ${counted(organisations, 'organisation')}, ${delayMs} ms to the database${given['by-key'] ? ', by key' : ''}${partitions > 0 ? `, ${counted(partitions, 'partition')} by organisation` : ''}${share ? `, ${share} of a processor for each server` : ''}`
const say = sayFor('bench/servers.ts')
const valuesOf = (shop: Shop, figure: keyof Round) => rounds.get(shop)!.map((round) => round[figure])
say(setting)
for (const shop of shops) {
  const of = (figure: keyof Round) => median(valuesOf(shop, figure))
  say(
    `${shop.name}: ${of('perSecond').toFixed(0)} items/s, processor time an item: ` +
      `servers ${of('serversMs').toFixed(2)} ms, database ${of('databaseMs').toFixed(2)} ms`,
  )
}
const [own, comparison] = shops as [Shop, Shop?]
const figure = (what: string, unit: string, of: keyof Round) => ({
  ...{ what: `${what}: ${setting}`, unit, values: valuesOf(own, of) },
  size: `${itemsOf(serverCount) * serverCount} items a round`,
  ...(comparison ? { comparedWith: { name: comparison.name, values: valuesOf(comparison, of) } } : {}),
})
/** Several servers must not be slower than one, and one organisation on one server has a target rate. */
const aimed = (): Pick<Figure, 'aim'> => {
  if (partitions > 0) return {}
  if (serverCount > 1) return { aim: { atLeast: 1, of: 'ratio' } }
  return organisations === 1 ? { aim: { atLeast: delayMs > 0 ? 1000 : 2000 } } : {}
}
say(
  `${deadlocks} deadlocks`,
  { ...figure('items created', 'a second', 'perSecond'), ...aimed() },
  figure('processor time of the servers for an item', 'ms', 'serversMs'),
  figure('processor time of the database for an item', 'ms', 'databaseMs'),
  { what: `deadlocks: ${setting}`, unit: '', values: [deadlocks], aim: { atMost: 0 } },
)
for (const { close } of shops) await close()
host.stdin!.end()
await once(host, 'exit')
rmSync(folder, { recursive: true, force: true })
