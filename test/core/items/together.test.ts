import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import type { Call } from '../../../src/core/engine/operation.ts'
import type { CallResponse } from '../../../src/core/engine/request.ts'
import { together } from '../../../src/core/engine/together.ts'
import { everyone, type Store, StoreUnavailable } from '../../../src/core/ports/store.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'
import type { TestCall } from '../../support/shop.ts'

/** Creates an in-memory store that counts its writes and can refuse the next one. */
const watchedStore = () => {
  const inner = createMemoryStore({ replay: true })
  const watched = { writes: 0, refuseNext: undefined as Error | undefined }
  const store: Store = {
    ...inner,
    read: (body) => inner.read(body),
    async write(body, options) {
      watched.writes++
      const refusal = watched.refuseNext
      watched.refuseNext = undefined
      // The callback runs first, as if the commit failed.
      if (!refusal) return inner.write(body, options)
      return inner.write(async (rows) => {
        await body(rows)
        throw refusal
      }, options)
    },
  }
  return { watched, store }
}

const openShop = async () => {
  const { watched, store } = watchedStore()
  const shop = await createItemShop({ ports: { store } })
  watched.writes = 0
  return { shop, watched }
}

const call = (shop: ItemShop, houseNumber: number, { body, ...more }: TestCall = {}) =>
  shop.call('items.create', {
    body: {
      postflowId: shop.postflowId,
      recipient: { ...zoe, houseNumber: String(houseNumber) },
      data: { firstName: 'Zoë' },
      ...(body as object),
    },
    ...more,
  })

const many = (shop: ItemShop, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(shop, n + 1)))

const stored = async (shop: ItemShop) => (await shop.call('items.list', { query: { limit: 200 } })).body.data

describe('calls that share a transaction', () => {
  const open = async () => {
    const { shop } = await openShop()
    const { organisation, services } = shop
    const { id: organisationId } = organisation
    const callAt = (now: number, name = organisation.name) => {
      const scope = { organisationId, mode: 'live' }
      const context = { organisation: { ...organisation, name }, scope, shared: { organisationId }, now }
      const toResponse = (body: unknown) => ({ status: 200, headers: {}, body })
      return { operationId: 'some', context, toResponse } as unknown as Call<CallResponse>
    }
    return { services, organisation, callAt }
  }

  test('may not change audited data, since they may have several callers', async () => {
    const { services, organisation, callAt } = await open()
    const rename = together(async ({ rows }, calls) => {
      await rows.organisations.update(everyone, organisation.id, { name: 'Renamed' })
      return calls.map(() => undefined)
    })
    const change = rename(services, callAt(1))
    await expect(change).rejects.toThrow('Calls that share a transaction cannot change organisations.')
    const kept = await services.store.read((rows) => rows.organisations.get(everyone, organisation.id))
    expect(kept?.name).toBe(organisation.name)
  })

  test('use the organisation of the latest authentication', async () => {
    const { services, callAt } = await open()
    const describeOrganisation = together(async ({ organisation, now }, calls) =>
      calls.map(() => `${organisation.name} at ${now}`),
    )
    const calls = [callAt(1, 'First'), callAt(3, 'Newest'), callAt(2, 'Earlier')]
    const answers = await Promise.all(calls.map((one) => describeOrganisation(services, one)))
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill('Newest at 3'))
  })
})

describe('items created concurrently in single requests', () => {
  test('share transactions of at most 64, each with its own response', async () => {
    const { shop, watched } = await openShop()
    const answers = await many(shop, 150)
    expect(answers.map(({ status }) => status)).toEqual(Array(150).fill(201))
    expect(answers.map(({ body }) => body.recipient.houseNumber)).toEqual(
      Array.from({ length: 150 }, (_, n) => String(n + 1)),
    )
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(150)
    expect(watched.writes).toBe(3)
    expect(await shop.money()).toEqual({ available: 100_000 - 150 * 89, reserved: 150 * 89 })
  })

  test('are refused individually', async () => {
    const { shop } = await openShop()
    const answers = await Promise.all([
      call(shop, 1),
      call(shop, 2, { body: { postflowId: 'pfl_01JGFJJZ000000000000000000' } }),
      call(shop, 3, { body: { sendOn: '2020-01-01' } }),
      call(shop, 4),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 422, 422, 201])
    expect(await stored(shop)).toHaveLength(2)
  })

  test('leave no cost centre if refused', async () => {
    const { shop } = await openShop()
    const answers = await Promise.all([
      call(shop, 1, { body: { billingGroup: 'kept' } }),
      call(shop, 2, { body: { billingGroup: 'lost', sendOn: '2020-01-01' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 422])
    const { organisation, services } = shop
    const groups = await services.store.read((rows) =>
      rows.billingGroups.find({ organisationId: organisation.id }, {}),
    )
    expect(groups.map(({ name }) => name)).toEqual(['kept'])
  })

  test('for the same recipient are duplicates except the first', async () => {
    const { shop } = await openShop()
    const body = { postflowId: await shop.postflow({ duplicateWindowDays: 30 }) }
    const answers = await Promise.all([1, 7, 7].map((n) => call(shop, n, { body })))
    expect(answers.map(({ body }) => body.status)).toEqual(['SCHEDULED', 'SCHEDULED', 'NEEDS_ATTENTION'])
  })

  test('are paid while funds last', async () => {
    const shop = await createItemShop({ fundsCents: 200 })
    const answers = await many(shop, 4)
    // The items may be processed in another order than they were sent.
    const statuses = answers.map(({ body }) => body.status).sort()
    expect(statuses).toEqual(['HELD', 'HELD', 'SCHEDULED', 'SCHEDULED'])
    expect(await shop.money()).toEqual({ available: 22, reserved: 178 })
  })

  test('share transactions across API keys, and each belongs to its key', async () => {
    const { shop, watched } = await openShop()
    const keys = [shop.keys.live, await shop.key('live', 'all'), shop.keys.live]
    watched.writes = 0
    await Promise.all(keys.map((key, n) => call(shop, n + 1, { key })))
    expect(watched.writes).toBe(1)
    const rows = await shop.services.store.read((all) =>
      all.items.find({ organisationId: shop.organisation.id }, {}, { order: [{ field: 'id' }] }),
    )
    const makers = new Map(rows.map((row) => [row.recipient.houseNumber, row.apiKeyId]))
    expect(makers.get('1')).toBe(makers.get('3'))
    expect(makers.get('2')).not.toBe(makers.get('1'))
  })

  test('share none with those of the other mode', async () => {
    const { shop, watched } = await openShop()
    const { live, test: key } = shop.keys
    const body = { postflowId: await shop.postflow({}, key) }
    watched.writes = 0
    const answers = await Promise.all([
      call(shop, 1, { key: live }),
      call(shop, 2, { key, body }),
      call(shop, 3, { key: live }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(watched.writes).toBe(2)
    const made = await shop.services.store.read((rows) =>
      rows.items.find({ organisationId: shop.organisation.id, mode: 'test' }, {}),
    )
    expect(made.map(({ recipient }) => recipient.houseNumber)).toEqual(['2'])
  })

  test('with one Idempotency-Key of two API keys are two items', async () => {
    const { shop } = await openShop()
    const keys = [shop.keys.live, await shop.key('live', 'all')]
    const answers = await Promise.all(
      keys.map((key, n) => call(shop, n + 1, { key, idempotencyKey: 'the-same' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await stored(shop)).toHaveLength(2)
  })

  test('with the same Idempotency-Key are one item, and an error with another body', async () => {
    const { shop } = await openShop()
    const keyed = (n: number, key: string) => call(shop, n, { idempotencyKey: key })
    const answers = await Promise.all([
      call(shop, 1),
      keyed(2, 'two'),
      keyed(2, 'two'),
      keyed(3, 'two'),
      keyed(4, 'four'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 422, 201])
    expect(answers[2]!.body).toEqual(answers[1]!.body)
    expect(answers.map(({ headers }) => headers['Idempotency-Replayed'])).toEqual([
      undefined,
      undefined,
      'true',
      undefined,
      undefined,
    ])
    expect(answers[3]!.body.code).toBe('idempotency_key_reused')
    expect(await stored(shop)).toHaveLength(3)
    expect((await keyed(4, 'four')).body).toEqual(answers[4]!.body)
  })

  test('are retried one by one if their transaction fails', async () => {
    const { shop, watched } = await openShop()
    watched.refuseNext = new Error('one of them cannot be written')
    const answers = await many(shop, 4)
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await stored(shop)).toHaveLength(4)
    expect(watched.writes).toBe(1 + 4)
  })

  test('all fail while the store is read-only', async () => {
    const { shop, watched } = await openShop()
    const all = () => Promise.all([1, 2, 3].map((n) => call(shop, n, { idempotencyKey: `key-${n}` })))
    watched.refuseNext = new StoreUnavailable('The disk is full.')
    expect((await all()).map(({ status }) => status)).toEqual([503, 503, 503])
    expect(await stored(shop)).toHaveLength(0)
    expect((await all()).map(({ status }) => status)).toEqual([201, 201, 201])
  })
})
