import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../../src/core/kernel/config.ts'
import { hourMs } from '../../../src/core/kernel/time.ts'
import { itemLimits } from '../../../src/core/model/item-limits.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemActionShop, type ItemActionShop } from '../../support/item-actions.ts'

const named = ({ status, body }: Awaited<ReturnType<ItemActionShop['ask']>>) => [
  status,
  body.errors?.map(({ parameter, code }: { parameter: string; code: string }) => `${parameter} ${code}`),
]

describe('an action on many items', () => {
  test.each([
    ['neither ids nor filters', {}, ['ids required']],
    ['both', { ids: ['a'], filters: {}, expectedCount: 1 }, ['filters invalid']],
    ['filters without their number', { filters: {} }, ['expectedCount required']],
    ['a number without filters', { ids: ['a'], expectedCount: 1 }, ['expectedCount invalid']],
    [
      'a reason and a charge for an approval',
      { ids: ['a'], reason: 'x', charge: true },
      ['reason invalid', 'charge invalid'],
    ],
    ['an id twice', { ids: ['a', 'b', 'a', 'b'] }, ['ids[2] repeated', 'ids[3] repeated']],
    ['no ids', { ids: [] }, ['ids min_length']],
    ['an invalid id and a reason', { ids: ['a', 7], reason: 'x' }, ['ids[1] invalid_type', 'reason invalid']],
    ['an expected count of zero', { filters: {}, expectedCount: 0 }, ['expectedCount min_value']],
    [
      'an unknown action',
      { action: 'PRINT', ids: ['a'], colour: 'red' },
      ['colour unknown', 'action invalid_value'],
    ],
  ])('is refused with %s', async (_what, body, errors) => {
    const shop = await createItemActionShop()
    expect(named(await shop.ask({ action: 'APPROVE', ...body }))).toEqual([422, errors])
  })

  test('accepts up to ten thousand ids', async () => {
    const shop = await createItemActionShop()
    const ids = Array.from({ length: itemLimits.actionIds + 1 }, (_, index) => `itm_${index}`)
    expect(named(await shop.ask({ action: 'CANCEL', ids }))).toEqual([422, ['ids max_length']])
    const act = await shop.done({ action: 'CANCEL', ids: ids.slice(1) })
    expect(act).toMatchObject({ status: 'COMPLETED', totalCount: 10_000, failedCount: 10_000 })
  })

  test('accepts up to a million items by filters', async () => {
    const shop = await createItemActionShop()
    const all = { action: 'CANCEL', filters: {} }
    const most = defaultConfig.itemsByFilters
    expect(most).toBe(1_000_000)
    expect(named(await shop.ask({ ...all, expectedCount: most + 1 }))).toEqual([
      422,
      ['expectedCount max_value'],
    ])
    expect((await shop.ask({ ...all, expectedCount: most })).body).toMatchObject({
      code: 'count_changed',
      detail: 'The filters match 0 items now instead of the expected 1000000. Count them again.',
    })
  })

  test('counts at most one more item than its filters may match', async () => {
    const shop = await createItemActionShop({ config: { itemsSettledAtOnce: 2, itemsByFilters: 6 } })
    await shop.many(6)
    const all = { action: 'APPROVE', filters: {} }
    const counted = async () => (await shop.call('items.counts', { query: { exact: 'true' } })).body
    expect(await counted()).toMatchObject({ totalCount: 6 })
    expect((await shop.ask({ ...all, expectedCount: 6 })).body).toMatchObject({ totalCount: 6 })
    await shop.many(1)
    for (const expectedCount of [6, 7]) {
      expect(await shop.ask({ ...all, expectedCount })).toMatchObject({
        status: 409,
        body: {
          code: 'count_changed',
          detail: `The filters match more than 6 items now instead of the expected ${expectedCount}. Count them again.`,
        },
      })
    }
  })

  test('selects up to ten thousand items in the request, and gathers more in a job', async () => {
    const shop = await createItemActionShop()
    const [id] = await shop.many(1)
    const row = await shop.row(id!)
    const copies = (count: number) =>
      shop.services.store.write((rows) =>
        rows.items.insertMany(
          Array.from({ length: count }, () => {
            const copy = shop.services.ids.next('itm')
            return { ...row, id: copy, trackingCode: copy.slice(-12), status: 'COMPLETED' as const }
          }),
        ),
      )
    const all = { action: 'CANCEL', filters: { 'filter[status]': 'COMPLETED' } }
    const waiting = () => shop.services.store.read((rows) => rows.itemActionChunks.count(everyone, {}))
    await copies(10_000)
    expect((await shop.ask({ ...all, expectedCount: 10_000 })).body.totalCount).toBe(10_000)
    expect(await waiting()).toBe(100)
    await shop.settle()
    await copies(1)
    const created = await shop.ask({ ...all, expectedCount: 10_001 })
    expect([created.body.totalCount, await waiting()]).toEqual([10_001, 0])
    await shop.settle()
    expect((await shop.act('itemActions.get', created.body.id)).body).toMatchObject({
      status: 'COMPLETED',
      failedCount: 10_001,
    })
  })

  test('accepts up to twenty filters, and a reason of 500 characters', async () => {
    const shop = await createItemActionShop()
    await shop.many(1)
    const filters = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`filter[${String.fromCharCode(97 + index)}]`, 'x']),
      )
    const few = await shop.ask({ action: 'CANCEL', filters: filters(20), expectedCount: 1 })
    expect(few.body.errors).toHaveLength(20)
    expect(few.body.errors[0].code).toBe('unknown_field')
    expect(named(await shop.ask({ action: 'CANCEL', filters: filters(21), expectedCount: 1 }))).toEqual([
      422,
      ['filters max_entries'],
    ])
    const rejected = { action: 'REJECT', filters: {}, expectedCount: 1 }
    expect(named(await shop.ask({ ...rejected, reason: 'x'.repeat(501) }))).toEqual([
      422,
      ['reason max_length'],
    ])
    expect((await shop.ask({ ...rejected, reason: 'x'.repeat(500) })).status).toBe(202)
  })

  test('is limited to ten unfinished ones in a mode', async () => {
    const shop = await createItemActionShop()
    const create = (key: string) => shop.ask({ action: 'CANCEL', ids: ['itm_none'] }, { key })
    for (let attempt = 0; attempt < itemLimits.unfinishedActions; attempt++) {
      expect((await create(shop.keys.live)).status).toBe(202)
    }
    expect(await create(shop.keys.live)).toMatchObject({
      status: 409,
      body: {
        code: 'invalid_state',
        detail: '10 item actions are already in progress. Wait until one of them ends.',
      },
    })
    expect((await create(shop.keys.test)).status).toBe(202)
    await shop.settle()
    expect((await create(shop.keys.live)).status).toBe(202)
  })

  test('is deleted after thirty days, with its failures and undone items', async () => {
    const shop = await createItemActionShop()
    const { id, expiresAt } = await shop.done({ action: 'CANCEL', ids: ['itm_none'] })
    const stays = async () => (await shop.act('itemActions.get', id)).status
    await shop.advance(new Date(Date.parse(expiresAt) - hourMs).toISOString())
    expect(await stays()).toBe(200)
    await shop.advance(2 * hourMs)
    expect(await stays()).toBe(404)
    const left = await shop.services.store.read(async (rows) => [
      await rows.itemActionChunks.count(everyone, {}),
      await rows.itemActionFailures.count(everyone, {}),
    ])
    expect(left).toEqual([0, 0])
  })
})
