/**
 * BullMQ on Redis, with items and attempts in SQLite. `node others/bullmq.ts FILE [--fill N]`. Each synced statement is a commit
 * of its own; the job is added behind the item's commit and before the answer (a crash between the two loses the webhook).
 */
import BetterSqlite3 from 'better-sqlite3'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import {
  apart,
  backlog,
  concurrency,
  type Delivery,
  isDelivered,
  perEndpoint,
  retryAt,
  send,
  startApi,
} from './shop.ts'

const [file, fill, count] = process.argv.slice(2)
const db = new BetterSqlite3(file!)
for (const pragma of ['journal_mode=WAL', 'synchronous=FULL', 'cache_size=-32000']) db.pragma(pragma)
db.exec(`
  create table if not exists items (id text primary key, postflowId text not null, recipient text not null,
    data text not null, status text not null, createdAt text not null) without rowid;
  create index if not exists items_created on items (createdAt);
  create table if not exists attempts (id integer primary key, deliveryId text not null, endpoint integer not null,
    eventId text not null, at integer not null, durationMs integer not null, status integer, error text,
    responseBody text not null, delivered integer not null);
  create index if not exists attempts_delivery on attempts (deliveryId);
`)
const insertItem = db.prepare('insert into items values (?,?,?,?,?,?)')
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
  // BullMQ tries again what throws.
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
  startApi(async (item, delivery) => {
    const { id, postflowId, recipient, data, status, createdAt } = item
    insertItem.run(id, postflowId, JSON.stringify(recipient), JSON.stringify(data), status, createdAt)
    await queueOf(delivery).add('deliver', delivery)
  })
}
