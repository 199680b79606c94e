import { describe, expect, test } from 'vitest'
import { OutOfOrder } from '../../src/adapters/postgres/lock-order.ts'
import { createPostgresStore, type PostgresStore } from '../../src/adapters/postgres/store.ts'
import { platformId } from '../../src/core/engine/audit/security-log.ts'
import type { AuditRow } from '../../src/core/model/audit.ts'
import { everyone, type WritableRows } from '../../src/core/ports/store.ts'
import { counter, job, organisation } from '../contract/store/samples.ts'
import { newDatabase, query } from '../support/postgres/database.ts'

const url = await newDatabase()
const store = await createPostgresStore({ url })
await store.write(async (rows) => {
  for (const id of ['org_1', 'org_2', 'org_3']) await rows.organisations.insert(organisation(id, id))
  await rows.facts.insert({ id: 'fact', value: '0' })
})
const named = (rows: WritableRows, id: string) => rows.organisations.get(everyone, id)
const touch = (rows: WritableRows, id: string) => rows.organisations.update(everyone, id, { name: id })
const add = (rows: WritableRows, id: string, organisationId: string | null) =>
  rows.counters.add({ ...counter(id), organisationId }, { value: 1 })
const entryOfNobody: AuditRow = {
  id: 'aud_1',
  organisationId: platformId,
  mode: null,
  actorType: 'OPERATOR',
  actorId: 'operator',
  actorName: 'command line',
  operation: null,
  action: 'CHANGED',
  resource: 'user',
  resourceId: 'usr_1',
  before: null,
  after: null,
  requestId: null,
  createdAt: 0,
  expiresAt: null,
}

const strictly = async (body: (rows: WritableRows) => Promise<unknown>) => {
  const strict = await createPostgresStore({ url, strict: true })
  return strict.write(body).finally(() => strict.close())
}

describe('the order in which transactions lock', () => {
  test.each<[string, (rows: WritableRows) => Promise<unknown>]>([
    [
      'an organisation after one with a higher id',
      async (rows) => {
        await named(rows, 'org_2')
        await named(rows, 'org_1')
      },
    ],
    [
      'an organisation after a global counter',
      async (rows) => {
        await add(rows, 'invoices', null)
        await named(rows, 'org_1')
      },
    ],
    [
      'an organisation after a fact',
      async (rows) => {
        await rows.facts.update(everyone, 'fact', { value: '1' })
        await named(rows, 'org_1')
      },
    ],
    [
      'an organisation after an added job',
      async (rows) => {
        await rows.jobs.insert(job('job_1'))
        await named(rows, 'org_1')
      },
    ],
    [
      'an organisation after rows of any from a queue',
      async (rows) => {
        await rows.webhookDeliveries.find(everyone, {}, { lock: 'skip' })
        await named(rows, 'org_1')
      },
    ],
    [
      'an organisation after written rows of any',
      async (rows) => {
        await rows.items.updateWhere(everyone, {}, { reference: null })
        await named(rows, 'org_1')
      },
    ],
    [
      'an organisation after rows of one that was named among several, which locks none',
      async (rows) => {
        await rows.items.updateWhere({ organisationIds: ['org_1'] }, {}, { reference: null })
        await named(rows, 'org_2')
      },
    ],
  ])('tests refuse %s', async (_what, body) => {
    await expect(strictly(body)).rejects.toThrow(OutOfOrder)
  })

  test.each<[string, (rows: WritableRows) => Promise<unknown>]>([
    [
      'organisations by their ids, then rows without an organisation',
      async (rows) => {
        await named(rows, 'org_1')
        await named(rows, 'org_2')
        await named(rows, 'org_1')
        await add(rows, 'invoices', null)
        await rows.facts.update(everyone, 'fact', { value: '2' })
      },
    ],
    [
      'a counter of an organisation with the organisation',
      async (rows) => {
        await add(rows, 'events|org_1', 'org_1')
        await add(rows, 'events|org_2', 'org_2')
      },
    ],
    [
      'a lease or an idempotency key, then organisations',
      async (rows) => {
        await rows.jobs.get(everyone, 'job_2', { lock: 'wait' })
        await rows.idempotency.get(everyone, 'key', { lock: 'wait' })
        await named(rows, 'org_1')
      },
    ],
    [
      'organisations found by one query in any order',
      async (rows) => {
        await rows.organisations.find(everyone, {}, { order: [{ field: 'id', descending: true }], limit: 3 })
      },
    ],
    [
      'an entry of the audit log about no organisation after anything',
      async (rows) => {
        await rows.jobs.insert(job('job_3'))
        await rows.auditLog.insert(entryOfNobody)
      },
    ],
  ])('takes %s', async (_what, body) => {
    await strictly(body)
  })

  test('is kept even if callbacks name organisations in any order, without deadlocks', async () => {
    const servers: PostgresStore[] = [store, await createPostgresStore({ url })]
    const orders = [
      ['org_1', 'org_2', 'org_3'],
      ['org_3', 'org_2', 'org_1'],
      ['org_2', 'org_3', 'org_1'],
    ]
    const bodies = servers.flatMap((server, at) =>
      Array.from({ length: 24 }, (_, n) =>
        server.write(async (rows) => {
          for (const id of orders[(n + at) % 3]!) await touch(rows, id)
          await add(rows, 'both', null)
        }),
      ),
    )
    await Promise.all(bodies)
    expect(await query(url, `select value::int from counters where id = 'both'`)).toEqual([{ value: 48 }])
    // PostgreSQL updates its counters when a connection ends.
    await Promise.all(servers.map((server) => server.close()))
    expect(
      await query(url, 'select deadlocks::int from pg_stat_database where datname = current_database()'),
    ).toEqual([{ deadlocks: 0 }])
  })
})
