import { describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { barePostbatch, createPostbatchShop, type PostbatchShop, people } from '../../support/postbatches.ts'

/** A Monday, an hour before the cutoff. */
const monday = '2026-01-05T08:00:00Z'
const tuesdayCutoff = '2026-01-06T09:00:00Z'
const planned = (handedToCarrierOn: string | null, deliveredOn: string | null) => ({
  handedToCarrierOn,
  deliveredOn,
})
const listed = async (shop: PostbatchShop, key?: string) =>
  (await shop.call('postbatches.list', { ...(key ? { key } : {}) })).body.data

describe('the days of a Postbatch', () => {
  test('are those of the next cutoff it could join, and then of its run', async () => {
    const shop = await createPostbatchShop({ clock: monday })
    const id = await shop.validated(people(2))
    const entry = async () => {
      const query = { days: 10, productSpecificationId: sampleIds.a6 }
      const { data } = (await shop.call('runs.calendar', { query })).body
      return planned(data[0].handedToCarrierOn, data[0].deliveredOn)
    }
    expect(await shop.read(id)).toMatchObject(planned('2026-01-06', '2026-01-08'))
    expect(await shop.read(id)).toMatchObject(await entry())
    expect(await listed(shop)).toMatchObject([planned('2026-01-06', '2026-01-08')])
    await shop.advance('2026-01-05T09:30:00Z')
    expect(await shop.read(id)).toMatchObject(planned('2026-01-07', '2026-01-09'))
    await shop.step('postbatches.approve', id)
    expect(await shop.read(id)).toMatchObject({
      status: 'SCHEDULED',
      ...planned('2026-01-07', '2026-01-09'),
    })
  })

  test('start with `sendOn`', async () => {
    const shop = await createPostbatchShop({ clock: monday })
    const id = await shop.draft(people(1), { sendOn: '2026-01-09' })
    expect(await shop.read(id)).toMatchObject(planned('2026-01-12', '2026-01-14'))
  })

  test('stay as planned while production is late, and are real once the carrier has its run', async () => {
    const shop = await createPostbatchShop({ clock: monday })
    const id = await shop.validated(people(1))
    await shop.step('postbatches.approve', id)
    const run = (await shop.read(id)).runs[0]
    await shop.advance('2026-01-07T12:00:00Z')
    expect(await shop.read(id)).toMatchObject({
      status: 'IN_PRODUCTION',
      ...planned('2026-01-06', '2026-01-08'),
    })
    const key = await shop.key('live', ['runs.manage'])
    await shop.step('runs.offerToCarrier', run.id, { key })
    expect(await shop.read(id)).toMatchObject(planned('2026-01-07', '2026-01-09'))
    await shop.step('runs.complete', run.id, { key })
    expect(await shop.read(id)).toMatchObject({
      status: 'COMPLETED',
      ...planned('2026-01-07', '2026-01-07'),
    })
  })

  test('are those of a later run if the first one was cancelled, or posts none of its items', async () => {
    const shop = await createPostbatchShop({ clock: monday })
    const id = await shop.validated(people(2))
    await shop.step('postbatches.approve', id)
    const [first] = (await shop.read(id)).runs
    shop.clock.set('2026-01-05T09:30:00Z')
    const key = await shop.key('live', ['runs.manage'])
    const cancel = { key, params: { id: first.id }, body: { reason: 'Wrong paper' } }
    expect(await shop.call('runs.cancel', cancel)).toMatchObject({ status: 200 })
    // The items leave the cancelled run in a job.
    expect(await shop.read(id)).toMatchObject({ runs: [first], ...planned('2026-01-07', '2026-01-09') })
    await shop.settle()
    const later = await shop.read(id)
    expect(later).toMatchObject({ status: 'SCHEDULED', ...planned('2026-01-07', '2026-01-09') })
    expect(later.runs).toEqual([expect.objectContaining({ itemCount: 2 })])
    await shop.services.store.write(async (rows) => {
      const [total] = await rows.postbatchTotals.find(everyone, { postbatchId: id, itemCount: 2 })
      const left = { runId: first.id, itemCount: 1 } as const
      await rows.postbatchTotals.insertMany([
        { ...total!, ...left, id: `${total!.id}|1` },
        { ...total!, ...left, id: `${total!.id}|2`, status: 'FAILED' },
      ])
    })
    expect(await shop.read(id)).toMatchObject({
      runs: [{ id: first.id, itemCount: 2 }, { itemCount: 2 }],
      ...planned('2026-01-07', '2026-01-09'),
    })
  })

  test('are null once it is cancelled, and for a specification that no longer exists', async () => {
    const shop = await createPostbatchShop({ clock: monday })
    const id = await shop.validated(people(1))
    await shop.step('postbatches.cancel', id)
    expect(await shop.read(id)).toMatchObject(planned(null, null))
    await barePostbatch(shop, 'pbt_bare')
    expect(await shop.read('pbt_bare')).toMatchObject({ ...planned(null, null), firstPage: null })
  })

  test('follow the test clock in test mode', async () => {
    const shop = await createPostbatchShop({ clock: monday })
    const id = await shop.draft(people(1), {}, shop.keys.test)
    expect(await shop.read(id, shop.keys.test)).toMatchObject(planned('2026-01-06', '2026-01-08'))
    await shop.advanceTestClock(tuesdayCutoff)
    expect(await shop.read(id, shop.keys.test)).toMatchObject(planned('2026-01-08', '2026-01-12'))
  })
})

describe('the cost of a Postbatch', () => {
  test('is the subtotal of its quote', async () => {
    const shop = await createPostbatchShop({ clock: monday })
    const id = await shop.validated([...people(2), { ...people(1, 9)[0], data: {} }])
    const quote = (await shop.call('postbatches.quote', { params: { id } })).body
    expect(quote.subtotalCents).toBeGreaterThan(0)
    expect(await shop.read(id)).toMatchObject({ costCents: quote.subtotalCents })
    expect(await listed(shop)).toMatchObject([{ costCents: quote.subtotalCents }])
    await shop.step('postbatches.approve', id)
    expect(await shop.read(id)).toMatchObject({ costCents: quote.subtotalCents })
  })

  test.each(['live', 'test'] as const)('in %s mode is shown with billing.read only', async (mode) => {
    const shop = await createPostbatchShop({ clock: monday })
    const id = await shop.draft(people(1), {}, shop.keys[mode])
    const costFor = async (scopes: Parameters<typeof shop.key>[1]) => {
      const key = await shop.key(mode, scopes)
      const [row] = await listed(shop, key)
      const { costCents } = await shop.read(id, key)
      expect(row.costCents).toBe(costCents)
      return costCents
    }
    expect(await costFor(['items.read'])).toBeNull()
    expect(await costFor(['items.read', 'postflows.write', 'runs.manage'])).toBeNull()
    expect(await costFor(['items.read', 'billing.read'])).toBeGreaterThan(0)
  })
})

test('the first page of a Postbatch is the template version that it prints', async () => {
  const shop = await createPostbatchShop({ clock: monday })
  const first = await shop.draft(people(1))
  const { templateId: id } = await shop.read(first)
  await shop.call('templates.publish', { params: { id } })
  const second = await shop.draft(people(1))
  expect(await shop.read(first)).toMatchObject({ firstPage: { templateId: id, version: 1 } })
  expect(await shop.read(second)).toMatchObject({ firstPage: { templateId: id, version: 2 } })
  expect(await listed(shop)).toMatchObject([{ firstPage: { version: 2 } }, { firstPage: { version: 1 } }])
})
