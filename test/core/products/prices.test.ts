import { beforeEach, describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { entry, type File, importChanged } from '../../support/catalogue.ts'
import { createPostbatchShop, type PostbatchShop, people, person } from '../../support/postbatches.ts'
import { zoe } from '../../support/recipients.ts'

let shop: PostbatchShop
beforeEach(async () => {
  shop = await createPostbatchShop({ fundsCents: 10_000_000 })
})

/** Returns the line of the shop's card, in the standard list or in another. */
const line = (file: File, zone = 'domestic', list = 'standard') =>
  entry(file, 'priceLists', list).lines.find(
    (one: File) => one.specification === 'postcard-a6' && one.zone === zone,
  )

const ownList = (file: File, changes: Record<string, unknown> = {}) => {
  file.priceLists.push({
    ...structuredClone(entry(file, 'priceLists', 'standard')),
    key: 'own',
    organisation: shop.organisation.id,
    ...changes,
  })
  line(file, 'domestic', 'own').steps[0].priceCents = 50
}

const to = (country: string, houseNumber = '7') => ({ recipient: { ...zoe, country, houseNumber } })

describe('an item of a Postflow costs', () => {
  test.each<[string, (file: File) => void, number]>([
    ['the price of the general list', () => {}, 89],
    ['the price of its organisation’s own list', (file) => ownList(file), 50],
    [
      'the price of the general list until its own starts',
      (file) => ownList(file, { validFrom: '2026-02-01' }),
      89,
    ],
    [
      'the price of the general list if its own has none',
      (file) => {
        ownList(file)
        entry(file, 'priceLists', 'own').lines = []
      },
      89,
    ],
    [
      'the price of the newest valid list',
      (file) => {
        for (const [key, validFrom, price] of [
          ['newer', '2026-01-02', 91],
          ['coming', '2026-03-01', 99],
        ] as const) {
          file.priceLists.push({ ...structuredClone(entry(file, 'priceLists', 'standard')), key, validFrom })
          line(file, 'domestic', key).steps[0].priceCents = price
        }
      },
      91,
    ],
    [
      'the first quantity step',
      (file) => {
        line(file).steps.push({ from: 2, priceCents: 10 })
      },
      89,
    ],
    [
      'including the surcharges of its specification',
      (file) => {
        entry(file, 'specifications', 'postcard-a6').extras = ['lacquer']
        entry(file, 'priceLists', 'standard').extras = [{ extra: 'lacquer', name: 'Lacquer', priceCents: 11 }]
      },
      100,
    ],
    [
      'more for each sheet beyond the included ones',
      (file) => {
        entry(file, 'specifications', 'postcard-a6').sheet.plex = 'simplex'
        line(file).sheets = { included: 1, extraCents: 30 }
      },
      119,
    ],
  ])('%s', async (_what, change, price) => {
    await importChanged(shop.services, change)
    expect(await shop.create(to('NL'))).toMatchObject({ priceCents: price })
  })

  test('its original price, whatever the current lists, until its country changes', async () => {
    const item = await shop.create({ ...to('NL'), data: {} })
    expect(item).toMatchObject({ status: 'NEEDS_ATTENTION', priceCents: 89 })
    await importChanged(shop.services, (file) => {
      for (const { steps } of entry(file, 'priceLists', 'standard').lines) steps[0].priceCents += 500
      file.priceLists.push({
        ...structuredClone(entry(file, 'priceLists', 'standard')),
        key: 'newer',
        validFrom: '2026-01-02',
      })
    })
    const patched = await shop.act('items.patch', item.id, { body: { data: { firstName: 'Zoë' } } })
    expect(patched.body).toMatchObject({ status: 'SCHEDULED', priceCents: 89 })
    const waiting = await shop.create({ ...to('NL', '8'), data: {} })
    expect(waiting).toMatchObject({ priceCents: 589 })
    const moved = await shop.act('items.patch', waiting.id, { body: { recipient: { country: 'DE' } } })
    expect(moved.body).toMatchObject({ priceCents: 645 })
  })

  test('nothing if its country is not served: it is not created', async () => {
    await importChanged(shop.services, (file) => {
      file.countryZones[0] = {
        ...file.countryZones[0],
        zones: file.countryZones[0].zones.filter(({ code }: File) => code !== 'world'),
        elsewhere: 'REFUSED',
      }
      const list = entry(file, 'priceLists', 'standard')
      list.lines = list.lines.filter(({ zone }: File) => zone !== 'world')
    })
    const refused = await shop.post({
      recipient: { ...zoe, country: 'US', region: 'NY', postalCode: '10001' },
    })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'recipient.country', code: 'unserved' }] },
    })
    expect(await shop.post(to('DE'))).toMatchObject({ status: 201 })
  })
})

describe('a Postbatch', () => {
  const steps = (file: File) => {
    line(file).steps = [
      { from: 1, priceCents: 89 },
      { from: 5, priceCents: 70 },
      { from: 10, priceCents: 60 },
    ]
  }

  test('counts its pieces: quote, items and reservation have the price for their number', async () => {
    await importChanged(shop.services, steps)
    const id = await shop.validated([...people(6), person(7, { city: null })])
    const quote = await shop.step('postbatches.quote', id)
    expect(quote.lines).toEqual([{ zone: 'domestic', quantity: 6, unitPriceCents: 70, amountCents: 420 }])
    await shop.step('postbatches.approve', id)
    const items = (await shop.call('items.list', { query: { 'filter[postbatchId]': id } })).body.data
    expect(new Set(items.map((item: File) => `${item.status} ${item.priceCents}`))).toEqual(
      new Set(['SCHEDULED 70', 'CANCELLED 70']),
    )
    expect(await shop.money()).toMatchObject({ reserved: 420 })
  })

  test('with fewer pieces than at validation is validated again before approval', async () => {
    await importChanged(shop.services, steps)
    const id = await shop.validated(people(5))
    const [item] = (await shop.call('items.list', { query: { 'filter[postbatchId]': id } })).body.data
    expect(item.priceCents).toBe(70)
    await shop.act('items.cancel', item.id)
    expect(await shop.refuse('postbatches.approve', id)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining('for 5 pieces, but it has 4 now') },
    })
    await shop.step('postbatches.validate', id)
    expect((await shop.step('postbatches.quote', id)).lines).toMatchObject([
      { quantity: 4, unitPriceCents: 89 },
    ])
    await shop.step('postbatches.approve', id)
  })

  test('keeps its prices once approved, whatever the lists', async () => {
    const id = await shop.validated(people(3))
    await shop.step('postbatches.approve', id)
    const reserved = await shop.money()
    const { changes } = await importChanged(shop.services, (file) => {
      line(file).steps[0].priceCents = 900
    })
    expect(changes.map(({ message }) => message)).toContain(
      'postcard-a6 in the zone domestic costs EUR 9.00 instead of 0.89 from 2026-01-05 on.',
    )
    expect((await shop.step('postbatches.quote', id)).subtotalCents).toBe(3 * 89)
    expect(await shop.money()).toEqual(reserved)
  })
})

test('prices depend on quantity and sheets', async () => {
  await importChanged(shop.services, (file) => {
    line(file).steps.push({ from: 100, priceCents: 60 })
    line(file).sheets = { included: 1, extraCents: 30 }
  })
  const ask = async (quantity: number) =>
    (
      await shop.call('products.price', {
        params: { id: sampleIds.postcard },
        body: { productSpecificationId: sampleIds.a6, quantities: [{ country: 'NL', quantity }] },
      })
    ).body.lines[0].unitPriceCents
  expect([await ask(99), await ask(100)]).toEqual([89, 60])
  const { data } = (await shop.call('billing.prices')).body
  expect(data.find((row: File) => row.productSpecificationId === sampleIds.a6)).toMatchObject({
    unitPriceCents: 89,
    steps: [
      { from: 1, unitPriceCents: 89 },
      { from: 100, unitPriceCents: 60 },
    ],
  })
})

test('the prices of an organisation include further sheets and the next change', async () => {
  await importChanged(shop.services, (file) => {
    line(file).sheets = { included: 1, extraCents: 30 }
    file.priceLists.push({
      ...structuredClone(entry(file, 'priceLists', 'standard')),
      key: 'coming',
      validFrom: '2026-03-01',
    })
    line(file, 'domestic', 'coming').steps[0].priceCents = 99
    ownList(file, { organisation: null, key: 'own', validFrom: '2026-04-01' })
  })
  const prices = async (query: Record<string, string>) => {
    const { changesOn, data } = (await shop.call('billing.prices', { query })).body
    const card = data.find((row: File) => row.productSpecificationId === sampleIds.a6)
    return { changesOn, cents: card.unitPriceCents, sheets: card.sheets }
  }
  const sheets = { included: 1, unitPriceCents: 30 }
  expect(await prices({})).toEqual({ changesOn: '2026-03-01', cents: 89, sheets })
  expect(await prices({ on: '2026-03-01' })).toEqual({ changesOn: '2026-04-01', cents: 99, sheets })
  expect(await prices({ on: '2026-04-01' })).toEqual({ changesOn: null, cents: 50, sheets })
  expect(await shop.call('billing.prices', { query: { on: '2026-02-30' } })).toMatchObject({ status: 422 })
})
