import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { revokeKey } from '../../src/core/features/developers/keys.ts'
import { resumeOrganisation, suspendOrganisation } from '../../src/core/features/organisations/manage.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { counter } from '../contract/store/samples.ts'
import { createTestShop } from '../support/shop.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const store = await createSqliteStore({ file: join(temporaryFolder(), 'store.sqlite') })
afterAll(() => store.close())
const counters = () => store.generation!('counters')

it.each<[string, () => Promise<unknown>]>([
  ['an insert', () => store.write((rows) => rows.counters.insert(counter('a')))],
  ['an addition', () => store.write((rows) => rows.counters.add(counter('a'), { value: 1 }))],
  ['a guarded addition', () => store.write((rows) => rows.counters.addIf(everyone, 'a', { value: 1 }, {}))],
  ['an update', () => store.write((rows) => rows.counters.update(everyone, 'a', { value: 9 }))],
  ['an update of many', () => store.write((rows) => rows.counters.updateWhere(everyone, {}, { value: 8 }))],
  ['a removal', () => store.write((rows) => rows.counters.remove(everyone, {}))],
])('the generation of a table grows with %s, by the time it is answered', async (_what, change) => {
  const before = counters()
  await change()
  expect(counters()).toBeGreaterThan(before)
})

it('is unaffected by other tables and by no change', async () => {
  const before = counters()
  await store.write((rows) => rows.facts.insert({ id: 'a', value: 'b' }))
  await store.write((rows) => rows.counters.find(everyone, {}))
  await store.read((rows) => rows.counters.find(everyone, {}))
  expect(counters()).toBe(before)
  expect(store.generation!('counters', 'facts')).toBeGreaterThan(before)
})

it('a revoked key and a suspended organisation are refused immediately', async () => {
  const shop = await createTestShop({ ports: { store } })
  const whoami = () => shop.call('developers.whoami', { key: shop.keys.test })
  const change = () =>
    shop.call('advertisingCategories.create', { key: shop.keys.test, body: { label: 'Bread' } })
  expect((await whoami()).status).toBe(200)
  await suspendOrganisation(shop.services, shop.organisation.id)
  expect((await change()).body.code).toBe('organisation_suspended')
  await resumeOrganisation(shop.services, shop.organisation.id)
  expect((await change()).status).toBe(201)
  const keys = await store.read((rows) => rows.apiKeys.find(everyone, { mode: 'test' }))
  for (const { id } of keys) await revokeKey(shop.services, id)
  expect((await whoami()).body.code).toBe('api_key_revoked')
})
