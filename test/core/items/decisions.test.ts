import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemActionShop } from '../../support/item-actions.ts'
import { createItemShop } from '../../support/items.ts'

const waiting = async () => {
  const shop = await createItemShop()
  const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
  return { shop, item: await shop.create({ postflowId }) }
}

describe('a decision about an item', () => {
  test.each([
    ['items.approve', 'APPROVED', {}, ['READY', 'SCHEDULED'], null],
    ['items.reject', 'REJECTED', { body: { reason: ' wrong tone ' } }, ['CANCELLED'], 'wrong tone'],
    ['items.reject', 'REJECTED', {}, ['CANCELLED'], null],
  ] as const)(
    '%s by a member appears in the history and in the audit log',
    async (operation, decision, body, statuses, reason) => {
      const { shop, item } = await waiting()
      const session = await shop.portal({ role: 'approver', email: 'bram@example.com' })
      const { status, headers } = await shop.act(operation, item.id, { session, ...body })
      expect(status).toBe(200)
      const { data } = (await shop.act('items.history', item.id)).body
      const by = { type: 'USER', id: session.user.id, name: 'bram' }
      const [first, ...later] = statuses
      expect(data.slice(2)).toMatchObject([
        { status: first, decision, by, reason },
        ...later.map((status) => ({ status, decision: null, by: null })),
      ])
      const owner = await shop.portal()
      const log = await shop.call('auditLog.list', { session: owner, query: `filter[resourceId]=${item.id}` })
      expect(log.body.data).toMatchObject([
        {
          actor: { ...by, name: 'bram@example.com' },
          operation,
          action: 'CHANGED',
          resource: 'item',
          mode: 'live',
          before: { status: 'PENDING_APPROVAL', decision: null },
          after: { status: statuses.at(-1), decision },
          requestId: headers['X-Request-Id'],
        },
      ])
    },
  )

  test('is part of the item, so that lists find rejected items', async () => {
    const { shop, item } = await waiting()
    expect(item.rejectedAt).toBeNull()
    const { body } = await shop.act('items.reject', item.id)
    expect(body).toMatchObject({ status: 'CANCELLED', rejectedAt: body.updatedAt })
    const found = async (query: string) =>
      (await shop.call('items.list', { query })).body.data.map(({ id }: { id: string }) => id)
    expect(await found(`filter[rejectedAt][gte]=${body.rejectedAt}`)).toEqual([item.id])
    expect(await found(`filter[rejectedAt][gt]=${body.rejectedAt}`)).toEqual([])
  })

  test('refused by the item is recorded in neither', async () => {
    const { shop, item } = await waiting()
    await shop.act('items.approve', item.id)
    expect((await shop.act('items.reject', item.id)).status).toBe(409)
    const owner = await shop.portal()
    const query = `filter[resource]=item`
    const log = await shop.call('auditLog.list', { session: owner, query })
    expect(log.body.data.map(({ after }: { after: object }) => after)).toEqual([
      { status: 'SCHEDULED', decision: 'APPROVED' },
    ])
  })

  test('is erased with the item, including the reason but not the member', async () => {
    const { shop, item } = await waiting()
    await shop.act('items.reject', item.id, { body: { reason: 'Zoë moved' } })
    await shop.act('items.erase', item.id)
    const { data } = (await shop.act('items.history', item.id)).body
    expect(data.at(-1)).toMatchObject({ decision: 'REJECTED', reason: null, by: { type: 'API_KEY' } })
  })
})

describe('a decision about many items', () => {
  test.each([
    ['APPROVE', 'APPROVED', {}],
    ['REJECT', 'REJECTED', { reason: 'Wrong season' }],
  ])(
    '%s appears in every history with the member, and once in the audit log with the number',
    async (action, decision, more) => {
      const shop = await createItemActionShop()
      const ids = await shop.many(3)
      const session = await shop.portal({ role: 'approver', email: 'bram@example.com' })
      const created = await shop.call('itemActions.create', { session, body: { action, ids, ...more } })
      await shop.settle()
      for (const id of ids) {
        const { data } = (await shop.act('items.history', id)).body
        expect(data[2]).toMatchObject({ decision, by: { type: 'USER', id: session.user.id, name: 'bram' } })
      }
      const owner = await shop.portal()
      const query = 'filter[resource][in]=item,itemAction'
      const { data } = (await shop.call('auditLog.list', { session: owner, query })).body
      expect(data).toMatchObject([
        {
          actor: { id: session.user.id, name: 'bram@example.com' },
          resource: 'itemAction',
          resourceId: created.body.id,
          after: { action, totalCount: 3 },
        },
      ])
      expect(data[0].after).not.toHaveProperty('askedBy')
    },
  )

  test('an action from an earlier version records the approval without a member', async () => {
    const shop = await createItemActionShop()
    const [id] = await shop.many(1)
    const { body } = await shop.ask({ action: 'APPROVE', ids: [id] })
    await shop.services.store.write((rows) => rows.itemActions.update(everyone, body.id, { askedBy: null }))
    await shop.settle()
    const { data } = (await shop.act('items.history', id!)).body
    expect(data[2]).toMatchObject({ decision: 'APPROVED', by: null })
  })
})
