import { expect, test } from 'vitest'
import { switchedOff } from '../../../src/core/features/webhooks/endpoints/endpoint-state.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'

const attention = async (shop: ItemShop, key = shop.keys.live) => {
  const { status, body } = await shop.call('attention.get', { key })
  expect(status).toBe(200)
  return body
}

const nothing = {
  itemsNeedingAttention: 0,
  itemsPendingApproval: 0,
  itemsHeldForFunds: 0,
  itemsHeldForCap: 0,
  postbatchesToApprove: 0,
  postbatchesRejected: 0,
  importsFailed: 0,
  runsHeldUp: 0,
  endpointsDisabled: 0,
  deliveriesUndelivered: 0,
  isBalanceLow: false,
}

test('nothing waits where nothing went wrong', async () => {
  const shop = await createItemShop()
  await shop.create()
  expect(await attention(shop)).toEqual(nothing)
})

test('what waits for a person is counted, each kind by itself', async () => {
  const shop = await createItemShop({ fundsCents: 100 })
  const asking = await shop.postflow({ approval: 'PER_ITEM' })
  await shop.create({ data: {} })
  await shop.create({ postflowId: asking })
  await shop.create({ postflowId: asking })
  for (let n = 0; n < 3; n++) await shop.create()
  const { byStatus } = (await shop.call('items.counts')).body
  expect(byStatus.HELD).toBeGreaterThan(0)
  const batch = await shop.call('postbatches.create', {
    body: { name: 'Spring', templateId: shop.templateId },
  })
  const endpoint = await shop.call('webhooks.create', {
    body: { url: 'https://hooks.example/', events: ['*'] },
  })
  const { store } = shop.services
  const here = { organisationId: shop.organisation.id }
  await store.write(async (rows) => {
    await rows.postbatches.update(here, batch.body.id, { status: 'VALIDATED' })
    await rows.webhookEndpoints.update(here, endpoint.body.id, {
      active: false,
      disabledReason: '10 consecutive events could not be delivered.',
    })
    const [run] = await rows.runs.find(here, {})
    if (run) await rows.runs.update(here, run.id, { status: 'FAILED' })
  })
  expect(await attention(shop)).toEqual({
    ...nothing,
    itemsNeedingAttention: 1,
    itemsPendingApproval: 2,
    itemsHeldForFunds: byStatus.HELD,
    postbatchesToApprove: 1,
    runsHeldUp: byStatus.SCHEDULED > 0 ? 1 : 0,
    endpointsDisabled: 1,
    isBalanceLow: true,
  })
  await store.write((rows) =>
    rows.webhookEndpoints.update(everyone, endpoint.body.id, { disabledReason: switchedOff }),
  )
  expect(await attention(shop)).toMatchObject({ endpointsDisabled: 0 })
})

test('events that an endpoint does not have are counted until they are there', async () => {
  const shop = await createItemShop()
  await shop.call('webhooks.create', { body: { url: 'https://hooks.example/', events: ['item.created'] } })
  await shop.create()
  const { store } = shop.services
  await store.write((rows) => rows.webhookDeliveries.updateWhere(everyone, {}, { undelivered: 'timeout' }))
  expect(await attention(shop)).toMatchObject({ deliveriesUndelivered: 1 })
  expect(await attention(shop, shop.keys.test)).toMatchObject({ deliveriesUndelivered: 0 })
  await store.write((rows) => rows.webhookDeliveries.updateWhere(everyone, {}, { undelivered: null }))
  expect(await attention(shop)).toMatchObject({ deliveriesUndelivered: 0 })
})

test('a number shows with the permission to read what it counts', async () => {
  const shop = await createItemShop()
  const unknown = Object.fromEntries(Object.keys(nothing).map((name) => [name, null]))
  const ofMail = [
    'itemsNeedingAttention',
    'itemsPendingApproval',
    'itemsHeldForFunds',
    'itemsHeldForCap',
    'postbatchesToApprove',
    'postbatchesRejected',
    'importsFailed',
    'runsHeldUp',
  ]
  const table: [scope: string, shown: string[]][] = [
    ['items.read', ofMail],
    ['webhooks.manage', ['endpointsDisabled', 'deliveriesUndelivered']],
    ['billing.read', ['isBalanceLow']],
    ['templates.read', []],
  ]
  for (const [scope, shown] of table) {
    const body = await attention(shop, await shop.key('live', [scope]))
    expect(Object.keys(body).sort()).toEqual(Object.keys(unknown).sort())
    expect(
      Object.entries(body)
        .filter(([, value]) => value !== null)
        .map(([name]) => name)
        .sort(),
    ).toEqual(shown.toSorted())
  }
})

test('test mode has numbers of its own, and no balance', async () => {
  const shop = await createItemShop({ fundsCents: 0 })
  await shop.create({ data: {} })
  expect(await attention(shop)).toMatchObject({ itemsNeedingAttention: 1, isBalanceLow: true })
  expect(await attention(shop, shop.keys.test)).toMatchObject({
    itemsNeedingAttention: 0,
    isBalanceLow: null,
  })
  const { keys } = await shop.another()
  expect(await attention(shop, keys.live)).toMatchObject({ itemsNeedingAttention: 0 })
})
