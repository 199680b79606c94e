import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { postgresMigrations, sqliteMigrations } from '../../src/adapters/sql/migrations.ts'
import { openConnection } from '../../src/adapters/sqlite/connection.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { everyone, type Store } from '../../src/core/ports/store.ts'
import { mapping } from '../support/connectors.ts'
import { createItemShop } from '../support/items.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface Database {
  open(): Promise<Store>
  run(sql: string): Promise<unknown>
}

const onSqlite = async (): Promise<Database> => {
  const file = join(temporaryFolder(), 'lettershop.db')
  return {
    open: () => createSqliteStore({ file }),
    async run(sql) {
      const connection = openConnection(await loadDriver(), file, { readOnly: false })
      connection.exec(sql)
      connection.close()
    },
  }
}

const onPostgres = async (): Promise<Database> => {
  const url = await newDatabase()
  return { open: () => createPostgresStore({ url }), run: (sql) => query(url, sql) }
}

/** Each kind of item, and whether it must be approved after the migration. */
const items = [
  ['waits', { approval: 'PER_ITEM' }, {}, true],
  ['waits, and its Postflow no longer requires approval', { approval: 'PER_ITEM', later: 'NONE' }, {}, true],
  ['has errors, and its Postflow requires approval', { approval: 'PER_ITEM' }, { data: {} }, true],
  ['has errors, and its Postflow requires no approval', { approval: 'NONE' }, { data: {} }, null],
  ['continues without approval', { approval: 'NONE' }, {}, null],
] as const

describe.each([
  ['SQLite', onSqlite, sqliteMigrations()],
  ['PostgreSQL', onPostgres, postgresMigrations()],
] as const)('a database of the last version, on %s', (_name, create, migrations) => {
  test('gives waiting items the required approval', async () => {
    const database = await create()
    const shop = await createItemShop({ ports: { store: await database.open() } })
    const ids: string[] = []
    for (const [, { approval, ...rest }, changes] of items) {
      const postflowId = await shop.postflow({ approval })
      ids.push((await shop.create({ postflowId, ...changes })).id)
      if ('later' in rest) await shop.act('postflows.patch', postflowId, { body: { approval: rest.later } })
    }
    await shop.core.close()
    await database.run('alter table "items" drop column "approvalRequired"')
    await database.run(migrations.find(({ name }) => name.endsWith('item_approval_required'))!.sql)
    const store = await database.open()
    const rows = await store.read((tables) =>
      Promise.all(ids.map((id) => tables.items.get({ organisationId: shop.organisation.id }, id))),
    )
    await store.close()
    expect(rows.map((row, index) => [items[index]![0], row!.approvalRequired])).toEqual(
      items.map(([what, , , required]) => [what, required]),
    )
  })

  test('lets only operators read every organisation', async () => {
    const database = await create()
    const shop = await createItemShop({ ports: { store: await database.open() } })
    const operators = await shop.portal({ operator: ['platform.admin', 'runs.manage'] })
    const member = await shop.portal()
    await shop.core.close()
    await database.run(migrations.find(({ name }) => name.endsWith('tenants_read'))!.sql)
    const store = await database.open()
    const scopesOf = async (id: string) =>
      (await store.read((rows) => rows.users.get(everyone, id)))!.operatorScopes
    expect(await scopesOf(operators.user.id)).toEqual(['platform.admin', 'runs.manage', 'tenants.read'])
    expect(await scopesOf(member.user.id)).toEqual([])
    await store.close()
  })

  test('keeps connectors working, with their creators from the audit log', async () => {
    const database = await create()
    const shop = await createItemShop({ ports: { store: await database.open() } })
    const member = await shop.portal()
    const make = async (call: object) => {
      const body = { name: 'Shop', postflowId: shop.postflowId, mapping }
      return (await shop.call('integrations.create', { ...call, body })).body.id as string
    }
    const [ofMember, ofKey] = [await make({ session: member, mode: 'live' }), await make({})]
    await shop.core.close()
    for (const column of ['makerKind', 'makerId', 'apiKeyId', 'needsReview', 'stoppedAt'])
      await database.run(`alter table "connectors" drop column "${column}"`)
    await database.run('drop table "connector_payloads"')
    await database.run(migrations.find(({ name }) => name.endsWith('connector_makers'))!.sql)
    const store = await database.open()
    const rowOf = (id: string) =>
      store.read((rows) => rows.connectors.get({ organisationId: shop.organisation.id }, id))
    const unlimited = { apiKeyId: null, needsReview: true, stoppedAt: null }
    expect(await rowOf(ofMember)).toMatchObject({ makerKind: 'user', makerId: member.user.id, ...unlimited })
    const madeByKey = await rowOf(ofKey)
    expect(madeByKey).toMatchObject({ makerKind: 'key', ...unlimited })
    expect(madeByKey!.makerId).toMatch(/^key_/)
    await store.close()
  })

  test('derives keys again after their rules have changed, and marks no entry as doubtful', async () => {
    const database = await create()
    const shop = await createItemShop({ ports: { store: await database.open() } })
    const of = { organisationId: shop.organisation.id }
    const recipient = {
      name: 'Eva Bos',
      street: 'Damrak 12 boven',
      postalCode: '1012 LG',
      city: 'Amsterdam',
      country: 'NL',
    }
    for (const key of [shop.keys.live, shop.keys.test])
      await shop.call('suppressions.create', { key, body: { recipient, reason: 'opt_out' } })
    await shop.create({ recipient })
    await shop.advance(0)
    const stored = await shop.services.store.write(async (rows) => {
      await rows.items.updateWhere(of, {}, { addressKeyV2: 'of earlier rules' })
      await rows.suppressions.updateWhere(
        of,
        {},
        { addressKeyV2: 'of earlier rules', matchKeyV2: 'of earlier rules' },
      )
      return rows.suppressions.find(of, {})
    })
    await database.run(migrations.find(({ name }) => name.endsWith('renewed_door_keys'))!.sql)
    await shop.advance(1)
    const rows = await shop.services.store.read(async (tables) => ({
      entries: await tables.suppressions.find(of, {}),
      items: await tables.items.find(of, {}),
    }))
    expect(rows.entries.map(({ isUndecided }) => isUndecided)).toEqual([null, null])
    expect(rows.items.map(({ addressKeyV2 }) => addressKeyV2)).toEqual(['NL|1012LG|12BOVEN'])
    expect(rows.entries.map(({ id }) => id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted())
    for (const { addressKeyV2, matchKeyV2 } of rows.entries)
      expect([addressKeyV2, matchKeyV2]).toEqual([
        'NL|1012LG|12BOVEN',
        expect.stringContaining('NL|1012LG|12BOVEN'),
      ])
    await shop.core.close()
  })

  test('compares stored names by the changed rules', async () => {
    const database = await create()
    const shop = await createItemShop({ ports: { store: await database.open() } })
    const of = { organisationId: shop.organisation.id }
    const recipient = { street: 'Damrak 12', postalCode: '1012 LG', city: 'Amsterdam', country: 'NL' }
    const body = { recipient: { ...recipient, name: 'Bos, J.' }, reason: 'opt_out', matchName: true }
    expect((await shop.call('suppressions.create', { body })).status).toBe(201)
    await shop.create({ recipient: { ...recipient, name: 'Sra. García' } })
    await shop.advance(0)
    await shop.services.store.write(async (rows) => {
      await rows.suppressions.updateWhere(of, {}, { matchKeyV2: 'NL|1012LG|12\nbosj\n' })
      await rows.items.updateWhere(of, {}, { duplicateKeyV2: 'of earlier rules' })
    })
    await database.run(migrations.find(({ name }) => name.endsWith('renewed_door_keys'))!.sql)
    await shop.advance(1)
    const check = { recipient: { ...recipient, name: 'Dhr. J. Bos' } }
    expect((await shop.call('suppressions.check', { body: check })).body.suppressed).toBe(true)
    const [item] = await shop.services.store.read((rows) => rows.items.find(of, {}))
    const again = await shop.create({ recipient: { ...recipient, name: 'García' } })
    await shop.advance(0)
    const later = await shop.services.store.read((rows) => rows.items.find(of, { id: again.id }))
    expect(item!.duplicateKeyV2).toBe(later[0]!.duplicateKeyV2)
    await shop.core.close()
  })
})
