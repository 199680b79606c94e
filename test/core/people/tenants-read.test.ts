import { describe, expect, test } from 'vitest'
import { operatorScopesOfKeys } from '../../../src/core/engine/access/permissions.ts'
import { createItemShop } from '../../support/items.ts'

const refused = { status: 403, body: { code: 'insufficient_scope' } }

/** A shop with an item, and an operator who does not belong to it. */
const visited = async () => {
  const shop = await createItemShop()
  const item = await shop.create()
  const operator = await shop.portal({ operator: true, email: 'olaf@example.com' })
  return { shop, item, as: { session: operator, organisationId: shop.organisation.id } }
}

describe('an operator who does not belong to an organisation', () => {
  test('reads it with tenants.read', async () => {
    const { shop, item, as } = await visited()
    expect(await shop.call('items.get', { ...as, params: { id: item.id } })).toMatchObject({ status: 200 })
    expect((await shop.call('session.get', as)).body.user.operatorScopes).toContain('tenants.read')
  })

  test.each(['items.list', 'templates.list', 'billing.balance', 'events.list', 'organisation.get'])(
    'is refused %s without it',
    async (operation) => {
      const { shop } = await visited()
      const session = await shop.portal({ operator: [...operatorScopesOfKeys] })
      const call = { session, organisationId: shop.organisation.id }
      expect(await shop.call(operation, call)).toMatchObject(refused)
      expect((await shop.call('search.find', { ...call, query: 'q=Vries' })).body.data).toEqual([])
    },
  )

  test.each([
    ['exports.create', { body: { kind: 'items' } }],
    ['renders.create', { body: { itemId: 'itm_1' } }],
    ['support.create', { body: { subject: 'Help', text: 'Help.' } }],
  ])('cannot write with read permission alone: %s', async (operation, call) => {
    const { shop, as } = await visited()
    expect(await shop.call(operation, { ...as, ...call })).toMatchObject(refused)
  })

  test('answers and closes tickets, which members reply to', async () => {
    const { shop, as } = await visited()
    const owner = await shop.portal()
    const ticket = { body: { subject: 'Help', text: 'Help.' } }
    const { id } = (await shop.call('support.create', { session: owner, ...ticket })).body
    const reply = { params: { id }, body: { text: 'And?' } }
    expect(await shop.call('support.reply', { ...as, ...reply })).toMatchObject(refused)
    expect((await shop.call('support.answer', { ...as, ...reply })).status).toBe(200)
    expect((await shop.call('support.close', { ...as, params: { id } })).status).toBe(200)
  })
})

test("an operator who is a member has a member's permissions", async () => {
  const shop = await createItemShop()
  const session = await shop.portal({ operator: true, role: 'viewer' })
  expect((await shop.call('exports.create', { session, body: { kind: 'items' } })).status).toBe(202)
})

test('a key cannot have the scope to read other organisations', async () => {
  const shop = await createItemShop()
  await expect(shop.key('live', ['tenants.read'])).rejects.toMatchObject({ code: 'validation_failed' })
})
