import { afterAll, describe, expect, test, vi } from 'vitest'
import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import type { ServerProcess } from '../support/cli.ts'
import { greetingCard } from '../support/greeting-card.ts'
import { isInHistory } from '../support/other-program.ts'
import { person } from '../support/postbatches.ts'
import { query } from '../support/postgres/database.ts'
import { earlier, openBesideEarlier } from '../support/two-versions.ts'

// The earlier version's answers are not recorded, because this version's document does not describe them.
vi.mock('../support/recorder.ts', () => ({ record: () => {} }))

const shops: { end(): Promise<unknown> }[] = []
afterAll(() => Promise.all(shops.map((shop) => shop.end())))

const letter = {
  ...greetingCard('{{salutation}}, {{total | ""}} {{day | ""}}'),
  locale: 'nl-NL',
  variables: {
    total: { type: 'money', currency: 'EUR', decimals: 2 },
    day: { type: 'date', format: 'long' },
  },
}

/**
 * Starts an earlier server on a database that a later version has migrated, on which it normally refuses to
 * start. It represents a server that ran before the migration and lost its connections for a while.
 */
const whileMigrated = async (database: string, start: () => Promise<ServerProcess>) => {
  await query(database, `create table later as select * from schema_migrations where name >= '0031'`)
  await query(database, `delete from schema_migrations where name >= '0031'`)
  const server = await start()
  await query(database, 'insert into schema_migrations select * from later')
  return server
}

/** Adds the job that writes the corrections of a Postbatch. */
const addJob = (database: string, postbatchId: string) =>
  query(
    database,
    `insert into jobs select (jsonb_populate_record(null::jobs, to_jsonb(j) || jsonb_build_object(
       'id', 'job_corrects', 'kind', 'postbatches.correctSalutations', 'mode', p.mode,
       'organisationId', p."organisationId", 'clock', 'real', 'status', 'PENDING', 'dueAt', 0, 'attempts', 0,
       'wakeAt', 0, 'dedupeKey', 'corrects', 'leaseToken', null, 'leaseUntil', null, 'lastError', null,
       'payload', jsonb_build_object('postbatchId', p.id)))).*
     from jobs j, postbatches p where p.id = '${postbatchId}' limit 1`,
  )

describe.runIf(isInHistory(earlier))('next to a version without salutations', () => {
  test('templates with salutations are published, and salutations corrected, once it is stopped', async () => {
    const shop = await openBesideEarlier()
    shops.push(shop)
    const { database, older, startOlder, startNewer, call, live } = shop
    const newer = await startNewer()
    const document = { name: 'Letter', productSpecificationId: sampleIds.a6, document: letter }
    const created = await call(newer, 'POST', '/templates', document, live)
    expect(created, JSON.stringify(created.body)).toMatchObject({ status: 201 })
    const publish = () => call(newer, 'POST', `/templates/${created.body.id}/publish`, undefined, live)
    const refused = await publish()
    expect(refused.status).toBe(422)
    expect(
      refused.body.errors.map(({ code, params }: never) => [code, (params as { name: string }).name]),
    ).toEqual([
      ['earlier_server', 'total'],
      ['earlier_server', 'day'],
      ['earlier_server', 'salutation'],
    ])
    await older.end()
    expect(await publish()).toMatchObject({ status: 201 })

    const made = await call(newer, 'POST', '/postbatches', { name: 'Spring', templateId: created.body.id })
    const { id } = made.body
    const items = [person(1, { name: 'A. de Vries' }), person(2, { name: 'C. Bos' })]
    expect((await call(newer, 'POST', `/postbatches/${id}/items`, { items })).body.createdCount).toBe(2)
    const status = async () => (await call(newer, 'GET', `/postbatches/${id}`)).body.status
    await call(newer, 'POST', `/postbatches/${id}/validate`)
    await vi.waitUntil(async () => (await status()) === 'VALIDATED', { timeout: 30_000, interval: 100 })
    const listed = await call(newer, 'GET', `/postbatches/${id}/salutations`)
    const salutation = listed.body.data[0].salutation
    const corrections = [{ salutation, corrected: 'Beste buren' }]
    const correct = () => call(newer, 'POST', `/postbatches/${id}/salutations/correct`, { corrections })

    const again = await whileMigrated(database, startOlder)
    expect(await correct()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('when all servers run this version') },
    })
    // Simulates corrections that were sent before the earlier server returned and wait for their job.
    await query(
      database,
      `update postbatches set "salutationCorrections" = '${JSON.stringify(corrections)}' where id = '${id}'`,
    )
    expect(await call(again, 'POST', `/postbatches/${id}/approve`)).toMatchObject({ status: 200 })
    await again.end()
    await addJob(database, id)
    const job = async () =>
      (await query(database, `select status, "lastError" from jobs where id = 'job_corrects'`))[0]
    await vi.waitUntil(async () => (await job())?.status === 'FAILED', { timeout: 30_000, interval: 100 })
    expect(await job()).toMatchObject({ lastError: expect.stringContaining('copy it, and correct') })
    const [kept] = await query(database, `select "salutationCorrections" from postbatches where id = '${id}'`)
    expect(kept).toEqual({ salutationCorrections: JSON.stringify(corrections) })
    await newer.end()
  }, 300_000)
})
