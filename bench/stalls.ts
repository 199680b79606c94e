/**
 * Measures event-loop turns of background work and long tables: an instance on an SQLite file in this
 * process, composed like `bin/instance/open.ts`, with its ticker. `npm run test:stalls` measures single
 * requests. The limit is 50 ms, except for the disk's sync. `node bench/stalls.ts [name of a phase]`;
 * `STALLS_ITEMS=1000000` for longer lists.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../bin/cli/settings.ts'
import { openInstance } from '../bin/instance/open.ts'
import { contentOf } from '../src/client/in-process.ts'
import { topUp } from '../src/core/features/billing/top-ups.ts'
import { createKey } from '../src/core/features/developers/keys.ts'
import { createOrganisation } from '../src/core/features/organisations/manage.ts'
import { setRateLimits } from '../src/core/features/organisations/rate-limits.ts'
import { seedOrganisation } from '../src/core/features/seed/seed.ts'
import { lt, oneOf } from '../src/core/kernel/query.ts'
import type { EventRow } from '../src/core/model/events.ts'
import type { ItemRow, ItemStatus } from '../src/core/model/items.ts'
import { everyone } from '../src/core/ports/store.ts'
import { silentLog } from '../src/core/ports/system.ts'
import { startTicker } from '../src/server/ticker.ts'
import { giveReturnAddress, liveTarget } from '../test/support/ready-for-live.ts'
import { sayFor } from './support/measured.ts'
import { startReceiver } from './support/receiver.ts'
import { type Stalls, stallsDuring } from './support/stall-meter.ts'
import { syncTimeUs } from './support/sync-time.ts'

const listItems = Number(process.env.STALLS_ITEMS ?? 50_000)
const wanted = process.argv[2]
const limitMs = 50
const say = sayFor('bench/stalls.ts')
const root = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-stalls-'))
const settings = await readSettings(
  scratch,
  { 'base-url': 'http://mail.example', 'allow-insecure-webhooks': true, 'webhook-allow': '127.0.0.0/8' },
  {},
)
const { core } = await openInstance(scratch, settings, silentLog)
const { services } = core
const { store } = services
const ticker = startTicker(core)
const receiver = await startReceiver()

type Mode = 'live' | 'test'
const organisation = await createOrganisation(services, { name: 'Bench' })
const organisationId = organisation.id
await setRateLimits(services, organisationId, {
  itemCreate: 1_000_000,
  general: 1_000_000,
  export: 1_000_000,
})
await topUp(services, { organisationId, amountCents: 100_000_000, paymentId: 'bench' })
await giveReturnAddress(services, organisation)
await seedOrganisation(services, organisationId, liveTarget)
const keyOf = async (mode: Mode) => (await createKey(services, { organisationId, mode, scopes: 'all' })).key
const keys = { live: await keyOf('live'), test: await keyOf('test') }
const postflows = {
  live: (await store.read((rows) => rows.postflows.find({ organisationId, mode: 'live' }, {})))[0]!.id,
  test: (await store.read((rows) => rows.postflows.find({ organisationId, mode: 'test' }, {})))[0]!.id,
}

interface Example {
  expect: string
  recipient: Record<string, string>
  data: Record<string, string>
}
const examples = (
  JSON.parse(readFileSync(join(root, 'examples/recipients.json'), 'utf8')) as Example[]
).filter(({ expect }) => expect === 'printed')

interface CallOptions {
  params?: Record<string, string>
  query?: string
  body?: string
  idempotencyKey?: string
}
/** Calls an operation as HTTP does: parses the body from text and serialises the answer. */
const call = async <T>(mode: Mode, id: string, options: CallOptions = {}): Promise<T> => {
  const answer = await core.call({
    operation: (await core.registry.get(id))!,
    params: options.params ?? {},
    query: [...new URLSearchParams(options.query ?? '')],
    body: async () => (options.body === undefined ? undefined : JSON.parse(options.body)),
    headers: { authorization: `Bearer ${keys[mode]}`, idempotencyKey: options.idempotencyKey },
    requestId: 'req_bench',
  })
  if (answer.status >= 400) throw new Error(`${id}: ${JSON.stringify(answer.body)}`)
  JSON.stringify(answer.body)
  if (answer.stream) for await (const _chunk of contentOf(answer.stream));
  return answer.body as T
}

let made = 0
/** Returns a bulk request with its body as text, so that a caller can create it before the clock starts. */
const bulkOf = (mode: Mode, count = 500): CallOptions => {
  const items = Array.from({ length: count }, () => {
    const { recipient, data } = examples[made++ % examples.length]!
    return { postflowId: postflows[mode], recipient: { ...recipient, houseNumber: String(made) }, data }
  })
  return { body: JSON.stringify({ items }), idempotencyKey: `bulk-${made}` }
}
const bulk = async (mode: Mode, options = bulkOf(mode)) => {
  const { createdCount } = await call<{ createdCount: number }>(mode, 'items.createBulk', options)
  if (createdCount !== 500) throw new Error(`Only ${createdCount} of the bulk were created.`)
}

const until = async (done: () => Promise<boolean>): Promise<void> => {
  const started = performance.now()
  while (!(await done())) {
    if (performance.now() - started > 120_000) throw new Error('It does not finish.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
const countItems = (mode: Mode, status: ItemStatus) =>
  store.read((rows) => rows.items.count({ organisationId, mode }, { status }))
/** Waits until no job is running or due. */
const idle = () =>
  until(async () => {
    const jobs = await store.read((rows) => rows.jobs.find(everyone, {}))
    return !jobs.some((job) => job.status === 'RUNNING' || job.wakeAt <= services.clock.now())
  })

const results: { name: string; stalls: Stalls; tookMs: number }[] = []
const phase = async (name: string, body: () => Promise<unknown>): Promise<void> => {
  await idle()
  const started = performance.now()
  const stalls = await stallsDuring(body)
  const tookMs = performance.now() - started
  results.push({ name, stalls, tookMs })
  const ms = (value: number) => value.toFixed(0).padStart(7)
  const { maxMs, ownMs, p99Ms, commitMs } = stalls
  const mark = ownMs > limitMs ? '  OVER' : ''
  say(`${name.padEnd(44)}${ms(maxMs)}${ms(p99Ms)}${ms(ownMs)}${ms(commitMs)}${ms(tookMs)}${mark}`, {
    ...{
      what: `longest event-loop turn: ${name}`,
      unit: 'ms',
      values: [ownMs],
      aim: { atMost: limitMs, of: 'max' },
    },
    size: `${listItems} items in lists`,
  })
}
const group = async (name: string, body: () => Promise<void>): Promise<void> => {
  if (wanted === undefined || name.includes(wanted)) await body()
}

console.log(`${listItems} items in lists; a synced write takes ${syncTimeUs(scratch).toFixed(0)} µs\n`)
console.log(
  `${'ms'.padEnd(44)}${['max', 'p99', 'cpu', 'commit', 'took'].map((head) => head.padStart(7)).join('')}`,
)

// Warm up compiled templates, prepared statements and hot code, as in a server's first minute.
for (const mode of ['test', 'live'] as const) for (let n = 0; n < 3; n++) await bulk(mode)
const webhook = await call<{ id: string }>('test', 'webhooks.create', {
  body: JSON.stringify({ url: receiver.url, events: ['item.scheduled'] }),
})
const setActive = (active: boolean) =>
  call('test', 'webhooks.patch', { params: { id: webhook.id }, body: JSON.stringify({ active }) })
await setActive(false)

/** Creates items in test mode until this many are scheduled. */
const fill = async (total: number): Promise<void> => {
  while ((await countItems('test', 'SCHEDULED')) < total) await bulk('test')
}

await group('run', async () => {
  await fill(3000)
  const scheduled = await countItems('test', 'SCHEDULED')
  await phase(`run of ${scheduled} items, cutoff to completed`, async () => {
    const body = JSON.stringify({ to: 'next-cutoff' })
    await call('test', 'developers.advanceTestClock', { body })
    await until(async () => (await countItems('test', 'SCHEDULED')) === 0)
    await call('test', 'developers.advanceTestClock', { body: JSON.stringify({ by: 'P3D' }) })
    await until(async () => (await countItems('test', 'HANDED_TO_CARRIER')) === 0)
    await idle()
  })
})

const pause = { params: { id: postflows.test }, body: JSON.stringify({ holdScheduled: true }) }
await group('postflow', async () => {
  await fill(5000)
  await phase('pause of a Postflow with 5,000 items', async () => {
    await call('test', 'postflows.pause', pause)
    await until(async () => (await countItems('test', 'SCHEDULED')) === 0)
    await idle()
  })
  await phase('its resume', async () => {
    await call('test', 'postflows.resume', { params: pause.params })
    await until(async () => (await countItems('test', 'HELD')) === 0)
    await idle()
  })
})

/** Inserts old live items, spread over a year. */
const populate = async (count: number): Promise<void> => {
  const [example] = await store.read((rows) =>
    rows.items.find({ organisationId, mode: 'live' }, {}, { limit: 1 }),
  )
  const step = 366 * 86_400_000
  for (let at = 0; at < count; at += 200) {
    const rows = Array.from({ length: Math.min(200, count - at) }, (_, n): ItemRow => {
      const createdAt = Math.round(services.clock.now() - (step * (at + n)) / count)
      return {
        ...example!,
        id: services.ids.next('itm'),
        trackingCode: services.ids.trackingCode(),
        status: 'COMPLETED',
        recipientName: `${example!.recipientName} ${at + n}`,
        createdAt,
        updatedAt: createdAt,
        createdDay: new Date(createdAt).toISOString().slice(0, 10),
      }
    })
    await store.write((tables) => tables.items.insertMany(rows))
  }
}

await group('list', async () => {
  await populate(listItems)
  const list = (query: string) => () => call('live', 'items.list', { query })
  await phase('list, first page', list('limit=50'))
  await phase('list, include=total', list('limit=50&include=total'))
  await phase('list, status and total', list('limit=50&include=total&filter[status]=COMPLETED'))
  await phase('list, total without an index', list('limit=50&include=total&filter[recipientCountry]=NL'))
  await phase('list, contains with many matches', list('limit=50&filter[recipientName][contains]=e'))
  await phase('list, contains without matches', list('limit=50&filter[recipientName][contains]=qqq'))
  await phase('list, contains with total', list('limit=50&include=total&filter[recipientName][contains]=7'))
  await phase('list, filter without an index or matches', list('limit=50&filter[recipientCountry]=ZW'))
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const now = services.clock.now()
  const year = `from=${day(now - 365 * 86_400_000)}&to=${day(now)}`
  await phase('analytics summary of 366 days', () => call('live', 'analytics.summary', { query: year }))
  await phase('CSV export of 10,000 rows', () => call('live', 'analytics.exportCsv', { query: year }))
})

await group('replay', async () => {
  await setActive(false)
  const missed = () =>
    store.read((rows) => rows.webhookDeliveries.count({ organisationId }, { status: oneOf(['MISSED']) }))
  while ((await missed()) < 10_000) await bulk('test')
  await setActive(true)
  await phase('replay-missed of 10,000 deliveries', async () => {
    await call('test', 'webhooks.replayMissed', { params: { id: webhook.id } })
    await until(async () => {
      const [open] = await store.read((rows) =>
        rows.webhookDeliveries.find({ organisationId }, { status: 'MISSED' }, { limit: 1 }),
      )
      return open === undefined
    })
  })
})

await group('retention', async () => {
  for (let at = 0; at < 20_000; at += 200) {
    const expired = Array.from(
      { length: 200 },
      (_, n): EventRow => ({
        id: services.ids.next('evt'),
        organisationId,
        mode: 'test',
        sequence: 10_000_000 + at + n,
        type: 'item.created',
        body: JSON.stringify({ text: 'x'.repeat(300) }),
        itemId: `itm_${at + n}`,
        postflowId: postflows.test,
        postbatchId: null,
        runId: null,
        createdAt: 1,
        expiresAt: 1 + n,
      }),
    )
    await store.write((rows) => rows.events.insertMany(expired))
  }
  await phase('retention of 20,000 events', async () => {
    await store.write((rows) =>
      rows.jobs.updateWhere(
        everyone,
        { kind: 'events.retention' },
        { dueAt: services.clock.now(), wakeAt: services.clock.now() },
      ),
    )
    await until(async () => {
      const [left] = await store.read((rows) =>
        rows.events.find(everyone, { expiresAt: lt(1000) }, { limit: 1 }),
      )
      return left === undefined
    })
  })
})

await ticker.stop()
await core.close()
await receiver.stop()
rmSync(scratch, { recursive: true })
const over = results.filter(({ stalls }) => stalls.ownMs > limitMs).length
console.log(`\n${over} of ${results.length} phases held the loop for more than ${limitMs} ms of their own.`)
