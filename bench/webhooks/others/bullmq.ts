/**
 * BullMQ on Redis, with items and attempts in SQLite. `node others/bullmq.ts FILE [--fill N]`. Each statement
 * is one synced commit; the job is added after the item's commit and before the answer (a crash in between
 * loses the webhook).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import type { Body } from '../../minimal-server/rows.ts'
import { insertResources, itemCreation } from '../../minimal-server/sqlite.ts'
import {
  apart,
  backlog,
  concurrency,
  type Delivery,
  deliveryOf,
  eventOf,
  isDelivered,
  newItem,
  perEndpoint,
  postflowIds,
  retryAt,
  sameItem,
  send,
  startApi,
} from './shop.ts'

const [file, fill, count] = process.argv.slice(2)
const db = new BetterSqlite3(file!)
for (const pragma of ['journal_mode=WAL', 'synchronous=FULL', 'cache_size=-32000']) db.pragma(pragma)
db.exec(`
  create table if not exists item_rows (id text primary key, postflowId text not null, recipient text not null,
    data text not null, status text not null, createdAt text not null) without rowid;
  create index if not exists item_rows_created on item_rows (createdAt);
  create table if not exists attempts (id integer primary key, deliveryId text not null, endpoint integer not null,
    eventId text not null, at integer not null, durationMs integer not null, status integer, error text,
    responseBody text not null, delivered integer not null);
  create index if not exists attempts_delivery on attempts (deliveryId);
`)
const insertItem = db.prepare('insert into item_rows values (?,?,?,?,?,?)')
if (sameItem) {
  db.exec(readFileSync(join(import.meta.dirname, '../../../migrations/sqlite/0001_initial.sql'), 'utf8'))
  insertResources((sql) => db.prepare(sql), postflowIds)
}
const insertAttempt = db.prepare('insert into attempts values (null,?,?,?,?,?,?,?,?,?)')

const connection = () => new Redis(process.env.BENCH_REDIS!, { maxRetriesPerRequest: null })
const shared = connection()
const names = apart
  ? process.env.BENCH_SINK!.split(',').map((_, endpoint) => `webhooks-${endpoint}`)
  : ['webhooks']
const queues = names.map(
  (name) =>
    new Queue<Delivery>(name, {
      connection: shared,
      defaultJobOptions: { removeOnComplete: true, attempts: 8, backoff: { type: 'custom' } },
    }),
)
const queueOf = ({ endpoint }: Delivery) => queues[endpoint % queues.length]!

const work = async (delivery: Delivery, attemptsMade: number): Promise<void> => {
  const attempt = await send(delivery)
  const { at, durationMs, status, error, responseBody } = attempt
  const delivered = isDelivered(attempt)
  const { id, endpoint, eventId } = delivery
  insertAttempt.run(id, endpoint, eventId, at, durationMs, status, error, responseBody, delivered ? 1 : 0)
  // BullMQ retries jobs that throw.
  if (!delivered) throw new Error(`attempt ${attemptsMade + 1}: ${error ?? status}`)
}

if (fill === '--fill') {
  for (const chunk of backlog(Number(count))) {
    await queues[0]!.addBulk(chunk.map((data) => ({ name: 'deliver', data, opts: { delay: 1 } })))
  }
  await queues[0]!.close()
  shared.disconnect()
} else {
  for (const name of names) {
    new Worker<Delivery>(name, ({ data, attemptsMade }) => work(data, attemptsMade), {
      connection: shared,
      concurrency: apart ? perEndpoint : concurrency,
      settings: {
        backoffStrategy: (made, _type, _error, job) =>
          Math.max(0, (retryAt(job!.timestamp, made) ?? 0) - Date.now()),
      },
    }).on('error', (error) => console.error(error))
  }
  const add = (delivery: Delivery) => queueOf(delivery).add('deliver', delivery)
  const acceptRow = async (input: Body) => {
    const item = newItem(input)
    const { id, postflowId, recipient, data, status, createdAt } = item
    insertItem.run(id, postflowId, JSON.stringify(recipient), JSON.stringify(data), status, createdAt)
    await add(deliveryOf(eventOf(item), postflowId))
    return item
  }
  const acceptSameItem = () => {
    const create = itemCreation((sql) => db.prepare(sql))
    return async (input: Body) => {
      const { item, events, answer } = create(input)
      await add(deliveryOf(events[0]!, item.postflowId))
      return answer
    }
  }
  startApi(sameItem ? acceptSameItem() : acceptRow)
}
