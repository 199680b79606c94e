import pg from 'pg'
import { expect, test } from 'vitest'
import { hasEarlierServers } from '../../src/adapters/postgres/database.ts'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { newDatabase } from '../support/postgres/database.ts'

test.each([
  ['lettershop', true],
  ['lettershop 0001', true],
  ['lettershop 9999', false],
  ['psql', false],
  ['lettershop-exporter', false],
])('a connection of %s is one of an earlier server: %s', async (name, expected) => {
  const url = await newDatabase()
  const store = await createPostgresStore({ url })
  expect(await hasEarlierServers(url)).toBe(false)
  const other = new pg.Client({ connectionString: url, application_name: name })
  await other.connect()
  expect(await store.hasEarlierServers!()).toBe(expected)
  expect(await store.hasEarlierServers!('0001')).toBe(expected && name === 'lettershop')
  await other.end()
  await store.close()
})
