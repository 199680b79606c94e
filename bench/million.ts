/**
 * Measures the cost of a million items: the last page of every sort compared with the first, the analytics of
 * a year compared with ten thousand items, and creating an item compared with an empty database. Each ratio
 * comes from one run, on SQLite files, with the server's core. `node bench/million.ts`;
 * `MILLION_ITEMS=100000` shortens it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeCursor } from '../src/core/engine/list/cursor.ts'
import { checkRollups } from '../src/core/features/analytics/check.ts'
import { type BenchShop, fill, openBench } from './support/big-shop.ts'
import { percentile as at, median, ratiosOf, sayFor } from './support/measured.ts'
import { syncTimeUs } from './support/sync-time.ts'

interface Item {
  id: string
  createdAt: string
  updatedAt: string
  recipient: { name: string | null; companyName: string | null }
}

const items = Number(process.env.MILLION_ITEMS ?? 1_000_000)
const few = Math.max(1, Math.floor(items / 100))
const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-million-'))
const year = 366
const say = sayFor('bench/million.ts')
const size = `${items} items`
/** Rounds until code is compiled and the store's cache is warm. */
const warmUpRounds = 200

/** Times calls in ms, in alternation, so that all run under the same conditions. */
const timesOf = async (calls: Record<string, () => Promise<unknown>>, rounds: number) => {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(calls).map((name) => [name, []]))
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [name, call] of Object.entries(calls)) {
      const before = performance.now()
      await call()
      if (round >= 0) times[name]!.push(performance.now() - before)
    }
  }
  return times
}

/** Returns the cursor of the last page, created like the list's own. */
const lastPage = async (shop: BenchShop, sort: string): Promise<string> => {
  const [field, descending] = sort.startsWith('-') ? [sort.slice(1), true] : [sort, false]
  const opposite = descending ? field : `-${field}`
  const { data } = await shop.call<{ data: Item[] }>('items.list', `sort=${opposite}&limit=51`)
  const row = data.at(-1)!
  const value = { createdAt: Date.parse(row.createdAt), updatedAt: Date.parse(row.updatedAt) }[field]
  const { crypto } = shop.core.services
  return writeCursor(
    { crypto, operation: 'items.list', organisationId: shop.organisationId, mode: 'test', fixed: {} },
    { where: [], sort: [{ field, descending }] },
    { values: [value ?? row.recipient.name ?? row.recipient.companyName ?? ''], id: row.id },
  )
}

const sorts = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'recipientName', '-recipientName']

const lists = async (shop: BenchShop) => {
  const calls: Record<string, () => Promise<unknown>> = {}
  for (const sort of sorts) {
    const cursor = await lastPage(shop, sort)
    const end = await shop.call<{ data: Item[]; hasMore: boolean }>(
      'items.list',
      `sort=${sort}&cursor=${cursor}`,
    )
    if (end.hasMore || end.data.length !== 50) throw new Error(`${sort}: that is not the last page`)
    calls[`first ${sort}`] = () => shop.call('items.list', `sort=${sort}`)
    calls[`last ${sort}`] = () => shop.call('items.list', `sort=${sort}&cursor=${cursor}`)
  }
  const times = await timesOf(calls, 1000)
  console.log(
    '\nitems.list, 50 a page           first p50 / p99    last p50 / p99 ms    p99 ratio (aim: at most 1.5)',
  )
  for (const sort of sorts) {
    const [first, last] = [times[`first ${sort}`]!, times[`last ${sort}`]!]
    const shown = (values: number[]) =>
      `${median(values).toFixed(2)} / ${at(values, 0.99).toFixed(2)}`.padStart(18)
    const last99 = {
      ...{ what: `the last page of the list by ${sort}, p99`, unit: 'ms', size, values: [at(last, 0.99)] },
      comparedWith: { name: 'the first page', values: [at(first, 0.99)] },
      aim: { atMost: 1.5, of: 'ratio' as const },
    }
    say(
      `  ${sort.padEnd(26)}${shown(first)}${shown(last)}${ratiosOf(last99)[0]!.toFixed(2).padStart(18)}`,
      last99,
    )
  }
}

const analytics = async (big: BenchShop, small: BenchShop) => {
  const query = `days=${year}`
  const { many, little } = await timesOf(
    {
      many: () => big.call('analytics.summary', query),
      little: () => small.call('analytics.summary', query),
    },
    200,
  )
  say(
    `\nanalytics.summary of ${year} days   ${items} items ${median(many!).toFixed(2)} ms   ${few} items ${median(little!).toFixed(2)} ms   ratio ${(median(many!) / median(little!)).toFixed(2)} (aim: at most 1.5)`,
    {
      ...{ what: `the analytics of ${year} days, median`, unit: 'ms', size, values: [median(many!)] },
      comparedWith: { name: `${few} items`, values: [median(little!)] },
      aim: { atMost: 1.5, of: 'ratio' },
    },
  )
}

const creation = async (big: BenchShop, empty: BenchShop) => {
  const rates: { big: number[]; empty: number[] } = { big: [], empty: [] }
  for (let round = -1; round < 5; round++) {
    for (const [name, shop] of [
      ['empty', empty],
      ['big', big],
    ] as const) {
      const rate = await shop.createItems(4000, 64)
      if (round >= 0) rates[name].push(rate)
    }
  }
  const among = {
    ...{ what: 'items created, 64 at a time', unit: 'a second', size, values: rates.big },
    comparedWith: { name: 'an empty database', values: rates.empty },
    aim: { atLeast: 0.8, of: 'ratio' as const },
  }
  const ratio = median(ratiosOf(among))
  say(
    `\nitems.create, 64 at a time   among ${items} ${median(rates.big).toFixed(0)}/s   in an empty database ${median(rates.empty).toFixed(0)}/s   ratio ${ratio.toFixed(2)} (aim: at least 0.8)`,
    among,
  )
}

try {
  console.log(`a synced write takes ${syncTimeUs(scratch).toFixed(0)} µs`)
  const big = await openBench(join(scratch, 'big'))
  const small = await openBench(join(scratch, 'small'))
  const empty = await openBench(join(scratch, 'empty'))
  for (const [shop, count] of [
    [big, items],
    [small, few],
  ] as const) {
    const started = performance.now()
    await fill(shop, count, year)
    const check = await checkRollups(
      shop.core.services,
      { organisationId: shop.organisationId, mode: 'test' },
      { correct: true },
    )
    console.log(
      `${count} items inserted, rollups ${check.outcome}, ${((performance.now() - started) / 1000).toFixed(0)} s`,
    )
  }
  await lists(big)
  await analytics(big, small)
  await creation(big, empty)
  for (const shop of [big, small, empty]) await shop.core.close()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
