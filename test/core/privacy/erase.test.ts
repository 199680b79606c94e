import { describe, expect, test } from 'vitest'
import { countItem } from '../../../src/core/features/analytics/rebuild.ts'
import { Rollups } from '../../../src/core/features/counters/rollups.ts'
import { dayIn } from '../../../src/core/kernel/time.ts'
import { endedStatuses, itemStatuses } from '../../../src/core/model/items.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemShop } from '../../support/items.ts'
import { createMailShop } from '../../support/mail.ts'
import { before, completed, cutoff, erase } from '../../support/privacy.ts'

describe('erasing an item', () => {
  test('removes the recipient and every free text at once, and keeps status, times and money', async () => {
    const { shop, ids, key } = await completed()
    const [id] = ids
    const was = (await shop.call('items.get', { params: { id: id! }, key })).body
    const { status, body } = await erase(shop, id!, key)
    expect(status).toBe(202)
    expect(body).toMatchObject({
      id,
      status: 'COMPLETED',
      recipient: { name: null, street: null, postalCode: null, city: null, country: 'NL' },
      data: {},
      reference: null,
      metadata: {},
      findings: [],
      priceCents: was.priceCents,
      createdAt: was.createdAt,
      runId: was.runId,
      sequence: was.sequence,
      erasure: { requestedAt: expect.any(String), completedAt: null },
    })
    await shop.settle()
    const { erasure } = (await shop.call('items.get', { params: { id: id! }, key })).body
    expect(erasure.completedAt).not.toBeNull()
    expect(await shop.services.store.read((rows) => rows.erasables.get(everyone, id!))).toBeUndefined()
  })

  test('is idempotent', async () => {
    const { shop, ids, key } = await completed()
    const first = await erase(shop, ids[0]!, key)
    expect((await erase(shop, ids[0]!, key)).body).toEqual(first.body)
    await shop.settle()
    expect(await erase(shop, ids[0]!, key)).toMatchObject({
      status: 202,
      body: { revision: first.body.revision },
    })
  })

  test('leaves history and analytics unchanged', async () => {
    const { shop, ids, key } = await completed()
    const ask = async (operation: string) =>
      (await shop.call(operation, { params: operation.startsWith('items.') ? { id: ids[0]! } : {}, key }))
        .body
    const was = [
      (await ask('items.history')).data.map(({ status, at }: { status: string; at: string }) => [status, at]),
    ]
    const summary = await ask('analytics.summary')
    await erase(shop, ids[0]!, key)
    await shop.settle()
    expect([
      (await ask('items.history')).data.map(({ status, at }: { status: string; at: string }) => [status, at]),
    ]).toEqual(was)
    expect(await ask('analytics.summary')).toEqual(summary)
    // A rebuild after the erasure has the same counts.
    const stored = await shop.services.store.read((rows) => rows.analyticsDays.find(everyone, {}))
    const rollups = new Rollups()
    for (const item of await shop.items()) countItem(rollups, item, [], (ms) => dayIn('UTC', ms))
    const byId = (rows: Iterable<{ id: string }>) => new Map([...rows].map((row) => [row.id, row]))
    expect(byId(rollups.toRows().values())).toEqual(byId(stored))
  })

  test.each(itemStatuses)('of an item that is %s', async (status) => {
    const shop = await createItemShop({ clock: before })
    const { id } = await shop.create()
    await shop.force(id, status)
    const answer = await shop.act('items.erase', id)
    if (endedStatuses.includes(status)) {
      // It is attached to a run that still waits, so the run decides.
      expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('is OPEN') } })
    } else {
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'invalid_state',
          detail: `This item is ${status} and can be erased only in a final status. Cancel it, or wait.`,
        },
      })
    }
  })

  test("waits for the item's run", async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test' })
    const key = shop.keys.test
    await shop.advanceTestClock(cutoff)
    await shop.call('developers.simulate', { params: { id }, body: { event: 'NOT_SENT' }, key })
    expect(await erase(shop, id, key)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^The run run_\w+ of this item is HANDED_TO_PRINTER/) },
    })
    await shop.advanceTestClock('2026-02-05T09:00:00Z')
    expect((await erase(shop, id, key)).status).toBe(202)
  })

  test('of an item that was never printed', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    await shop.call('items.cancel', { params: { id } })
    expect((await erase(shop, id)).status).toBe(202)
    await shop.settle()
    expect((await shop.item(id)).erasedAt).not.toBeNull()
  })

  test('is refused to other organisations and modes', async () => {
    const { shop, ids } = await completed()
    const other = await shop.another()
    for (const key of [shop.keys.live, other.keys.test]) {
      expect((await erase(shop, ids[0]!, key)).status).toBe(404)
    }
  })
})
