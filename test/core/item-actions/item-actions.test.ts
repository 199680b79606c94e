import { describe, expect, test } from 'vitest'
import { createItemActionShop } from '../../support/item-actions.ts'

describe('an action on many items', () => {
  test.each([
    ['APPROVE', 'PENDING_APPROVAL', 'items.approve', undefined, 'SCHEDULED'],
    ['REJECT', 'PENDING_APPROVAL', 'items.reject', { reason: 'Wrong season' }, 'CANCELLED'],
    ['CANCEL', 'PENDING_APPROVAL', 'items.cancel', undefined, 'CANCELLED'],
    ['REPRINT', 'COMPLETED', 'items.reprint', {}, 'COMPLETED'],
  ] as const)(
    '%s has the effect of the operation on a single item',
    async (action, from, operation, more, to) => {
      const shop = await createItemActionShop()
      const [alone, ...ids] = await shop.many(4)
      for (const id of [alone!, ...ids]) await shop.force(id, from)
      expect((await shop.act(operation, alone!, { body: more })).status).toBeLessThan(300)
      const before = await shop.money()
      const act = await shop.done({ action, ids, ...more })
      expect(act).toMatchObject({
        action,
        status: 'COMPLETED',
        totalCount: 3,
        doneCount: 3,
        succeededCount: 3,
        failedCount: 0,
        reason: more && 'reason' in more ? more.reason : null,
        charge: true,
      })
      expect(await shop.statuses(ids)).toEqual([to, to, to])
      const one = await shop.row(alone!)
      const price = one.priceCents
      const reserves = action === 'APPROVE' || action === 'REPRINT' ? 3 * price : 0
      expect((await shop.money()).reserved - before.reserved).toBe(reserves)
      for (const id of ids) {
        const item = await shop.row(id)
        expect(item.history).toEqual(one.history)
        expect(await shop.events(id)).toEqual(await shop.events(alone!))
        if (action === 'REPRINT') {
          expect(await shop.row(item.reprintedAs!)).toMatchObject({
            status: 'SCHEDULED',
            reprintOf: id,
            priceCents: price,
          })
        }
      }
      expect(shop.logged).toEqual([])
    },
  )

  test('a refusal by an item is its failure, in the words of the single operation', async () => {
    const shop = await createItemActionShop()
    const [waiting, scheduled] = await shop.many(2)
    await shop.act('items.approve', scheduled!)
    const others = await shop.another()
    const foreign = (
      await shop.many(1, { postflowId: await shop.postflow({}, shop.keys.test) }, shop.keys.test)
    )[0]!
    const ids = [scheduled!, 'itm_none', waiting!, foreign]
    const act = await shop.done({ action: 'APPROVE', ids })
    expect(act).toMatchObject({ status: 'COMPLETED', totalCount: 4, succeededCount: 1, failedCount: 3 })
    const problem = async (id: string) => {
      const { body } = await shop.act('items.approve', id)
      return { itemId: id, code: body.code, detail: body.detail }
    }
    expect(await shop.failures(act.id)).toEqual([
      { index: 0, ...(await problem(scheduled!)) },
      { index: 1, ...(await problem('itm_none')) },
      { index: 3, ...(await problem(foreign)) },
    ])
    expect(await shop.statuses([waiting!])).toEqual(['SCHEDULED'])
    for (const key of [shop.keys.test, others.keys.live]) {
      const answers = ['itemActions.get', 'itemActions.failures', 'itemActions.cancel'].map((operation) =>
        shop.act(operation, act.id, { key }),
      )
      for (const { status } of await Promise.all(answers)) expect(status).toBe(404)
      expect((await shop.call('itemActions.list', { key })).body.data).toEqual([])
    }
  })

  test('continues chunk by chunk in the order of the ids, and paginates its failures', async () => {
    const shop = await createItemActionShop()
    const ids = await shop.many(250)
    for (const id of ids.slice(0, 120)) await shop.force(id, 'COMPLETED')
    const shuffled = [...ids.slice(200), ...ids.slice(0, 200)]
    const act = await shop.done({ action: 'CANCEL', ids: shuffled })
    expect(act).toMatchObject({ status: 'COMPLETED', doneCount: 250, succeededCount: 130, failedCount: 120 })
    const params = { id: act.id }
    const first = (
      await shop.call('itemActions.failures', { params, query: { limit: 100, include: 'total' } })
    ).body
    const query = { limit: 100, cursor: first.nextCursor }
    const second = (await shop.call('itemActions.failures', { params, query })).body
    expect(first.totalCount).toBe(120)
    const failed = [...first.data, ...second.data]
    expect(failed.map(({ itemId }) => itemId)).toEqual(ids.slice(0, 120))
    expect(failed.map(({ index }) => index)).toEqual(Array.from({ length: 120 }, (_, place) => 50 + place))
  })

  test('cancels nothing once the cutoff is reached, even if requested before', async () => {
    const shop = await createItemActionShop({ clock: '2026-01-05T08:59:59Z' })
    const ids = await shop.many(2, { postflowId: shop.postflowId })
    const cutoff = (await shop.row(ids[0]!)).cancellableUntil!
    expect((await shop.ask({ action: 'CANCEL', ids })).status).toBe(202)
    shop.clock.set(new Date(cutoff).toISOString())
    await shop.settle()
    const [act] = (await shop.call('itemActions.list')).body.data
    expect(act).toMatchObject({ status: 'COMPLETED', failedCount: 2 })
    for (const { detail } of await shop.failures(act.id))
      expect(detail).toContain('can no longer be cancelled')
  })

  test('on test items leaves live items unchanged', async () => {
    const shop = await createItemActionShop()
    const postflowId = await shop.postflow({ approval: 'PER_ITEM' }, shop.keys.test)
    const live = await shop.many(1)
    const ids = await shop.many(2, { postflowId }, shop.keys.test)
    const act = await shop.done({ action: 'APPROVE', filters: {}, expectedCount: 2 }, shop.keys.test)
    expect(act).toMatchObject({ isTest: true, status: 'COMPLETED', succeededCount: 2 })
    expect(await shop.statuses([...ids, ...live])).toEqual(['SCHEDULED', 'SCHEDULED', 'PENDING_APPROVAL'])
  })

  test('that is cancelled leaves the remaining items unchanged', async () => {
    const shop = await createItemActionShop()
    const ids = await shop.many(3)
    const { body } = await shop.ask({ action: 'APPROVE', ids })
    const stopped = await shop.act('itemActions.cancel', body.id)
    expect(stopped).toMatchObject({ status: 200, body: { status: 'CANCELLED', totalCount: 3, doneCount: 0 } })
    await shop.settle()
    expect(await shop.statuses(ids)).toEqual(Array(3).fill('PENDING_APPROVAL'))
    expect(await shop.act('itemActions.cancel', body.id)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: 'This item action is CANCELLED and cannot become CANCELLED.' },
    })
  })

  test('requested twice with one Idempotency-Key runs once, even if its filters now match other items', async () => {
    const shop = await createItemActionShop()
    const ids = await shop.many(2)
    const body = {
      action: 'APPROVE',
      filters: { 'filter[status]': 'PENDING_APPROVAL' },
      expectedCount: 2,
    }
    const first = await shop.ask(body, { idempotencyKey: 'once' })
    await shop.settle()
    await shop.many(1)
    const again = await shop.ask(body, { idempotencyKey: 'once' })
    expect(again).toMatchObject({ status: 202, body: { id: first.body.id } })
    expect(again.headers['Idempotency-Replayed']).toBe('true')
    expect(first.headers.Location).toBe(`/v1/item-actions/${first.body.id}`)
    expect(await shop.statuses(ids)).toEqual(['SCHEDULED', 'SCHEDULED'])
    expect((await shop.call('itemActions.list')).body.data).toHaveLength(1)
  })

  test('needs the permission of the single operation', async () => {
    const shop = await createItemActionShop()
    const ids = await shop.many(1)
    const reader = await shop.key('live', ['items.read'])
    const writer = await shop.key('live', ['items.write'])
    expect(await shop.ask({ action: 'CANCEL', ids }, { key: reader })).toMatchObject({ status: 403 })
    const approver = await shop.key('live', ['items.approve'])
    for (const action of ['CANCEL', 'REPRINT']) {
      expect(await shop.ask({ action, ids }, { key: approver })).toMatchObject({
        status: 403,
        body: { code: 'insufficient_scope', detail: `${action} needs the scope items.write.` },
      })
    }
    for (const action of ['APPROVE', 'REJECT']) {
      const { status, body } = await shop.ask({ action, ids }, { key: approver })
      expect(status).toBe(202)
      expect((await shop.act('itemActions.cancel', body.id, { key: approver })).status).toBe(200)
    }
    const { body } = await shop.ask({ action: 'CANCEL', ids }, { key: writer })
    expect((await shop.act('itemActions.cancel', body.id, { key: approver })).status).toBe(403)
    expect((await shop.act('itemActions.cancel', body.id, { key: reader })).status).toBe(403)
    expect((await shop.act('itemActions.get', body.id, { key: writer })).status).toBe(403)
    expect((await shop.act('itemActions.get', body.id, { key: reader })).status).toBe(200)
  })

  test('reprints free of charge for operators only', async () => {
    const shop = await createItemActionShop()
    const ids = await shop.many(2)
    for (const id of ids) await shop.force(id, 'COMPLETED')
    const free = { action: 'REPRINT', ids, charge: false }
    expect(await shop.ask(free)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
    const operator = await shop.key('live', ['items.read', 'items.write', 'runs.manage'])
    expect(await shop.done(free, operator)).toMatchObject({ charge: false, succeededCount: 2 })
    for (const id of ids) {
      expect(await shop.row((await shop.row(id)).reprintedAs!)).toMatchObject({ priceCents: 0 })
    }
  })

  test('reprints nothing a second time', async () => {
    const shop = await createItemActionShop()
    const ids = await shop.many(2)
    for (const id of ids) await shop.force(id, 'RETURNED')
    await shop.done({ action: 'REPRINT', ids })
    const again = await shop.done({ action: 'REPRINT', ids })
    expect(again).toMatchObject({ succeededCount: 0, failedCount: 2 })
    const { reprintedAs } = await shop.row(ids[0]!)
    expect((await shop.failures(again.id))[0].detail).toBe(
      `This item was already reprinted as ${reprintedAs}. Reprint that one.`,
    )
  })

  test('pays for the oldest first and holds the rest', async () => {
    const shop = await createItemActionShop({ fundsCents: 150 })
    const ids = await shop.many(3)
    const act = await shop.done({ action: 'APPROVE', filters: {}, expectedCount: 3 })
    expect(act).toMatchObject({ succeededCount: 3 })
    expect(await shop.statuses(ids)).toEqual(['SCHEDULED', 'HELD', 'HELD'])
  })
})

describe('items by filters', () => {
  test('are exactly those that matched at the request', async () => {
    const shop = await createItemActionShop()
    const [first, second, third] = await shop.many(3)
    await shop.act('items.approve', third!)
    const created = await shop.ask({
      action: 'CANCEL',
      filters: { 'filter[status]': 'PENDING_APPROVAL', 'filter[postflowId]': shop.asking },
      expectedCount: 2,
    })
    expect(created.body.totalCount).toBe(2)
    await shop.act('items.approve', second!)
    const [late] = await shop.many(1)
    await shop.settle()
    expect(await shop.statuses([first!, second!, third!, late!])).toEqual([
      'CANCELLED',
      'CANCELLED',
      'SCHEDULED',
      'PENDING_APPROVAL',
    ])
  })

  test('are unchanged if their number differs from the expected one', async () => {
    const shop = await createItemActionShop()
    const ids = await shop.many(3)
    const filters = { 'filter[status]': 'PENDING_APPROVAL' }
    expect(await shop.ask({ action: 'APPROVE', filters, expectedCount: 2 })).toMatchObject({
      status: 409,
      body: {
        code: 'count_changed',
        detail: 'The filters match 3 items now instead of the expected 2. Count them again.',
      },
    })
    await shop.settle()
    expect(await shop.statuses(ids)).toEqual(Array(3).fill('PENDING_APPROVAL'))
    expect((await shop.call('itemActions.list')).body.data).toEqual([])
  })

  test('can use every filter of the list; an invalid one is reported as sent', async () => {
    const shop = await createItemActionShop()
    await shop.many(1, { metadata: { campaign: 'spring' }, reference: 'a' })
    await shop.many(1, { metadata: { campaign: 'autumn' } })
    for (const filters of [
      { 'filter[metadata]': 'campaign:spring' },
      { 'filter[reference][in]': 'a,b' },
      { 'filter[reference][null]': 'false' },
    ]) {
      const created = await shop.ask({ action: 'APPROVE', filters, expectedCount: 1 })
      expect([filters, created.status]).toEqual([filters, 202])
    }
    const wrong = { 'filter[colour]': 'red', 'filter[status]': 'LOST', limit: '5' }
    const { status, body } = await shop.ask({ action: 'APPROVE', filters: wrong, expectedCount: 1 })
    expect([status, body.errors.map(({ parameter }: { parameter: string }) => parameter)]).toEqual([
      422,
      ['filters.filter[colour]', 'filters.filter[status]', 'filters.limit'],
    ])
  })
})
