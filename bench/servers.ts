/**
 * How many items a second several servers of one PostgreSQL take, and how often their transactions deadlock (decision 188).
 *
 *   node bench/servers.ts [--servers 3] [--organisations 8] [--items 600] [--at-once 24] [--delay 1]
 *
 * Starts a PostgreSQL from npm that writes nothing through to the disk (`test/support/postgres/host.ts`), and servers from the
 * sources. Items are created over HTTP, each by the next server for the next organisation. With `--delay` the database
 * answers so many milliseconds later, as from another machine.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { lettershopJson, newKey, startServerProcess } from '../test/support/cli.ts'
import { endWithUs } from '../test/support/end-with-us.ts'
import { request } from '../test/support/http.ts'
import { wireTo } from '../test/support/postgres/wire.ts'
import { zoe } from '../test/support/recipients.ts'
import { sayFor } from './support/measured.ts'

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    organisations: { type: 'string', default: '8' },
    items: { type: 'string', default: '600' },
    'at-once': { type: 'string', default: '24' },
    delay: { type: 'string', default: '0' },
  },
})
const count = Number(values.items)
const folder = mkdtempSync(join(tmpdir(), 'lettershop-bench-'))
const host = endWithUs(
  spawn(process.execPath, [join(import.meta.dirname, '../test/support/postgres/host.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  }),
)
const root = String((await once(host.stdout!, 'data'))[0]).trim()
const database = root.replace(/[^/]*$/, 'bench')
const query = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(sql).finally(() => client.end())
}
await query(root, `create database bench template template0 encoding 'UTF8'`)
const wire = await wireTo(database, { delayMs: Number(values.delay) })
const env = {
  LETTERSHOP_DATABASE: Number(values.delay) > 0 ? wire.url : database,
  LETTERSHOP_DATA: join(folder, 'data'),
}

const servers = [await startServerProcess([], env)]
while (servers.length < Number(values.servers)) servers.push(await startServerProcess([], env))

const newSender = async (n: number) => {
  const { id } = await lettershopJson(['org', 'create', '--name', `Sender ${n}`], env)
  const { postflows } = await lettershopJson(['seed', '--org', id], env)
  await lettershopJson(['org', 'limits', id, '--set', 'itemCreate=1000000,general=1000000'], env)
  const { id: postflowId } = postflows.find((one: { mode: string }) => one.mode === 'test')
  return { key: await newKey(id, 'test', [], env), postflowId }
}
const senders: Awaited<ReturnType<typeof newSender>>[] = []
while (senders.length < Number(values.organisations)) senders.push(await newSender(senders.length))

const statuses = new Map<number, number>()
const create = async (n: number) => {
  const { key, postflowId } = senders[n % senders.length]!
  const recipient = { ...zoe, houseNumber: String(n + 1) }
  const { status } = await request(`${servers[n % servers.length]!.url}/v1/items`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ postflowId, recipient, data: { firstName: 'Zoë' } }),
  })
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}
let next = 0
const lane = async () => {
  for (let n = next++; n < count; n = next++) await create(n)
}
const began = performance.now()
await Promise.all(Array.from({ length: Number(values['at-once']) }, lane))
const seconds = (performance.now() - began) / 1000

// PostgreSQL counts what a connection met when the connection ends.
await Promise.all(servers.map(({ end }) => end()))
const { rows } = await query(root, `select deadlocks from pg_stat_database where datname = 'bench'`)
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const setting = `${counted(servers.length, 'server')}, ${counted(senders.length, 'organisation')}, ${values.delay} ms to the database`
const isOne = senders.length === 1
const say = sayFor('bench/servers.ts')
say(
  `${setting}: ${(count / seconds).toFixed(0)} items/s, ` +
    `${rows[0].deadlocks} deadlocks, answers ${JSON.stringify(Object.fromEntries(statuses))}`,
  {
    ...{
      what: `items created: ${setting}`,
      unit: 'a second',
      values: [count / seconds],
      size: `${count} items`,
    },
    ...(isOne ? { aim: { atLeast: Number(values.delay) > 0 ? 1000 : 2000 } } : {}),
  },
  { what: `deadlocks: ${setting}`, unit: '', values: [Number(rows[0].deadlocks)], aim: { atMost: 0 } },
)
await wire.close()
host.stdin!.end()
await once(host, 'exit')
rmSync(folder, { recursive: true, force: true })
