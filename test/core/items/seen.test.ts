import { describe, expect, test } from 'vitest'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { createPostbatchShop } from '../../support/postbatches.ts'
import { zoe } from '../../support/recipients.ts'

const conflict = { status: 412, body: { code: 'revision_conflict' } }
const notCompared = {
  status: 422,
  body: {
    code: 'validation_failed',
    errors: [{ parameter: 'If-Match', location: 'header', code: 'not_allowed' }],
  },
}

/** Creates an item that waits for approval and was changed after it was seen. */
const changedSince = async () => {
  const shop = await createItemShop()
  const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
  const seen = await shop.create({ postflowId })
  const { body: now } = await shop.act('items.patch', seen.id, { body: { data: { firstName: 'Ana' } } })
  expect(now.revision).toBeGreaterThan(seen.revision)
  return { shop, postflowId, seen, now }
}

const bulk = async (shop: ItemShop, body: object) => {
  const answer = await shop.call('itemActions.create', { body })
  await shop.settle()
  return answer
}

describe('a decision about an item', () => {
  test.each(['items.approve', 'items.reject'])('%s applies to the seen revision', async (decision) => {
    const { shop, seen, now } = await changedSince()
    expect(await shop.act(decision, seen.id, { ifMatch: `"${seen.revision}"` })).toMatchObject(conflict)
    expect((await shop.row(seen.id)).status).toBe('PENDING_APPROVAL')
    expect((await shop.act(decision, seen.id, { ifMatch: `"${now.revision}"` })).status).toBe(200)
  })

  test.each(['items.approve', 'items.reject'])('%s may omit the revision', async (decision) => {
    const { shop, seen } = await changedSince()
    expect((await shop.act(decision, seen.id)).status).toBe(200)
  })

  test.each(['APPROVE', 'REJECT'])('%s of many applies to the revision of each', async (action) => {
    const { shop, postflowId, seen, now } = await changedSince()
    const other = await shop.create({ postflowId, recipient: { ...seen.recipient, houseNumber: '99' } })
    const { body } = await bulk(shop, {
      action,
      ids: [seen.id, other.id],
      revisions: [seen.revision, other.revision],
    })
    expect((await shop.act('itemActions.get', body.id)).body).toMatchObject({
      status: 'COMPLETED',
      succeededCount: 1,
      failedCount: 1,
    })
    expect((await shop.act('itemActions.failures', body.id)).body.data).toMatchObject([
      { index: 0, itemId: seen.id, code: 'revision_conflict' },
    ])
    expect((await shop.row(seen.id)).status).toBe('PENDING_APPROVAL')
    await bulk(shop, { action, ids: [seen.id], revisions: [now.revision] })
    expect((await shop.row(seen.id)).status).not.toBe('PENDING_APPROVAL')
  })

  test.each([
    ['more revisions than ids', { ids: ['itm_a'], revisions: [1, 2] }],
    ['fewer revisions than ids', { ids: ['itm_a', 'itm_b'], revisions: [1] }],
    ['revisions with filters', { filters: {}, expectedCount: 1, revisions: [1] }],
  ])('of many is refused with %s', async (_what, body) => {
    const shop = await createItemShop()
    expect(await shop.call('itemActions.create', { body: { action: 'APPROVE', ...body } })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'revisions' }] },
    })
  })
})

test('a mailing is approved as it was seen, with the same letters', async () => {
  const shop = await createPostbatchShop()
  const id = await shop.draft([{ recipient: zoe, data: { firstName: 'Zoë' } }])
  const seen = await shop.step('postbatches.validate', id)
  const { revision } = (await shop.act('postbatches.get', id)).body
  expect(seen.id).toBe(id)
  const [item] = (await shop.call('items.list', { query: { 'filter[postbatchId]': id } })).body.data
  const noted = await shop.act('items.patch', item.id, { body: { reference: 'A-1' } })
  expect(noted.status).toBe(200)
  expect((await shop.act('postbatches.get', id)).body.revision).toBe(revision)
  const patched = await shop.act('items.patch', item.id, { body: { data: { firstName: 'Ana' } } })
  expect(patched.status).toBe(200)
  const approve = (ifMatch: number) => shop.act('postbatches.approve', id, { ifMatch: `"${ifMatch}"` })
  expect(await approve(revision)).toMatchObject(conflict)
  expect((await approve((await shop.act('postbatches.get', id)).body.revision)).status).toBe(200)
})

describe('If-Match', () => {
  test.each(['items.cancel', 'items.get', 'items.erase', 'postflows.pause'])(
    'is refused by %s, which compares no revision',
    async (operation) => {
      const { shop, seen, postflowId } = await changedSince()
      const id = operation.startsWith('items') ? seen.id : postflowId
      expect(await shop.act(operation, id, { ifMatch: `"${seen.revision}"` })).toMatchObject(notCompared)
    },
  )

  test('is refused by an action on many items, which has revisions instead', async () => {
    const { shop, seen } = await changedSince()
    const body = { action: 'APPROVE', ids: [seen.id] }
    expect(await shop.call('itemActions.create', { body, ifMatch: '"1"' })).toMatchObject(notCompared)
  })
})
