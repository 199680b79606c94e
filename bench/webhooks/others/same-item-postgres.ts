/**
 * Writes the rows of Lettershop's item creation to PostgreSQL, in Lettershop's schema, and the job: one
 * statement per request, hence one commit and one round trip. Every item changes the organisation's sequence,
 * the run and the rollups, so requests wait for one another's commits; with `grouped`, requests that arrive
 * during a statement share the next one.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import {
  answerOf,
  type Body,
  counterId,
  dayRows,
  eventRows,
  initialRows,
  itemRow,
  organisationId,
  place,
  type Row,
} from '../../minimal-server/rows.ts'
import { inGroups } from './groups.ts'
import { type Delivery, deliveryOf, postflowIds } from './shop.ts'

const ddl = join(import.meta.dirname, '../../../migrations/postgres/0001_initial.sql')

const write = {
  name: 'items',
  text: `
    with counter as (
      insert into counters (id, "organisationId", value) values ($1, $2, $3)
      on conflict (id) do update set value = counters.value + excluded.value returning value
    ), item as (
      insert into items select * from json_populate_recordset(null::items, $4::json)
    ), event as (
      insert into events
      select row.id, row."organisationId", row.mode, counter.value - $3::bigint + row.sequence, row.type, row.body,
        row."itemId", row."postflowId", row."postbatchId", row."createdAt", row."expiresAt"
      from counter, json_populate_recordset(null::events, $5::json) row
    ), day as (
      insert into analytics_days as days select * from json_populate_recordset(null::analytics_days, $6::json)
      on conflict (id) do update
      set created = days.created + excluded.created, "nowScheduled" = days."nowScheduled" + excluded."nowScheduled"
    ), run as (
      update runs set "itemCount" = "itemCount" + $7 where id = $9
    )
    select count(*) from graphile_worker.add_jobs(array(
      select row('deliver', payload, null, null, null, null, null, null)::graphile_worker.job_spec
      from json_array_elements($8::json) payload
    ))`,
}

/** Defaults for columns that a row omits. */
const blanksOf = async (pool: pg.Pool, table: string): Promise<Row> => {
  const { rows } = await pool.query<{ name: string; type: string; nullable: string }>(
    `select column_name as name, data_type as type, is_nullable as nullable from information_schema.columns
     where table_name = $1 and table_schema = current_schema() and is_generated = 'NEVER'`,
    [table],
  )
  const blank = { text: '', bigint: 0, boolean: false } as Row
  return Object.fromEntries(
    rows.map(({ name, type, nullable }) => [name, nullable === 'YES' ? null : blank[type]]),
  )
}

const insertResources = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query(`select to_regclass('items') as items`)
  if (rows[0].items) return
  await pool.query(readFileSync(ddl, 'utf8'))
  for (const [table, row] of initialRows(postflowIds)) {
    const filled = JSON.stringify({ ...(await blanksOf(pool, table)), ...row })
    await pool.query(`insert into ${table} select * from json_populate_record(null::${table}, $1::json)`, [
      filled,
    ])
  }
}

/** Creates items with their jobs; resolves with the answer once everything is on disk. */
export const itemCreation = async (
  pool: pg.Pool,
  grouped: boolean,
): Promise<(body: Body) => Promise<unknown>> => {
  await insertResources(pool)
  const [itemBlanks, dayBlanks] = [await blanksOf(pool, 'items'), await blanksOf(pool, 'analytics_days')]

  const writeAll = async (bodies: readonly Body[]): Promise<unknown[]> => {
    const at = Date.now()
    const items = bodies.map((body) => itemRow(body, place, at))
    const deliveries: Delivery[] = []
    const events = items.flatMap((item, index) => {
      const own = eventRows(item)
      deliveries.push(deliveryOf(own[0]!, item.postflowId))
      return own.map((event) => ({ ...event, sequence: index * own.length + event.sequence + 1 }))
    })
    const days = new Map<string, Row & { created: number; nowScheduled: number }>()
    for (const day of items.flatMap(dayRows)) {
      const { created, nowScheduled } = days.get(day.id) ?? { created: 0, nowScheduled: 0 }
      days.set(day.id, { ...dayBlanks, ...day, created: created + 1, nowScheduled: nowScheduled + 1 })
    }
    const text = (rows: unknown[]) => JSON.stringify(rows)
    const filled = items.map((item) => ({ ...itemBlanks, ...item }))
    const values = [
      ...[counterId, organisationId, events.length, text(filled), text(events), text([...days.values()])],
      ...[items.length, text(deliveries), place.runId],
    ]
    await pool.query({ ...write, values })
    return items.map((item, index) => answerOf(item, bodies[index]!))
  }
  return grouped ? inGroups(writeAll) : async (body) => (await writeAll([body]))[0]
}
