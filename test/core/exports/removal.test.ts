import { expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const createExport = (shop: TestShop, body: unknown, key: string) =>
  shop.call('exports.create', { body, key })

test('an export is removed by its creator, or by a caller who manages the organisation', async () => {
  const shop = await createTestShop()
  const reader = await shop.key('live', ['items.read'])
  const other = await shop.key('live', ['items.read'])
  const manager = await shop.key('live', ['items.read', 'organisation.manage'])
  const remove = (id: string, key: string) => shop.call('exports.remove', { params: { id }, key })
  const made = async () => (await createExport(shop, { kind: 'items' }, reader)).body.id as string
  const [own, theirs, older] = [await made(), await made(), await made()]
  expect(await remove(own, other)).toMatchObject({
    status: 403,
    body: { code: 'insufficient_scope', detail: expect.stringContaining('organisation.manage') },
  })
  expect((await remove(own, reader)).status).toBe(204)
  expect((await remove(theirs, manager)).status).toBe(204)
  // An earlier version did not store an export's creator.
  await shop.services.store.write((rows) => rows.exports.update(everyone, older, { createdById: null }))
  expect((await remove(older, reader)).status).toBe(403)
  expect((await remove(older, manager)).status).toBe(204)
})

test('an export is removed by the key that replaced its creator', async () => {
  const shop = await createTestShop()
  const session = await shop.portal()
  const created = await shop.call('developers.createKey', {
    session,
    body: { name: 'Reader', mode: 'live', scopes: ['items.read'] },
  })
  const { id } = (await createExport(shop, { kind: 'items' }, created.body.key)).body
  const rotated = await shop.call('developers.rotateKey', { session, params: { id: created.body.id } })
  expect((await shop.call('exports.remove', { params: { id }, key: rotated.body.key })).status).toBe(204)
})
