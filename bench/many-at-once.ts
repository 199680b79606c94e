/**
 * What one bulk action on very many items costs: counting them exactly, asking, gathering and the first items, on SQLite
 * files, with the longest time that the event loop was held and the memory. `node bench/many-at-once.ts`;
 * MANY_ITEMS=100000 for a shorter one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { everyone } from '../src/core/ports/store.ts'
import { fill, openBench } from './support/big-shop.ts'

const items = Number(process.env.MANY_ITEMS ?? 999_000)
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

/** Runs the work and says how long it took, and how long the loop was held at most. */
const measured = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const held = monitorEventLoopDelay({ resolution: 1 })
  held.enable()
  const before = performance.now()
  const rss = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  let most = process.memoryUsage().rss
  const began = most
  const result = await work()
  const took = performance.now() - before
  clearInterval(rss)
  held.disable()
  const mb = (bytes: number) => Math.round(bytes / 2 ** 20)
  console.log(
    `${what.padEnd(44)} ${took.toFixed(0).padStart(7)} ms   loop held ${(held.max / 1e6).toFixed(0)} ms   memory ${mb(began)} to ${mb(most)} MB`,
  )
  return result
}

try {
  const shop = await openBench(join(scratch, 'data'))
  const { services, scheduler } = shop.core
  await fill(shop, items, 366)
  console.log(`${items.toLocaleString('en')} items`)
  const filters = { 'filter[recipientCountry][ne]': 'XX' }
  const query = new URLSearchParams({ ...filters, exact: 'true' }).toString()
  const { totalCount } = await measured('counting them exactly', () =>
    shop.call<Counts>('items.counts', query),
  )
  const ask = { action: 'CANCEL', filters, expectedCount: totalCount }
  const { id } = await measured('asking for the action', () =>
    shop.call<Action>('itemActions.create', '', ask),
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
  console.log(`acted on by then: ${doneCount.toLocaleString('en')}`)
  await measured('stopping, until nothing is left', async () => {
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
