/**
 * Measures one bulk action on very many items, on SQLite files: the exact count, the request, collecting the
 * items and acting on the first ones, each with its longest event-loop turn and memory. `node
 * bench/many-at-once.ts`; `MANY_ITEMS=100000` shortens it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyone } from '../src/core/ports/store.ts'
import { fill, openBench } from './support/big-shop.ts'
import { sayFor } from './support/measured.ts'
import { stallsDuring } from './support/stall-meter.ts'

const items = Number(process.env.MANY_ITEMS ?? 999_000)
const say = sayFor('bench/many-at-once.ts')
const size = `${items} items`
const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-many-'))

interface Counts {
  totalCount: number
  isCapped: boolean
}
interface Action {
  id: string
  status: string
  doneCount: number
}

const mb = () => Math.round(process.memoryUsage().rss / 2 ** 20)

/**
 * Runs the work. Reports its duration, its longest event-loop turn (own processor time, and in all) and
 * memory.
 */
const measured = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = mb()
  let most = began
  const look = setInterval(() => (most = Math.max(most, mb())), 5)
  const before = performance.now()
  let result: T | undefined
  const { ownMs, maxMs } = await stallsDuring(async () => (result = await work()))
  clearInterval(look)
  const took = Math.round(performance.now() - before)
  say(
    `${what.padEnd(32)} ${String(took).padStart(7)} ms   a turn ${ownMs.toFixed(0)} ms of own time, ${maxMs.toFixed(0)} in all   memory ${began} to ${most} MB`,
    ...(what.startsWith('acting') ? [] : [{ what, unit: 's', values: [took / 1000], size }]),
    {
      what: `longest event-loop turn: ${what}`,
      unit: 'ms',
      values: [ownMs],
      size,
      aim: { atMost: 50, of: 'max' },
    },
    {
      what: `peak memory: ${what}`,
      unit: 'MB',
      values: [most],
      size,
      comparedWith: { name: 'before', values: [began] },
    },
  )
  return result!
}

try {
  const shop = await openBench(join(scratch, 'data'))
  const { services, scheduler } = shop.core
  await fill(shop, items, 366)
  console.log(`${items.toLocaleString('en')} items`)
  const filters = { 'filter[recipientCountry][ne]': 'XX' }
  const query = new URLSearchParams({ ...filters, exact: 'true' }).toString()
  const { totalCount } = await measured('exact count', () => shop.call<Counts>('items.counts', query))
  const request = { action: 'CANCEL', filters, expectedCount: totalCount }
  const { id } = await measured('requesting the action', () =>
    shop.call<Action>('itemActions.create', '', request),
  )
  const gathered = async () =>
    services.store.read(async (rows) => (await rows.itemActions.get(everyone, id))?.conditions === null)
  await measured('gathering', async () => {
    await scheduler.look()
    while (!(await gathered())) await new Promise((resolve) => setTimeout(resolve, 20))
  })
  const chunks = await services.store.read((rows) => rows.itemActionChunks.count(everyone, {}))
  console.log(`chunks written: ${chunks}`)
  await measured('acting for five seconds', async () => {
    const until = performance.now() + 5000
    while (performance.now() < until) {
      await scheduler.look()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
  const { doneCount } = await services.store.read(async (rows) => {
    const row = await rows.itemActions.get(everyone, id)
    return { doneCount: row!.succeededCount + row!.failedCount }
  })
  say(`acted on by then: ${doneCount.toLocaleString('en')}`, {
    ...{ what: 'items acted on', unit: 'a second', values: [doneCount / 5], size },
  })
  await measured('stopping, until none is left', async () => {
    await services.store.write((rows) => rows.itemActions.update(everyone, id, { status: 'CANCELLED' }))
    const left = () => services.store.read((rows) => rows.itemActionChunks.find(everyone, {}, { limit: 1 }))
    while ((await left()).length > 0) {
      await scheduler.look()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
  await scheduler.drain()
  await shop.core.close()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
