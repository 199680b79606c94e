import { afterEach, describe, expect, test, vi } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { line, listOfLines } from '../../support/dutch-list.ts'
import { createImportShop } from '../../support/imports.ts'
import { createPostbatchShop, type PostbatchShop, people } from '../../support/postbatches.ts'
import { zoe } from '../../support/recipients.ts'

const familyFirst = {
  recipient: { ...zoe, name: 'Berg, van den', houseNumber: '14' },
  data: { firstName: 'Jan' },
}
const codeInCity = {
  recipient: { ...zoe, name: 'Bram Bos', houseNumber: '16', city: '1012 LG Amsterdam' },
  data: { firstName: 'Bram' },
}
const both = {
  recipient: { ...zoe, name: 'Vries, de', houseNumber: '18', city: '1012 LG Amsterdam' },
  data: { firstName: 'Piet' },
}

const warningsOf = async (shop: PostbatchShop, id: string, key = shop.keys.live) =>
  (await shop.call('postbatches.warnings', { key, params: { id } })).body
const quoteOf = async (shop: PostbatchShop, id: string) =>
  (await shop.call('postbatches.quote', { params: { id } })).body

describe('before the approval of a Postbatch', () => {
  afterEach(() => void vi.restoreAllMocks())

  test('its warnings are grouped by code, with the given and the printed value', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated([...people(3), familyFirst, codeInCity, both])
    const { validatedAt } = await shop.read(id)
    expect(await warningsOf(shop, id)).toMatchObject({
      countedAt: validatedAt,
      itemCount: 3,
      data: [
        {
          itemCount: 2,
          samples: [
            { findings: [{ severity: 'warning' }] },
            { recipient: { name: 'Vries, de' }, findings: [{ severity: 'warning' }] },
          ],
        },
        { itemCount: 2, samples: [{}, {}] },
      ],
    })
    const { data } = await warningsOf(shop, id)
    const city = data.find(({ code }: { code: string }) => code === 'printed_otherwise')
    expect(city.samples[0]).toMatchObject({
      recipient: { city: '1012 LG Amsterdam' },
      printedLines: ['Bram Bos', 'Damrak 16', '1012 LG  AMSTERDAM'],
    })
  })

  test('its quote has the counts', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated([...people(2), familyFirst])
    expect((await quoteOf(shop, id)).warnings).toEqual({
      itemCount: 1,
      codes: [{ code: 'name_order_doubtful', itemCount: 1 }],
    })
  })

  test('its count is zero without warnings, and null if not counted', async () => {
    const shop = await createPostbatchShop()
    const draft = await shop.draft(people(1))
    expect((await quoteOf(shop, draft)).warnings).toBeNull()
    expect(await warningsOf(shop, draft)).toEqual({ countedAt: null, itemCount: null, data: [] })
    const id = await shop.validated(people(2))
    expect((await quoteOf(shop, id)).warnings).toEqual({ itemCount: 0, codes: [] })
  })

  test('warnings of left-out items do not count, and corrections after validation do', async () => {
    const shop = await createPostbatchShop()
    const bad = { recipient: { ...familyFirst.recipient, postalCode: '' }, data: familyFirst.data }
    const id = await shop.validated([...people(1), bad, codeInCity])
    expect((await quoteOf(shop, id)).warnings.itemCount).toBe(1)
    const { body } = await shop.call('items.list', {
      query: `filter[postbatchId]=${id}&filter[warnings]=printed_otherwise`,
    })
    const [item] = body.data
    await shop.act('items.patch', item.id, { body: { recipient: { ...item.recipient, city: 'Amsterdam' } } })
    await shop.settle()
    expect((await quoteOf(shop, id)).warnings).toEqual({ itemCount: 0, codes: [] })
    await shop.act('items.patch', item.id, { body: { recipient: { name: 'Berg, van den' } } })
    expect((await quoteOf(shop, id)).warnings).toEqual({
      itemCount: 1,
      codes: [{ code: 'name_order_doubtful', itemCount: 1 }],
    })
    expect(await warningsOf(shop, id)).toMatchObject({ data: [{ samples: [{ itemId: item.id }] }] })
    expect((await shop.act('items.cancel', item.id)).status).toBe(200)
    expect((await quoteOf(shop, id)).warnings).toEqual({ itemCount: 0, codes: [] })
  })

  /** Runs `act` at most `times` times, each after a read of items, before their warnings are counted. */
  const whileCounted = (shop: PostbatchShop, id: string, times: number, act: (call: number) => unknown) => {
    const { store } = shop.services
    const read = store.read.bind(store)
    let calls = 0
    let isActing = false
    return vi.spyOn(store, 'read').mockImplementation(async (work) => {
      const found = await read(work)
      const areItems = Array.isArray(found) && found.length > 0 && 'trackingCode' in found[0]
      if (!areItems || isActing || calls === times) return found
      const postbatch = await read((rows) => rows.postbatches.get(everyone, id))
      if (postbatch?.status !== 'VALIDATING' || postbatch.warnings === null) return found
      isActing = true
      await act(calls++)
      isActing = false
      return found
    })
  }
  const idsNamed = async (shop: PostbatchShop, id: string, name: string): Promise<string[]> => {
    const items = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))
    return items.filter(({ recipient }) => recipient.name === name).map((item) => item.id)
  }

  test('an item cancelled during the count is not counted, and no sample', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.draft([...people(2), familyFirst])
    const [item] = await idsNamed(shop, id, 'Berg, van den')
    const cancelled = vi.fn(async () =>
      expect(await shop.act('items.cancel', item!)).toMatchObject({ status: 200 }),
    )
    whileCounted(shop, id, 1, cancelled)
    await shop.step('postbatches.validate', id)
    expect(cancelled).toHaveBeenCalledOnce()
    expect(await shop.read(id)).toMatchObject({ status: 'VALIDATED' })
    expect((await quoteOf(shop, id)).warnings).toEqual({ itemCount: 0, codes: [] })
    expect(await warningsOf(shop, id)).toMatchObject({ itemCount: 0, data: [] })
  })

  test('warnings are not counted while items keep changing, and the validation ends', async () => {
    const shop = await createPostbatchShop()
    const many = Array.from({ length: 8 }, (_, index) => ({
      ...familyFirst,
      recipient: { ...familyFirst.recipient, houseNumber: `${index + 1}` },
    }))
    const id = await shop.draft(many)
    const ids = await idsNamed(shop, id, 'Berg, van den')
    const counting = whileCounted(shop, id, 5, (call) => shop.act('items.cancel', ids[call]!))
    await shop.step('postbatches.validate', id)
    expect(await shop.read(id)).toMatchObject({ status: 'VALIDATED' })
    expect((await quoteOf(shop, id)).warnings).toBeNull()
    counting.mockRestore()
    await shop.step('postbatches.validate', id)
    expect((await quoteOf(shop, id)).warnings).toMatchObject({ itemCount: 3 })
  })

  test('an item that an earlier version left out is no sample', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated([...people(1), familyFirst])
    const [item] = await idsNamed(shop, id, 'Berg, van den')
    await shop.services.store.write((rows) => rows.items.update(everyone, item!, { status: 'CANCELLED' }))
    expect(await warningsOf(shop, id)).toMatchObject({ data: [{ samples: [] }] })
  })

  test('more than a chunk of items is counted exactly, with three samples', async () => {
    const shop = await createPostbatchShop()
    const many = Array.from({ length: 130 }, (_, index) => ({
      ...familyFirst,
      recipient: { ...familyFirst.recipient, houseNumber: `${index + 1}` },
    }))
    const id = await shop.validated(many)
    const { data } = await warningsOf(shop, id)
    expect(data).toMatchObject([{ code: 'name_order_doubtful', itemCount: 130 }])
    expect(data[0].samples).toHaveLength(3)
  })

  test('a validation by an earlier version discards the previous count', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated([familyFirst])
    const { validatedAt } = (await shop.services.store.read((rows) => rows.postbatches.get(everyone, id)))!
    await shop.services.store.write((rows) =>
      rows.postbatches.update(everyone, id, { validatedAt: validatedAt! + 1 }),
    )
    expect((await quoteOf(shop, id)).warnings).toBeNull()
    expect(await warningsOf(shop, id)).toMatchObject({ itemCount: null })
  })
})

describe('items are listed and counted by their warnings', () => {
  const idsOf = async (shop: PostbatchShop, query: string) =>
    (await shop.call('items.list', { query })).body.data.map(({ id }: { id: string }) => id)

  test('by one code, and by any', async () => {
    const shop = await createPostbatchShop()
    const good = await shop.create(people(1)[0] as never)
    const one = await shop.create(familyFirst)
    const other = await shop.create(codeInCity)
    expect(await idsOf(shop, 'filter[warnings]=name_order_doubtful')).toEqual([one.id])
    expect(await idsOf(shop, 'filter[warnings]=any&sort=createdAt')).toEqual([one.id, other.id])
    expect(await idsOf(shop, 'filter[warnings]=city_missing')).toEqual([])
    const counted = await shop.call('items.counts', { query: 'filter[warnings]=any' })
    expect(counted.body.totalCount).toBe(2)
    expect(good.findings).toEqual([])
  })

  test('no longer after they are corrected', async () => {
    const shop = await createPostbatchShop()
    const postbatchId = await shop.draft([familyFirst])
    const [id] = await idsOf(shop, `filter[postbatchId]=${postbatchId}&filter[warnings]=any`)
    await shop.act('items.patch', id, {
      body: { recipient: { ...familyFirst.recipient, name: 'Jan van den Berg' } },
    })
    expect(await idsOf(shop, 'filter[warnings]=any')).toEqual([])
  })
})

test('rows of a list that were imported with warnings are counted', async () => {
  const shop = await createImportShop()
  const id = await shop.draft()
  const list = listOfLines(line(1, { name: 'Berg, van den', city: '1012 LG Amsterdam' }))
  expect(await shop.imported(id, list)).toMatchObject({ createdCount: 1, problems: [] })
  await shop.step('postbatches.validate', id)
  expect((await quoteOf(shop, id)).warnings).toMatchObject({
    itemCount: 1,
    codes: expect.arrayContaining([
      { code: 'name_order_doubtful', itemCount: 1 },
      { code: 'printed_otherwise', itemCount: 1 },
    ]),
  })
})
