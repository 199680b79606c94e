import { expect, test } from 'vitest'
import { createTestShop } from '../../support/shop.ts'

const address = { street: 'Damrak 1', postalCode: '1012 LG', city: 'Amsterdam', country: 'NL' }

test('an export of suppressions in test mode has only entries of test mode, also for a member', async () => {
  const shop = await createTestShop()
  const suppress = async (name: string, key: string) => {
    const body = { reason: 'opt_out', recipient: { name, ...address } }
    expect((await shop.call('suppressions.create', { body, key })).status).toBe(201)
  }
  await suppress('Live Person', shop.keys.live)
  await suppress('Test Person', shop.keys.test)
  const session = await shop.portal()
  const body = { kind: 'suppressions' }
  const fileOf = async (call: object) => {
    const created = await shop.call('exports.create', { body, ...call })
    expect(created.status).toBe(202)
    await shop.settle()
    const { id, isTest } = created.body
    return { id, isTest, text: (await shop.call('exports.file', { params: { id }, ...call })).body }
  }
  const inTest = await fileOf({ session, mode: 'test' })
  expect([inTest.isTest, inTest.text.includes('Test Person')]).toEqual([true, true])
  // A test key may read it, so it must contain nothing live.
  const byKey = await shop.call('exports.file', { params: { id: inTest.id }, key: shop.keys.test })
  expect(byKey.body).toBe(inTest.text)
  expect(byKey.body).not.toContain('Live Person')
  const live = await fileOf({ session, mode: 'live' })
  expect([live.isTest, live.text.includes('Live Person')]).toEqual([false, true])
})
