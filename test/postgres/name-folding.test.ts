import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { MoveMark } from '../../bin/instance/move-mark.ts'
import { copyRows } from '../../bin/move/rows.ts'
import { openConnection } from '../../src/adapters/sqlite/connection.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { contains } from '../../src/core/kernel/query.ts'
import { everyone, type Store } from '../../src/core/ports/store.ts'
import { createItemShop } from '../support/items.ts'
import { dieAfterWrites } from '../support/mortal-store.ts'
import { addressOf, openTestDatabase, query } from '../support/postgres/database.ts'
import { zoe } from '../support/recipients.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A store with direct access to its search columns. */
interface Opened {
  store: Store
  /** Runs a query. */
  sql(text: string): Promise<Record<string, unknown>[]>
}

const openFile = async (): Promise<Opened> => {
  const file = join(temporaryFolder(), 'lettershop.db')
  const store = await createSqliteStore({ file })
  const sql = async (text: string) => {
    const connection = openConnection(await loadDriver(), file, { readOnly: false })
    try {
      return connection.query(text)
    } finally {
      connection.close()
    }
  }
  return { store, sql }
}
const openDatabase = async (): Promise<Opened> => {
  const store = await openTestDatabase()
  return { store, sql: (text) => query(addressOf(store), text) }
}
const stores = [
  ['SQLite', openFile],
  ['PostgreSQL', openDatabase],
] as const

/** Stores the names as a server of 0.2.0 does: in lower case, with their accents. */
const asStoredBefore = async ({ sql }: Opened): Promise<void> => {
  await sql(`update items set "recipientNameFolded" = 'zoë de vries' returning id`)
  await sql(`update suppressions set "recipientNameFolded" = 'zoë de vries' returning id`)
  await sql(`update postflows set "nameFolded" = 'reçus' where "nameFolded" like 're%us' returning id`)
}

const openShop = async (open: () => Promise<Opened>) => {
  const opened = await open()
  const shop = await createItemShop({ ports: { store: opened.store } })
  onTestFinished(() => shop.core.close())
  const { status } = await shop.act('postflows.patch', await shop.postflow(), { body: { name: 'Reçus' } })
  expect(status).toBe(200)
  for (const houseNumber of ['12', '14', '16']) {
    const recipient = { ...zoe, houseNumber, name: 'Zoë de Vries' }
    await shop.create({ recipient })
    await shop.call('suppressions.create', { body: { recipient, reason: 'opt_out' } })
  }
  const count = async (operation: string, part: string) => {
    const field = operation === 'postflows.list' ? 'name' : 'recipientName'
    const filter = `filter[${field}][contains]=${encodeURIComponent(part)}`
    return (await shop.call(operation, { query: filter })).body.data.length
  }
  /** Numbers of items, entries and Postflows found by words with accents, and without. */
  const found = async () => ({
    exactly: [
      await count('items.list', 'zoë'),
      await count('suppressions.list', 'ZOË'),
      await count('postflows.list', 'reçu'),
    ],
    without: [
      await count('items.list', 'ZOE'),
      await count('suppressions.list', 'zoe'),
      await count('postflows.list', 'recu'),
    ],
  })
  return { ...opened, shop, found }
}
const all = [3, 3, 1]
const everything = { exactly: all, without: all }
const none = { exactly: all, without: [0, 0, 0] }

const progressIn = async ({ sql }: Opened) => {
  const [fact] = await sql(`select value from facts where id = 'name-folding'`)
  return fact && JSON.parse(fact.value as string)
}

describe.each(stores)('names that a server of 0.2.0 stored on %s', (name, open) => {
  test('are found as before, and without accents once the job has folded them', async () => {
    const at = await openShop(open)
    expect(await at.found()).toEqual(everything)
    await asStoredBefore(at)
    expect(await at.found()).toEqual(none)
    await at.shop.advance(10 * minute)
    expect(await at.found()).toEqual(everything)
    const [item] = (await at.shop.call('items.list', {})).body.data
    expect(item.recipient.name).toBe('Zoë de Vries')
  })

  test('and stores while it runs next to this version are folded until none runs', async () => {
    const at = await openShop(open)
    let isMixed = true
    at.store.hasEarlierServers = async () => isMixed
    for (const _ of ['first', 'second']) {
      await asStoredBefore(at)
      await at.shop.advance(10 * minute)
      expect(await at.found()).toEqual(everything)
      expect(await progressIn(at)).toMatchObject({ isDone: false })
    }
    await asStoredBefore(at)
    isMixed = false
    for (const _ of [1, 2, 3]) await at.shop.advance(10 * minute)
    expect(await at.found()).toEqual(everything)
    expect(await progressIn(at)).toMatchObject({ isDone: true })
  })

  test('are all folded after the job was killed at any of its writes', async () => {
    const at = await openShop(open)
    const progress = new Set<string>()
    let writes = 0
    // A round takes long on PostgreSQL, so only every third write is tried there.
    for (let isDead = true; isDead; writes += name === 'PostgreSQL' ? 3 : 1) {
      await asStoredBefore(at)
      await at.sql(`delete from facts where id = 'name-folding' returning id`)
      const death = dieAfterWrites(at.store, writes, at.shop.core.scheduler)
      await at.shop.advance(day).catch(() => {})
      isDead = await death.over()
      progress.add(JSON.stringify(await at.found()))
      await at.shop.core.scheduler.reap({ all: true })
      await at.shop.advance(day)
      expect(await at.found(), `killed after ${writes} writes`).toEqual(everything)
      expect(await progressIn(at)).toMatchObject({ isDone: true })
    }
    expect(writes).toBeGreaterThan(4)
    // Every third kill may skip one of the intermediate states.
    expect(progress.size).toBeGreaterThan(name === 'PostgreSQL' ? 1 : 2)
  }, 300_000)
})

const mark: MoveMark = {
  id: 'one',
  role: 'target',
  state: 'under_way',
  from: 'here',
  to: 'there',
  schema: '0001',
  begunAt: '2026-01-05T03:00:00.000Z',
}

test.each([
  ['SQLite', 'PostgreSQL', openFile, openDatabase],
  ['PostgreSQL', 'SQLite', openDatabase, openFile],
])(
  'an instance that moves from %s to %s has its names folded by the move',
  async (_, __, open, openTarget) => {
    const at = await openShop(open)
    await asStoredBefore(at)
    const target = await openTarget()
    await copyRows(at.store, target.store, mark, () => {})
    const where = { recipientName: contains('zoe') }
    expect(await target.store.read((rows) => rows.items.count(everyone, where))).toBe(3)
    expect(await at.store.read((rows) => rows.items.count(everyone, where))).toBe(0)
    await target.store.close()
  },
)
