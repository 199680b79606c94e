import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../../bin/demo/steps.ts'
import { migrate, SchemaTooNew, sqliteMigrations } from '../../src/adapters/sql/migrations.ts'
import { openConnection } from '../../src/adapters/sqlite/connection.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { createSqliteStore, migrationTarget } from '../../src/adapters/sqlite/store.ts'
import { gt } from '../../src/core/kernel/query.ts'
import { lettershopJson } from '../support/cli.ts'
import { answerOf } from '../support/data-folders/answers.ts'
import { copyOf, openAt, readKnown, versions } from '../support/data-folders/copy.ts'
import { order } from '../support/data-folders/shop.ts'
import { zoe } from '../support/recipients.ts'

/** Returns the answers without the descriptions of integrations, which a version may reword. */
const withoutDescriptions = (answers: Record<string, unknown>): unknown =>
  Object.fromEntries(
    Object.entries(answers).map(([path, answer]) => [
      path,
      path.startsWith('/v1/integrations')
        ? JSON.parse(JSON.stringify(answer), (key, value) => (key === 'description' ? undefined : value))
        : answer,
    ]),
  )

/** Names of the migrations applied to a database. */
const migrationsIn = async (file: string): Promise<unknown[]> => {
  const connection = openConnection(await loadDriver(), file, { readOnly: true })
  const rows = connection.query('select name from schema_migrations order by name')
  connection.close()
  return rows.map(({ name }) => name)
}

/** Backs up a folder with this version; returns the new folder to which the backup was restored. */
const restoredFrom = async (data: string): Promise<string> => {
  const { path } = await lettershopJson(['backup', '--to', `${data}-backups`, '--data', data])
  const restored = `${data}-restored`
  await lettershopJson(['restore', path, '--data', restored])
  return restored
}

const minute = 60_000
const day = 24 * 60 * minute

test('a data folder of the first supported version is kept', () => {
  expect(versions).toContain('0.2.0')
})

describe.each(versions)('a data folder of version %s', (version) => {
  const { shop, answers } = readKnown(version)

  test('has all its rows', async () => {
    const data = copyOf(version)
    const store = await createSqliteStore({ file: join(data, 'lettershop.db') })
    const rows = await store.copyTo(join(data, 'copy.db'))
    await store.close()
    expect(rows).toMatchObject(shop.rows)
  })

  test('is refused by a program with its schema alone, once this one has opened it', async () => {
    const data = copyOf(version)
    const file = join(data, 'lettershop.db')
    const known = await migrationsIn(file)
    const store = await createSqliteStore({ file })
    await store.close()
    const had = sqliteMigrations().slice(0, known.length)
    expect(known).toEqual(had.map(({ name }) => name))
    expect(await migrationsIn(file)).toEqual(sqliteMigrations().map(({ name }) => name))
    const connection = openConnection(await loadDriver(), file, { readOnly: false })
    onTestFinished(() => connection.close())
    const refused = sqliteMigrations().length > had.length
    const migrated = migrate(migrationTarget(connection, join(data, 'snapshots')), had)
    await (refused ? expect(migrated).rejects.toThrow(SchemaTooNew) : migrated)
  })

  test('keeps the low-balance notifications of its accounts', async () => {
    const file = join(copyOf(version), 'lettershop.db')
    const accounts = async () => {
      const connection = openConnection(await loadDriver(), file, { readOnly: true })
      const rows = connection.query('select * from accounts order by id')
      connection.close()
      return rows.map(({ lowTold, lowBalanceNotified = lowTold, ...row }) => ({ ...row, lowBalanceNotified }))
    }
    const before = await accounts()
    const store = await createSqliteStore({ file })
    await store.close()
    expect(before).not.toEqual([])
    expect(await accounts()).toEqual(before)
  })

  test.each(['live', 'test'] as const)('answers the same for the %s key', async (mode) => {
    const { send } = await openAt(copyOf(version), shop)
    const now: Record<string, unknown> = {}
    for (const path of Object.keys(answers[mode]))
      now[path] = await answerOf((requested) => send(mode, 'GET', requested), path)
    // A later version may extend an answer.
    expect(withoutDescriptions(now)).toMatchObject(withoutDescriptions(answers[mode]) as object)
  })

  test('lets its users sign in', async () => {
    const { ask } = await openAt(copyOf(version), shop)
    const { status } = await ask('/v1/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-protection': '1' },
      body: JSON.stringify(shop.owner),
    })
    expect(status).toBe(201)
  })

  test('accepts new items, from programs and from connectors, and prints them with those that waited', async () => {
    const { send, ask } = await openAt(copyOf(version), shop)
    const body = {
      postflowId: shop.postflows.test,
      recipient: { ...zoe, houseNumber: '99' },
      data: { firstName: 'Zoë' },
    }
    const created = await send('test', 'POST', '/v1/items', body)
    expect(created).toMatchObject({ status: 201, body: { status: 'SCHEDULED' } })
    const posted = await ask(shop.connectorPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, number: '98' }),
    })
    expect(posted).toMatchObject({ status: 200, body: { outcome: 'CREATED' } })
    await send('test', 'POST', '/v1/developers/test-clock/advance', { to: 'next-cutoff' })
    const { body: items } = await send('test', 'GET', '/v1/items')
    const statuses = items.data.map(({ status }: { status: string }) => status)
    expect(statuses.toSorted()).toEqual([
      'CANCELLED',
      ...Array(2).fill('HANDED_TO_CARRIER'),
      ...Array(4).fill('IN_PRODUCTION'),
      'NEEDS_ATTENTION',
      'SUPPRESSED',
    ])
  })

  test('hands over its live run when it is due, with a package that holds', async () => {
    const data = copyOf(version)
    const { send, advance } = await openAt(data, shop)
    const run = async () => (await send('live', 'GET', `/v1/runs/${shop.waitingRunId}`)).body
    expect(await run()).toMatchObject({ status: 'OPEN', itemCount: 2 })
    await advance(Date.parse((await run()).cutoffAt) - Date.now())
    expect(await run()).toMatchObject({ status: 'HANDED_TO_PRINTER', itemCount: 2 })
    const [packed] = readdirSync(join(data, 'printer')).filter((name) => name === shop.waitingRunId)
    expect(
      readFileSync(join(data, 'printer', packed!, 'items.csv'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(3)
  })

  test('delivers the waiting webhooks, signed with their original secret', async () => {
    const { send, advance } = await openAt(copyOf(version), shop)
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    receiver.trust(shop.webhook.secret)
    const path = `/v1/webhooks/${shop.webhook.id}`
    expect((await send('test', 'PATCH', path, { url: receiver.url })).status).toBe(200)
    await advance(30 * minute)
    const { body } = await send('test', 'GET', `${path}/deliveries`)
    expect(new Set(body.data.map(({ status }: { status: string }) => status))).toEqual(new Set(['DELIVERED']))
    expect(receiver.received).toHaveLength(body.data.length)
    expect(receiver.received.filter(({ verified }) => !verified)).toEqual([])
  })

  test.each(['', 'restored '])(
    'finds its %snames without accents, after they were normalised',
    async (of) => {
      const data = copyOf(version)
      const folder = of ? await restoredFrom(data) : data
      const { send, advance, core } = await openAt(folder, shop)
      const found = async (part: string): Promise<number> => {
        const query = `filter[recipientName][contains]=${encodeURIComponent(part)}`
        return (await send('test', 'GET', `/v1/items?${query}`)).body.data.length
      }
      const exact = await found('zoë')
      expect(exact).toBeGreaterThan(0)
      expect(await found('zoe')).toBe(0)
      await core.scheduler.addMissing()
      await advance(minute)
      expect([await found('zoë'), await found('zoe')]).toEqual([exact, exact])
    },
  )

  test('removes the name of an erased recipient from file names', async () => {
    const { send, advance, core } = await openAt(copyOf(version), shop)
    const [item] = (await send('live', 'GET', '/v1/items?filter[status]=HELD')).body.data
    const of = { organisationId: shop.organisationId }
    const named = `List of ${item.recipient.name}.csv`
    const changed = await core.services.store.write(async (rows) => [
      await rows.uploads.updateWhere(of, {}, { fileName: named }),
      await rows.assets.updateWhere(of, {}, { name: named }),
    ])
    expect(changed).toEqual([2, 1])
    expect((await send('live', 'POST', `/v1/items/${item.id}/cancel`)).status).toBe(200)
    expect((await send('live', 'POST', `/v1/items/${item.id}/erase`)).status).toBe(202)
    await advance(minute)
    expect((await send('live', 'GET', `/v1/items/${item.id}`)).body.erasure.completedAt).not.toBeNull()
    const names = await core.services.store.read(async (rows) => [
      ...(await rows.uploads.find(of, {})).map(({ fileName }) => fileName),
      ...(await rows.assets.find(of, {})).map(({ name }) => name),
    ])
    // The list that the item came from has a neutral name.
    expect(names.toSorted()).toEqual(['List of erased.csv', 'List of erased.csv', 'list'])
  })

  test('runs its daily jobs without losing items and money', async () => {
    const { send, advance, core } = await openAt(copyOf(version), shop)
    await core.scheduler.addMissing()
    for (let passed = 0; passed < 7; passed++) await advance(day)
    const { body } = await send('live', 'GET', '/v1/items')
    expect(body.data).toHaveLength(3)
    expect((await send('live', 'GET', '/v1/billing/invoices')).body[0]).toMatchObject({
      number: '2026-000001',
    })
    const failing = await core.services.store.read((rows) =>
      rows.jobs.find({ organisationId: shop.organisationId }, { attempts: gt(0) }),
    )
    expect(failing.map(({ kind, lastError }) => [kind, lastError])).toEqual([])
  })

  test('keeps suppressing by its entries, and then in other spellings too', async () => {
    const { send, advance, core } = await openAt(copyOf(version), shop)
    const check = async (name: string) => {
      const body = { recipient: { ...zoe, name } }
      return (await send('test', 'POST', '/v1/suppressions/check', body)).body.matches
    }
    const [entry] = (await send('test', 'GET', '/v1/suppressions')).body.data
    expect(await check(entry.recipient.name)).toMatchObject([{ entry: { id: entry.id } }])
    await core.scheduler.addMissing()
    await advance(minute)
    const without = await core.services.store.read(async (rows) => {
      const of = { organisationId: shop.organisationId }
      const items = await rows.items.find(of, { addressKeyV2: null })
      return [...items, ...(await rows.suppressions.find(of, { matchKeyV2: null }))]
    })
    expect(without).toEqual([])
    expect(await check(`Mevr. ${entry.recipient.name}`)).toMatchObject([{ entry: { id: entry.id } }])
  })

  test('is backed up, and the backup holds', async () => {
    const data = copyOf(version)
    const { path } = await lettershopJson(['backup', '--to', `${data}-backups`, '--data', data])
    const { checks } = await lettershopJson(['backup', 'verify', path])
    expect(checks.filter(({ result }: { result: string }) => result !== 'holds')).toEqual([])
    expect(existsSync(join(path, 'lettershop.db'))).toBe(true)
  })

  test('returns the package of its printed run', async () => {
    const data = copyOf(version)
    const made = await lettershopJson([
      'run',
      'package',
      shop.printedRunId,
      '--to',
      `${data}-run`,
      '--data',
      data,
    ])
    expect(made.files).toEqual(expect.arrayContaining(['items.csv', 'manifest.json', 'SHA256SUMS']))
  })
})
