import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { startTestServer, type TestServer } from '../support/http.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const stores = {
  memory: async () => createMemoryStore({ replay: true }),
  SQLite: () => createSqliteStore({ file: join(temporaryFolder(), 'test.db') }),
}

const path = '/v1/advertising-categories'

describe.each(['memory', 'SQLite'] as const)('over %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ ports: { store: await stores[kind]() } })
  })
  afterAll(() => server.close())

  test('the lifecycle of a category over HTTP: created, listed, changed, archived, deleted', async () => {
    const key = server.as()
    const created = await key.send('POST', path, { label: 'Énergie & climat', sortOrder: 3 })
    expect(created.status).toBe(201)
    const category = {
      key: 'energie_climat',
      label: 'Énergie & climat',
      source: 'organisation',
      sortOrder: 3,
      archived: false,
    }
    expect(created.body).toEqual(category)
    const listed = await key.send('GET', path)
    expect(listed.body.data.at(-1)).toEqual(category)
    expect(listed.body.data[0].source).toBe('platform')
    const archived = await key.send('PATCH', `${path}/energie_climat`, { archived: true })
    expect(archived.body).toEqual({ ...category, archived: true })
    const removed = await key.send('DELETE', `${path}/energie_climat`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect((await key.send('DELETE', `${path}/energie_climat`)).status).toBe(404)
  })

  test('every offending field is named at once', async () => {
    const key = server.as()
    const { status, body } = await key.send('POST', path, {
      label: '',
      key: 'Über',
      sortOrder: -1,
      colour: 'red',
    })
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect(body.errors.map((error: { parameter: string }) => error.parameter).sort()).toEqual([
      'colour',
      'key',
      'label',
      'sortOrder',
    ])
  })

  test('a missing scope is a 403 that reveals nothing of the schema', async () => {
    const key = server.as(await server.shop.key('live', ['items.read']))
    expect((await key.send('GET', path)).status).toBe(200)
    const refused = await key.send('POST', path, 'not even JSON')
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope'])
  })

  test('live and test mode have separate categories', async () => {
    const live = server.as()
    const testKey = server.as(server.shop.keys.test)
    await live.send('POST', path, { label: 'Garden' })
    const seen = await testKey.send('GET', path)
    expect(seen.body.data.map((category: { key: string }) => category.key)).not.toContain('garden')
  })

  test('the same Idempotency-Key returns the first response again', async () => {
    const key = server.as()
    const headers = { 'idempotency-key': 'a-1' }
    const first = await key.send('POST', path, { label: 'Sale' }, headers)
    const again = await key.send('POST', path, { label: 'Sale' }, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = await key.send('POST', path, { label: 'Other' }, headers)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })
})
