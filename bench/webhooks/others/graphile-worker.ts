/**
 * graphile-worker on PostgreSQL, with items and attempts in the same database. `node
 * others/graphile-worker.ts URL [--fill N]`. The item and its job are one statement, hence one commit and one
 * round trip. Batching is configured as graphile-worker's performance page describes.
 */
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'
import type { Body } from '../../minimal-server/rows.ts'
import { inGroups } from './groups.ts'
import { itemCreation } from './same-item-postgres.ts'
import {
  apart,
  backlog,
  concurrency,
  type Delivery,
  deliveryOf,
  eventOf,
  grouped,
  isDelivered,
  newItem,
  retryAt,
  sameItem,
  send,
  startApi,
} from './shop.ts'

const [url, fill, count] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 24 })
const complain = (error: Error) => console.error(error.message)
pool.on('error', complain).on('connect', (client) => client.on('error', complain))
await pool.query(`
  create table if not exists item_rows (id text primary key, "postflowId" text not null, recipient jsonb not null,
    data jsonb not null, status text not null, "createdAt" timestamptz not null);
  create index if not exists item_rows_created on item_rows ("createdAt");
  create table if not exists attempts (id bigint generated always as identity primary key, "deliveryId" text not null,
    endpoint integer not null, "eventId" text not null, at bigint not null, "durationMs" integer not null, status integer,
    error text, "responseBody" text not null, delivered boolean not null);
  create index if not exists attempts_delivery on attempts ("deliveryId");
`)

const insertItem = {
  name: 'item',
  text: `with item as (insert into item_rows values ($1,$2,$3,$4,$5,$6))
    select graphile_worker.add_job('deliver', $7::json, $8::text)`,
}
const insertAttempt = {
  name: 'attempt',
  text: `insert into attempts ("deliveryId", endpoint, "eventId", at, "durationMs", status, error, "responseBody", delivered)
    values ($1,$2,$3,$4,$5,$6,$7,$8,$9)`,
}
/** Inserts a group of items with their jobs: one statement and one commit. */
const insertItems = {
  name: 'items',
  text: `with item as (insert into item_rows select * from json_populate_recordset(null::item_rows, $1::json))
    select count(*) from graphile_worker.add_jobs(array(
      select row('deliver', payload, null, null, null, null, null, null)::graphile_worker.job_spec
      from json_array_elements($2::json) payload
    ))`,
}
/** A named queue runs one job at a time: graphile-worker has no other way to keep endpoints apart. */
const queueOf = ({ endpoint }: Delivery) => (apart ? `endpoint-${endpoint}` : null)

const deliver = async (payload: unknown): Promise<void> => {
  const delivery = payload as Delivery
  const attempt = await send(delivery)
  const { id, endpoint, eventId } = delivery
  const { at, durationMs, status, error, responseBody } = attempt
  const delivered = isDelivered(attempt)
  const values = [id, endpoint, eventId, at, durationMs, status, error, responseBody, delivered]
  await pool.query({ ...insertAttempt, values })
  if (delivered) return
  const firstAt = delivery.firstAt || at
  const runAt = retryAt(firstAt, delivery.attempt)
  if (runAt === undefined) return
  const next = JSON.stringify({ ...delivery, firstAt, attempt: delivery.attempt + 1 })
  await pool.query('select graphile_worker.add_job($1, $2::json, $3::text, $4::timestamptz)', [
    'deliver',
    next,
    queueOf(delivery),
    new Date(runAt),
  ])
}

const utils = await makeWorkerUtils({ pgPool: pool })
await utils.migrate()
if (fill === '--fill') {
  for (const chunk of backlog(Number(count))) {
    await utils.addJobs(
      chunk.map((payload) => ({ identifier: 'deliver', payload, runAt: new Date(Date.now() - 1) })),
    )
  }
  await utils.release()
  await pool.end()
} else {
  await run({
    taskList: { deliver },
    preset: {
      worker: {
        connectionString: url,
        concurrentJobs: concurrency,
        maxPoolSize: concurrency + 1,
        localQueue: { size: 500 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        // A log line for every job would distort the measurement.
        logger: new Logger(() => (level, message) => {
          if (level === 'error' || level === 'warning') console.error(message)
        }),
      },
    },
    noHandleSignals: true,
  })
  const acceptRow = async (input: Body) => {
    const item = newItem(input)
    const { id, postflowId, recipient, data, status, createdAt } = item
    const delivery = deliveryOf(eventOf(item), postflowId)
    const values = [id, postflowId, recipient, data, status, createdAt, delivery, queueOf(delivery)]
    await pool.query({ ...insertItem, values })
    return item
  }
  const acceptGroup = inGroups(async (inputs: readonly Body[]) => {
    const items = inputs.map(newItem)
    const deliveries = items.map((item) => deliveryOf(eventOf(item), item.postflowId))
    await pool.query({ ...insertItems, values: [JSON.stringify(items), JSON.stringify(deliveries)] })
    return items
  })
  startApi(sameItem ? await itemCreation(pool, grouped) : grouped ? acceptGroup : acceptRow)
}
