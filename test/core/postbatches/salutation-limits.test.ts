import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SalutationCount } from '../../../src/core/features/postbatches/salutations.ts'
import { itemLimits } from '../../../src/core/model/item-limits.ts'
import { noTurns } from '../../../src/core/ports/system.ts'
import { person } from '../../support/postbatches.ts'
import { createSalutationShop, type SalutationShop, vries } from '../../support/salutations.ts'

let shop: SalutationShop
beforeEach(async () => {
  shop = await createSalutationShop()
})

test.each([
  ['limit', ['0', '201', 'x'], ['1', '200']],
  ['offset', ['-1', '20001'], ['0', '20000']],
  ['search', ['a'.repeat(201)], ['a'.repeat(200)]],
])('%s is refused beyond its limit', async (name, refused, taken) => {
  const id = await shop.mailing()
  const statusOf = async (value: string) =>
    (await shop.call('postbatches.salutations', { params: { id }, query: `${name}=${value}` })).status
  for (const value of refused) expect(await statusOf(value), value).toBe(422)
  for (const value of taken) expect(await statusOf(value), value).toBe(200)
})

test('salutations beyond the counted ones are reported as a number of items', async () => {
  const count = new SalutationCount()
  const most = itemLimits.countedSalutations
  const add = (text: string) => count.add({ id: 'itm_1', recipientName: 'A' }, { text, doubts: [] })
  for (let index = 0; index < most; index++) add(`Dear ${index}`)
  expect(count).toMatchObject({ unlistedItemCount: 0 })
  for (const text of ['Dear 0', 'Dear more', 'Dear more']) add(text)
  const listed = await count.listed([], noTurns)
  expect({ listed: listed.length, first: listed[0], rest: count.unlistedItemCount }).toMatchObject({
    listed: most,
    first: { salutation: 'Dear 0', itemCount: 2 },
    rest: 2,
  })
})

const long = (length: number) => 'a'.repeat(length)
const pairs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ salutation: `Dear ${index}`, corrected: 'Hello' }))

test.each([
  ['one', pairs(1), 202],
  ['as many as may wait', pairs(itemLimits.salutationCorrections), 202],
  ['one more', pairs(itemLimits.salutationCorrections + 1), 422],
  ['none', [], 422],
  ['the longest text', [{ salutation: vries, corrected: long(itemLimits.salutationLength) }], 202],
  ['a longer text', [{ salutation: vries, corrected: long(itemLimits.salutationLength + 1) }], 422],
  ['no text', [{ salutation: vries, corrected: '' }], 422],
  ['a comma', [{ salutation: vries, corrected: ' , ' }], 422],
  ['two lines', [{ salutation: vries, corrected: 'Dear\nMs Smith' }], 422],
])('corrections with %s', async (_, corrections, status) => {
  const id = await shop.mailing()
  expect((await shop.correct(id, corrections)).status).toBe(status)
})

test('corrections beyond the waiting limit are refused, even across several requests', async () => {
  const id = await shop.mailing()
  await shop.correct(id, pairs(itemLimits.salutationCorrections))
  expect(await shop.correct(id, [{ salutation: 'Hi', corrected: 'Hello' }])).toMatchObject({
    status: 422,
    body: { errors: [{ parameter: 'corrections' }] },
  })
})

test('an item with the maximum number of merge fields is corrected, printed and copied with one more', async () => {
  const names = Array.from({ length: itemLimits.dataFields - 1 }, (_, index) => `field${index}`)
  const data = { salutation: 'Mevr.', ...Object.fromEntries(names.map((name) => [name, 'x'])) }
  const items = [{ ...person(1, { name: 'A. de Vries' }), data }]
  const id = await shop.validated(items, { templateId: shop.saluted })
  await shop.correct(id, [{ salutation: vries, corrected: 'Beste buren' }])
  await shop.settle()
  const [item] = await shop.itemsOf(id)
  expect(item!.data).toEqual({ ...data, letterSalutation: 'Beste buren' })
  const { id: copy } = await shop.step('postbatches.copy', id)
  expect((await shop.itemsOf(copy))[0]!.data).toEqual(item!.data)
  expect(await shop.act('items.patch', item!.id, { body: { data: item!.data } })).toMatchObject({
    status: 422,
    body: { errors: [{ parameter: 'data', params: { limit: itemLimits.dataFields } }] },
  })
  const { field0: _, ...fewer } = item!.data
  expect((await shop.act('items.patch', item!.id, { body: { data: fewer } })).status).toBe(200)
  expect(await shop.texts(id)).toEqual(['1 Beste buren'])
})

describe('concurrent requests for lists of salutations', () => {
  /** Makes each read of items, a pass, wait until it is released. */
  const held = () => {
    const read = shop.services.store.read.bind(shop.services.store)
    const waiting: (() => void)[] = []
    let [isHeld, passes, requested] = [true, 0, 0]
    shop.services.store.read = ((body: Parameters<typeof read>[0]) =>
      read(async (rows) => {
        const value = await body(rows)
        if (typeof value === 'object' && value !== null && 'salutationCorrections' in value) requested++
        if (Array.isArray(value) && value[0]?.recipient) {
          passes++
          if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
        }
        return value
      })) as typeof read
    const step = () => {
      for (const release of waiting.splice(0)) release()
    }
    return {
      passes: () => passes,
      untilPass: (count: number) => vi.waitUntil(() => passes === count),
      untilRequested: (count: number) => vi.waitUntil(() => requested >= count, { timeout: 30_000 }),
      /** Releases the held reads; later ones are held again. */
      step,
      release() {
        isHeld = false
        step()
      },
    }
  }
  const request = (id: string, search = '') =>
    shop.call('postbatches.salutations', { params: { id }, query: { search } })

  test('share one pass over the items if they are the same', async () => {
    const id = await shop.mailing()
    const { passes, untilRequested, release } = held()
    const requested = Array.from({ length: 20 }, () => request(id))
    await untilRequested(20)
    release()
    const answers = await Promise.all(requested)
    expect(answers.map(({ body }) => body.totalCount)).toEqual(Array(20).fill(3))
    expect(passes()).toBe(1)
    await request(id)
    expect(passes()).toBe(2)
  })

  describe('that take longer than a request waits', () => {
    /** Requests a list that takes so long that the answer is to retry. */
    const late = async () => {
      shop.clock.advance(1)
      const id = await shop.mailing()
      shop.clock.advance(1)
      const { untilPass, passes, release } = held()
      const requested = request(id)
      await untilPass(1)
      shop.clock.advance(20_000)
      release()
      expect(await requested).toMatchObject({
        status: 429,
        headers: { 'Retry-After': '10' },
        body: { params: { case: 'salutations_under_way', seconds: 10 } },
      })
      return { id, passes }
    }

    test('are kept for a minute', async () => {
      const { id, passes } = await late()
      shop.clock.advance(59_999)
      expect((await request(id)).body.totalCount).toBe(3)
      expect(passes()).toBe(1)
      shop.clock.advance(1)
      expect((await request(id)).body.totalCount).toBe(3)
      expect(passes()).toBe(2)
    })

    test('are computed again once a letter has changed', async () => {
      const { id, passes } = await late()
      const [item] = await shop.itemsOf(id)
      expect((await shop.act('items.cancel', item!.id)).status).toBe(200)
      const before = passes()
      expect((await request(id)).body.totalCount).toBe(3)
      // One pass reads the changed letter, and one composes the list.
      expect(passes()).toBe(before + 2)
    })

    test('are computed again if a letter that was already read changed before another request joined', async () => {
      shop.clock.advance(1)
      const id = await shop.mailing()
      const [item] = await shop.itemsOf(id)
      shop.clock.advance(1)
      const { untilPass, release, untilRequested } = held()
      const first = request(id)
      await untilPass(1)
      shop.clock.advance(1)
      expect((await shop.act('items.cancel', item!.id)).status).toBe(200)
      shop.clock.advance(1)
      const joined = request(id)
      await untilRequested(2)
      shop.clock.advance(20_000)
      release()
      expect((await Promise.all([first, joined])).map(({ status }) => status)).toEqual([429, 429])
      expect(await shop.texts(id)).toContain(`1 ${vries}`)
    })

    test('are reported as late to a request that joined after earlier ones timed out', async () => {
      const id = await shop.mailing()
      const { untilPass, untilRequested, step } = held()
      const early = [request(id, 'v'), request(id, 's')]
      await untilRequested(2)
      await untilPass(1)
      shop.clock.advance(20_000)
      step()
      expect((await Promise.all(early)).map(({ status }) => status)).toEqual([429, 429])
      await untilPass(2)
      const next = request(id, 'm')
      await untilRequested(3)
      step()
      await untilPass(3)
      shop.clock.advance(20_000)
      step()
      expect(await next).toMatchObject({ status: 429 })
    })

    test('are answered within 20 seconds', async () => {
      const id = await shop.mailing()
      const { untilPass, release } = held()
      const requested = request(id)
      await untilPass(1)
      shop.clock.advance(19_999)
      release()
      expect(await requested).toMatchObject({ status: 200 })
    })
  })

  test('run one after the other, at most four for each organisation', async () => {
    const id = await shop.mailing()
    const { passes, release } = held()
    const requested = Array.from({ length: itemLimits.salutationLists + 1 }, (_, n) =>
      request(id, `e${n || ''}`),
    )
    const refused = await requested.at(-1)!
    expect(refused).toMatchObject({ status: 429, headers: { 'Retry-After': '10' } })
    expect(passes()).toBeLessThanOrEqual(1)
    release()
    const answers = await Promise.all(requested)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(itemLimits.salutationLists)
    expect((await request(id, 'vries')).body.data).toMatchObject([{ salutation: vries }])
  })
})
