import { describe, expect, test } from 'vitest'
import { switchedOff } from '../../../src/core/features/webhooks/endpoints/endpoint-state.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { manyLines } from '../../support/dutch-list.ts'
import { createImportShop } from '../../support/imports.ts'
import { createItemShop } from '../../support/items.ts'
import { createRemakeShop, type RemakeShop } from '../../support/remakes.ts'
import type { TestShop } from '../../support/shop.ts'

const attention = async (shop: Pick<TestShop, 'call' | 'keys'>, key = shop.keys.live) => {
  const { status, body } = await shop.call('attention.get', { key })
  expect(status).toBe(200)
  return body
}

const nothing = {
  itemsNeedingAttention: 0,
  itemsPendingApproval: 0,
  itemsRejected: 0,
  itemsHeldForFunds: 0,
  itemsHeldForCap: 0,
  postbatchesToApprove: 0,
  postbatchesRejected: 0,
  importsFailed: 0,
  connectorsStopped: 0,
  connectorsToReview: 0,
  importsFailedPostbatchId: null,
  runsHeldUp: 0,
  suppressionsProposed: 0,
  suppressionsUndecided: 0,
  remakesHeldUp: null,
  remakesHeldUpRunId: null,
  printersAway: null,
  endpointsDisabled: 0,
  deliveriesUndelivered: 0,
  isBalanceLow: false,
}

test('nothing needs attention if nothing went wrong', async () => {
  const shop = await createItemShop()
  await shop.create()
  expect(await attention(shop)).toEqual(nothing)
})

test('each kind that needs attention is counted separately', async () => {
  const shop = await createItemShop({ fundsCents: 100 })
  const approvalPostflowId = await shop.postflow({ approval: 'PER_ITEM' })
  await shop.create({ data: {} })
  await shop.create({ postflowId: approvalPostflowId })
  await shop.create({ postflowId: approvalPostflowId })
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

test('undelivered events are counted until they are delivered', async () => {
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

test('a count requires the permission to read its items', async () => {
  const shop = await createItemShop()
  const unknown = Object.fromEntries(Object.keys(nothing).map((name) => [name, null]))
  const ofMail = [
    'itemsNeedingAttention',
    'itemsPendingApproval',
    'itemsRejected',
    'itemsHeldForFunds',
    'itemsHeldForCap',
    'postbatchesToApprove',
    'postbatchesRejected',
    'importsFailed',
    'connectorsStopped',
    'connectorsToReview',
    'runsHeldUp',
  ]
  const table: [scope: string, shown: string[]][] = [
    ['items.read', ofMail],
    ['suppressions.manage', ['suppressionsProposed', 'suppressionsUndecided']],
    ['runs.manage', ['remakesHeldUp']],
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

test('test mode has its own counts, and no balance', async () => {
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

test('rejected items are counted for seven days, cancelled ones are not', async () => {
  const shop = await createItemShop()
  const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
  const [one, other, cancelled] = [
    await shop.create({ postflowId }),
    await shop.create({ postflowId }),
    await shop.create({ postflowId }),
  ]
  await shop.act('items.reject', one.id, { body: { reason: 'Wrong name' } })
  await shop.act('items.cancel', cancelled.id)
  expect(await attention(shop)).toMatchObject({ itemsRejected: 1, itemsPendingApproval: 1 })
  await shop.advance(7 * dayMs)
  expect(await attention(shop)).toMatchObject({ itemsRejected: 1 })
  await shop.act('items.reject', other.id)
  expect(await attention(shop)).toMatchObject({ itemsRejected: 2 })
  await shop.advance(1)
  expect(await attention(shop)).toMatchObject({ itemsRejected: 1 })
  expect(await attention(shop, shop.keys.test)).toMatchObject({ itemsRejected: 0 })
})

test('a rejected item is counted until it has a corrected copy, then the copy if that is rejected', async () => {
  const shop = await createItemShop()
  const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
  const item = await shop.create({ postflowId })
  await shop.act('items.reject', item.id)
  expect(await attention(shop)).toMatchObject({ itemsRejected: 1 })
  const copy = await shop.create({ postflowId, correctionOfItemId: item.id })
  expect(await attention(shop)).toMatchObject({ itemsRejected: 0, itemsPendingApproval: 1 })
  await shop.act('items.reject', copy.id)
  expect(await attention(shop)).toMatchObject({ itemsRejected: 1 })
})

describe('lists that could not be read', () => {
  const broken = `${manyLines(1)}"${'never ending '.repeat(10_000)}`

  test('name their mailing if there is only one', async () => {
    const shop = await createImportShop()
    const [first, second] = [await shop.draft(), await shop.draft()]
    await shop.imported(first, broken)
    await shop.imported(first, broken)
    expect(await attention(shop)).toMatchObject({ importsFailed: 2, importsFailedPostbatchId: first })
    await shop.imported(second, broken)
    expect(await attention(shop)).toMatchObject({ importsFailed: 3, importsFailedPostbatchId: null })
  })
})

describe('remakes of spoiled pieces', () => {
  const one = { ranges: [{ from: 1, to: 1 }] }
  const held = async (shop: RemakeShop) => {
    const { remakesHeldUp, remakesHeldUpRunId } = await attention(shop, shop.operator)
    return [remakesHeldUp, remakesHeldUpRunId]
  }

  test('accepted immediately by the printer need no attention', async () => {
    const shop = await createRemakeShop()
    await shop.remake(one)
    expect(await held(shop)).toEqual([0, null])
    await shop.settle()
    expect(await held(shop)).toEqual([0, null])
  })

  test('waiting for the printer link to their run until accepted', async () => {
    const shop = await createRemakeShop()
    shop.printers.live.script({ kind: 'unavailable', reason: 'Away.' })
    await shop.remake(one)
    await shop.settle()
    expect(await held(shop)).toEqual([1, shop.runId])
    expect(await attention(shop, await shop.key('test', ['runs.manage']))).toMatchObject({ remakesHeldUp: 0 })
    expect(await attention(shop)).toMatchObject({ remakesHeldUp: null, remakesHeldUpRunId: null })
    shop.printers.live.script()
    await shop.advance(60_000)
    expect(await held(shop)).toEqual([0, null])
  })

  test('of unknown outcome need an operator’s decision', async () => {
    const shop = await createRemakeShop()
    shop.printers.live.script({ kind: 'lost' })
    await shop.remake(one)
    for (let minute = 0; minute < 30; minute++) await shop.advance(60_000)
    expect(await shop.remakes()).toMatchObject([{ uncertain: true }])
    expect(await held(shop)).toEqual([1, shop.runId])
    await shop.handOver(1, { printed: true })
    expect(await held(shop)).toEqual([0, null])
  })

  test('that failed are counted until they are requested again, or no longer can be', async () => {
    const shop = await createRemakeShop()
    const { store } = shop.services
    await shop.remake(one)
    await shop.settle()
    const failed = { status: 'FAILED', waitReason: 'The printer refused it.' } as const
    await store.write((rows) => rows.runRemakes.updateWhere(everyone, {}, failed))
    expect(await held(shop)).toEqual([1, shop.runId])
    await shop.remake({ ranges: [{ from: 2, to: 2 }] })
    await shop.settle()
    expect(await held(shop)).toEqual([0, null])
    await store.write((rows) => rows.runRemakes.updateWhere(everyone, { number: 2 }, failed))
    expect(await held(shop)).toEqual([1, shop.runId])
    const params = { id: shop.runId }
    await shop.call('runs.offerToCarrier', { key: shop.operator, params })
    expect(await held(shop)).toEqual([0, null])
  })
})
