import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import type { Executable } from '../../examples/support/executable.ts'
import { createItems, fullRun, newPostflow, openForLive, runsOf, until } from './live-shop.ts'
import { startReceiver } from './receiver.ts'

/** The stages of the main job, in their order. */
export const stages = [
  'created in bulk',
  'validated, all in their run',
  'run closed',
  'rendered and handed over',
  'all webhooks delivered and recorded',
] as const

export interface MainJob {
  organisationId: string
  /** Seconds of each stage, from the end of the one before. */
  seconds: number[]
  total: number
  webhooks: number
  itemIds: string[]
}

/** Reads the remaining work from the database file, which costs the server nothing. */
const openFile = (data: string) => {
  const file = new BetterSqlite3(join(data, 'lettershop.db'), { readonly: true })
  const has = (sql: string) => file.prepare(sql).get() !== undefined
  return {
    isDone: () =>
      !has(`select 1 from items where status <> 'IN_PRODUCTION' limit 1`) &&
      !has(`select 1 from webhook_deliveries where status <> 'DELIVERED' limit 1`),
    count: (table: string) => (file.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n,
    itemIds: () => (file.prepare('select id from items').all() as { id: string }[]).map(({ id }) => id),
    close: () => file.close(),
  }
}

/** Returns the times of closing and hand-over from the run's history, in ms of the server's clock. */
const times = async ({ api }: Executable, runId: string) => {
  const { data: history } = await api<{ data: { status: string; at: string }[] }>(
    'GET',
    `/v1/runs/${runId}/history`,
  )
  const at = (status: string) => Date.parse(history.find((entry) => entry.status === status)!.at)
  return [at('CUTOFF_REACHED'), at('HANDED_TO_PRINTER')]
}

/**
 * Runs the main job on a fresh server: postcards created in bulk, 500 at a time, until the printer's folder
 * has them and a receiver has every webhook of an endpoint subscribed to everything.
 */
export const runMainJob = async (shop: Executable, count: number): Promise<MainJob> => {
  const receiver = await startReceiver()
  const organisationId = await openForLive(shop)
  await shop.api('POST', '/v1/webhooks', { url: receiver.url, events: ['*'] })
  const postflowId = await newPostflow(shop, 'card')
  const file = openFile(shop.data)
  try {
    // Webhooks of the set-up are not part of the job.
    await until(async () => !file.count('webhook_deliveries') || file.isDone())
    const before = { webhooks: file.count('webhook_deliveries'), received: receiver.received() }
    const began = Date.now()
    await createItems(shop, postflowId, count)
    const created = Date.now()
    const run = await fullRun(shop, count)
    const validated = Date.now()
    await shop.ask('run', 'close', run.id)
    await until(async () => (await runsOf(shop))[0]!.status === 'HANDED_TO_PRINTER')
    await until(async () => file.isDone())
    const webhooks = file.count('webhook_deliveries') - before.webhooks
    if (receiver.received() - before.received < webhooks) throw new Error('Webhooks are missing.')
    const ends = [created, validated, ...(await times(shop, run.id)), Date.now()]
    const seconds = ends.map((end, stage) => (end - (ends[stage - 1] ?? began)) / 1000)
    return {
      organisationId,
      seconds,
      total: (ends.at(-1)! - began) / 1000,
      webhooks,
      itemIds: file.itemIds(),
    }
  } finally {
    file.close()
    await receiver.stop()
  }
}
