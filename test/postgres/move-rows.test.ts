import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MoveMark } from '../../bin/instance/move-mark.ts'
import { batchesOf, canonical, compareRows, copyRows, digestOf, tableNames } from '../../bin/move/rows.ts'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { tables } from '../../src/core/model/index.ts'
import { everyone, type Store } from '../../src/core/ports/store.ts'
import { fillEveryTable } from '../support/every-table.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let files = 0
const newFile = () => createSqliteStore({ file: join(folder, `${files++}.db`) })
const newServer = async () => {
  const url = await newDatabase()
  return { url, store: await createPostgresStore({ url }) }
}
const mark: MoveMark = {
  id: 'one',
  role: 'target',
  state: 'under_way',
  from: 'here',
  to: 'there',
  schema: '0001',
  begunAt: '2026-01-05T03:00:00.000Z',
}
const copy = (from: Store, to: Store, begun: MoveMark = mark) => copyRows(from, to, begun, () => {})
const digests = async (store: Store) =>
  Object.fromEntries(
    await Promise.all(tableNames.map(async (name) => [name, await digestOf(store, name)] as const)),
  )

test('rows of every table have the same digest in a file, in PostgreSQL and in a file again', async () => {
  const [file, { store: server, url }, again] = [await newFile(), await newServer(), await newFile()]
  await fillEveryTable(file, 20)
  await copy(file, server)
  await copy(server, again)
  const expected = await digests(file)
  expect(expected.items?.rows).toBe(20)
  expect(await digests(server)).toEqual(expected)
  expect(await digests(again)).toEqual(expected)
  expect((await compareRows(file, again)).rows).toBe(20 * tableNames.length)
  // The databases fill the tables for searches themselves.
  const labelled = Object.values(tables).flatMap(({ name, labelled }) =>
    (labelled as readonly string[]).map((field) => `${name}_${field}`),
  )
  expect(labelled.length).toBeGreaterThan(0)
  for (const table of labelled) {
    const [row] = await query(url, `select count(*)::int as count from "${table}"`)
    expect(row?.count).toBeGreaterThan(0)
  }
  await Promise.all([file.close(), server.close(), again.close()])
})

test.each<[string, (store: Store) => Promise<unknown>, string]>([
  [
    'a changed value',
    (store) => store.write((rows) => rows.counters.update(everyone, 'counters_00001', { value: 7 })),
    'rows of counters differ',
  ],
  [
    'a lost row',
    (store) => store.write((rows) => rows.facts.remove(everyone, { id: 'facts_00001' })),
    'facts has 3 rows instead of 4',
  ],
  [
    'a changed letter in JSON',
    (store) => store.write((rows) => rows.events.update(everyone, 'events_00002', { body: '{"a":2}' })),
    'rows of events differ',
  ],
])('%s is found by the comparison', async (_, change, expected) => {
  const [from, to] = [await newFile(), await newFile()]
  await fillEveryTable(from, 4)
  await copy(from, to)
  await change(to)
  await expect(compareRows(from, to)).rejects.toThrow(expected)
  await Promise.all([from.close(), to.close()])
})

test('a copy that ended between two batches resumes after the last one, and copies nothing twice', async () => {
  const [from, to] = [await newFile(), await newFile()]
  await fillEveryTable(from, 20)
  let batches = 0
  const some = {
    ...to,
    write: (body: never) => (++batches > 30 ? Promise.reject(new Error('away')) : to.write(body)),
  }
  await expect(copy(from, some as Store)).rejects.toThrow('away')
  const fact = await to.read((rows) => rows.facts.get(everyone, 'move'))
  const begun = JSON.parse(fact!.value) as MoveMark
  expect(begun.copied?.after).toBeDefined()
  await copy(from, to, begun)
  expect((await compareRows(from, to)).rows).toBe(20 * tableNames.length)
  await Promise.all([from.close(), to.close()])
})

test('batches are small where rows are large, and a batch holds about a mebibyte', async () => {
  const store = await newFile()
  const value = 'x'.repeat(200_000)
  await store.write(async (rows) => {
    for (let n = 10; n < 60; n++) await rows.facts.insert({ id: `large_${n}`, value })
  })
  const sizes: number[] = []
  for await (const batch of batchesOf(store, 'facts')) sizes.push(batch.length)
  expect(sizes[0]).toBe(16)
  expect(Math.max(...sizes.slice(1))).toBeLessThanOrEqual(5)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(50)
  await store.close()
})

test('a row is written the same, whatever the order of its fields', () => {
  expect(canonical('facts', { value: 'b', id: 'a' })).toBe('[["id","a"],["value","b"]]')
})
