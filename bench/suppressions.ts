/**
 * Measures the suppression list on SQLite: an import of 100,000 rows, with event-loop stalls and memory; then
 * a check against a short and a long list, in alternation. `node bench/suppressions.ts`; ROWS and ENTRIES in
 * the environment set other lengths. The ratio is stable, absolute figures drift.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteStore } from '../src/adapters/sqlite/store.ts'
import { newEntry } from '../src/core/features/suppressions/entry.ts'
import type { Store } from '../src/core/ports/store.ts'
import { createLettershop } from '../src/index.ts'
import { percentile, sayFor } from './support/measured.ts'
import { stallsDuring } from './support/stall-meter.ts'
import { syncTimeUs } from './support/sync-time.ts'

const ROWS = Number(process.env.ROWS ?? 100_000)
const ENTRIES = Number(process.env.ENTRIES ?? 1_000_000)
const CHECKS = 2000
const say = sayFor('bench/suppressions.ts')
const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'lettershop-bench-'))

const open = async (name: string) => {
  const store = await createSqliteStore({ file: join(folder, name) })
  const shop = await createLettershop({ ports: { store } })
  const organisation = await shop.createOrganisation({ name: 'Bench', country: 'NL' })
  await shop.core.services.store.write((rows) =>
    rows.organisations.update({ organisationId: organisation.id }, organisation.id, {
      rateLimits: { general: 1_000_000 },
    }),
  )
  const { key } = await shop.createKey({ organisationId: organisation.id, mode: 'live', scopes: 'all' })
  return {
    shop,
    store,
    api: shop.client(key),
    scope: { organisationId: organisation.id, mode: 'live' as const },
  }
}
type Opened = Awaited<ReturnType<typeof open>>

const recipientOf = (number: number) => ({
  name: `Recipient ${number}`,
  street: 'Langestraat',
  houseNumber: String(1 + (number % 300)),
  postalCode: `${1000 + (Math.floor(number / 300) % 9000)} ${letters(Math.floor(number / 2_700_000))}`,
  city: 'Utrecht',
  country: 'NL',
})
const letters = (number: number): string => `A${String.fromCharCode(66 + (number % 20))}`

const importList = async ({ shop, api }: Opened): Promise<void> => {
  const lines = Array.from({ length: ROWS }, (_, number) => {
    const { name, street, houseNumber, postalCode, city } = recipientOf(number)
    return `${name};${street};${houseNumber};${postalCode};${city}`
  })
  const file = Buffer.from(`name;street;houseNumber;postalCode;city\r\n${lines.join('\r\n')}\r\n`, 'latin1')
  const upload = await api.uploads.create(file, { kind: 'CSV', name: 'opt-outs.csv' })
  const { id } = await api.suppressions.import({ uploadId: upload.id })
  const before = process.memoryUsage.rss()
  let highest = before
  const memory = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 50)
  const start = performance.now()
  const stalls = await stallsDuring(() => shop.settle())
  const seconds = (performance.now() - start) / 1000
  clearInterval(memory)
  const done = await api.suppressions.getImport(id)
  say(
    `import: ${done.rowCount} rows in ${seconds.toFixed(1)} s (${Math.round(ROWS / seconds)} rows/s), ` +
      `${done.addedCount} added, ${done.failedCount} failed; memory +${Math.round((highest - before) / 2 ** 20)} MB; ` +
      `own stall ${stalls.ownMs.toFixed(0)} ms, loop p99 ${stalls.p99Ms.toFixed(0)} ms, longest ${stalls.maxMs.toFixed(0)} ms`,
    { what: 'a list of suppressions is imported', unit: 's', values: [seconds], size: `${ROWS} rows` },
    {
      what: 'longest event-loop turn',
      unit: 'ms',
      values: [stalls.ownMs],
      aim: { atMost: 50, of: 'max' },
    },
  )
}

const fill = async (store: Store, { shop, scope }: Opened, from: number, to: number): Promise<void> => {
  const { ids } = shop.core.services
  for (let start = from; start < to; start += 1000) {
    const entries = Array.from({ length: Math.min(1000, to - start) }, (_, index) => {
      const fields = { matchName: false, advertisingCategory: null, reason: 'register', itemId: null }
      const entry = {
        ...fields,
        recipient: recipientOf(start + index),
        stops: 'ALL',
        source: 'IMPORT',
        status: 'ACTIVE',
      } as const
      return newEntry(ids.next('sup'), scope, entry, 1_767_600_000_000 + start + index)
    })
    await store.write((rows) => rows.suppressions.insertMany(entries))
  }
}

/** Runs checks one after another and adds their times in ms; half of the recipients are on the list. */
const check = async ({ api }: Opened, times: number[], entries: number, count: number): Promise<void> => {
  for (let round = 0; round < count; round++) {
    const number = Math.floor(((round * 7919) % 1000) * (entries / 1000))
    const recipient = { ...recipientOf(number), ...(round % 2 ? { houseNumber: '999' } : {}) }
    const start = performance.now()
    const { suppressed } = await api.suppressions.check({ recipient })
    times.push(performance.now() - start)
    if (suppressed !== (round % 2 === 0))
      throw new Error(`Recipient ${number} was ${suppressed ? '' : 'not '}found.`)
  }
}

say(`sync ${Math.round(syncTimeUs(folder))} µs`)
const long = await open('long.sqlite')
await importList(long)
const short = await open('short.sqlite')
await fill(short.store, short, 0, 1000)
await fill(long.store, long, ROWS, ENTRIES)
const times = { short: [] as number[], long: [] as number[] }
for (let round = 0; round < 10; round++) {
  await check(short, times.short, 1000, CHECKS / 10)
  await check(long, times.long, ENTRIES, CHECKS / 10)
}
for (const share of [0.5, 0.99]) {
  const [few, many] = [percentile(times.short, share), percentile(times.long, share)]
  say(
    `check, p${share * 100}: ${few.toFixed(3)} ms at 1,000 entries, ${many.toFixed(3)} ms at ${ENTRIES}; ratio ${(many / few).toFixed(2)}`,
    {
      ...{ what: `a check against a long list, p${share * 100}`, unit: 'ms', values: [many] },
      ...{ size: `${ENTRIES} entries`, comparedWith: { name: '1,000 entries', values: [few] } },
    },
  )
}
await short.shop.close()
await long.shop.close()
rmSync(folder, { recursive: true })
