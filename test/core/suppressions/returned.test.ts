import { beforeEach, describe, expect, test } from 'vitest'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

let shop: ItemShop
let postflowId: string
const key = () => shop.keys.test
beforeEach(async () => {
  shop = await createItemShop()
  postflowId = await shop.postflow({}, shop.keys.test)
})

/** Creates an item and simulates its return; returns its id. */
const returned = async (recipient: Record<string, unknown> = zoe) => {
  const item = await shop.create({ postflowId, recipient }, key())
  await shop.force(item.id, 'COMPLETED')
  const answer = await shop.act('developers.simulate', item.id, { key: key(), body: { event: 'RETURNED' } })
  expect(answer.body.status).toBe('RETURNED')
  return item.id as string
}
const entries = async (query = '') => (await shop.call('suppressions.list', { key: key(), query })).body.data
const post = async (recipient: Record<string, unknown> = zoe) => shop.create({ postflowId, recipient }, key())

describe('a returned piece', () => {
  test('proposes an entry for its recipient, which suppresses nothing yet', async () => {
    const id = await returned()
    expect(await entries('filter[status]=PROPOSED')).toMatchObject([
      {
        reason: 'returned',
        source: 'RETURNED',
        itemId: id,
        matchName: true,
        recipient: { street: 'Damrak' },
      },
    ])
    expect((await post()).status).toBe('SCHEDULED')
    const check = await shop.call('suppressions.check', { key: key(), body: { recipient: zoe } })
    expect(check.body).toMatchObject({ suppressed: false, matches: [] })
  })

  test('suppresses after acceptance', async () => {
    await returned()
    const [{ id }] = await entries()
    const accepted = await shop.act('suppressions.patch', id, { key: key(), body: { status: 'ACTIVE' } })
    expect(accepted.body).toMatchObject({ status: 'ACTIVE', source: 'RETURNED', reason: 'returned' })
    expect(await post()).toMatchObject({
      status: 'SUPPRESSED',
      suppression: { id, matchedBy: ['address', 'name'] },
    })
    expect((await post({ ...zoe, name: 'Bram' })).status).toBe('SCHEDULED')
  })

  test('proposes nothing that is already proposed or suppressed', async () => {
    await returned()
    await returned()
    expect(await entries()).toHaveLength(1)
    await shop.act('suppressions.remove', (await entries())[0].id, { key: key() })
    const late = await shop.create({ postflowId }, key())
    await shop.force(late.id, 'COMPLETED')
    await shop.call('suppressions.create', { key: key(), body: { recipient: zoe, reason: 'moved' } })
    await shop.act('developers.simulate', late.id, { key: key(), body: { event: 'RETURNED' } })
    expect(await entries()).toMatchObject([{ reason: 'moved' }])
  })

  test('is accepted by an identical manual entry, or by the recipient', async () => {
    await returned()
    const [{ id }] = await entries()
    const body = { recipient: zoe, reason: 'moved', matchName: true }
    const entry = await shop.call('suppressions.create', { key: key(), body })
    expect(entry.body).toMatchObject({ id, status: 'ACTIVE', reason: 'moved', source: 'API' })
  })
})
