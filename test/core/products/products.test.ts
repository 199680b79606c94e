import { describe, expect, test } from 'vitest'
import { dutchHolidays } from '../../../src/core/features/products/catalogue/first-catalogue.ts'
import { installCatalogue, sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import sample from '../../../src/core/features/products/samples/standard.json' with { type: 'json' }
import type { BoxMm } from '../../../src/core/kernel/finding.ts'
import { isCalendarDay } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { contains, overlaps } from '../../../src/core/template/geometry.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const shopWithCatalogue = async (): Promise<TestShop> => {
  const shop = await createTestShop()
  await installCatalogue(shop.services)
  return shop
}

const sampleSpecifications = sample.specifications

describe('the sample catalogue', () => {
  test('is installed once; an operator’s changes stay', async () => {
    const shop = await shopWithCatalogue()
    const rename = (name: string) =>
      shop.services.store.write((rows) => rows.products.update(everyone, sampleIds.postcard, { name }))
    await rename('Mine')
    await installCatalogue(shop.services)
    expect(await shop.call('products.get', { params: { id: sampleIds.postcard } })).toMatchObject({
      body: { name: 'Mine' },
    })
  })

  test.each(sampleSpecifications.map((specification) => [specification.name, specification] as const))(
    'the zones of the %s are on the sheet and don’t overlap',
    (_name, { sheet }) => {
      const { w, h } = sheet.trim
      for (const zone of sheet.zones) {
        expect(zone.x >= 0 && zone.y >= 0 && zone.x + zone.w <= w && zone.y + zone.h <= h, zone.kind).toBe(
          true,
        )
        for (const other of sheet.zones) {
          if (other === zone || other.page !== zone.page) continue
          const apart =
            zone.x + zone.w <= other.x ||
            other.x + other.w <= zone.x ||
            zone.y + zone.h <= other.y ||
            other.y + other.h <= zone.y
          expect(apart, `${zone.kind} and ${other.kind}`).toBe(true)
        }
      }
      expect(sheet.zones.filter((zone) => zone.kind === 'address')).toHaveLength(1)
    },
  )

  test.each(sampleSpecifications.filter(({ envelope }) => envelope?.window))(
    'everything in the window of the $name is 4 mm inside wherever the letter slides, and nothing else is visible',
    ({ sheet, envelope }) => {
      const { window, play, w, h } = envelope!
      const inset = (by: number): BoxMm => {
        const { x, y, w, h } = window!
        return { x: x + by, y: y + by, w: w - 2 * by, h: h - 2 * by }
      }
      const shown = sheet.zones.filter((zone) => zone.page === 1 && overlaps(zone, inset(-play)))
      for (const zone of shown.filter(({ kind }) => kind !== 'clear')) {
        expect(['address', 'sender']).toContain(zone.kind)
        expect(zone.x).toBeGreaterThanOrEqual(24)
        expect(contains(inset(play + 4), zone), zone.kind).toBe(true)
      }
      // Every spot that the window may show belongs to a zone, so that no element can be there.
      const { x, y } = inset(-play)
      for (let row = 0; row < window!.h + 2 * play; row++) {
        for (let column = 0; column < window!.w + 2 * play; column++) {
          const spot = { x: x + column, y: y + row, w: 1, h: 1 }
          expect(shown.some((zone) => overlaps(zone, spot))).toBe(true)
        }
      }
      // Folded, the sheet fits into the envelope.
      expect(sheet.trim.w).toBeLessThan(w)
      expect(sheet.trim.h / 2).toBeLessThan(h)
    },
  )

  test.each(sampleSpecifications.filter(({ envelope }) => !envelope))(
    'the $name has 15 mm free next to the address, 30 mm below it, and 15 mm along the edge, for carriers',
    ({ sheet }) => {
      const { w, h } = sheet.trim
      const address = sheet.zones.find(({ kind }) => kind === 'address')!
      expect(address.x + address.w).toBeLessThanOrEqual(w - 15)
      expect(address.y + address.h).toBeLessThanOrEqual(h - 30)
      // No other zone of the card extends into these areas.
      const codes = { x: Math.max(0, w - 150), y: h - 15, w: Math.min(150, w), h: 15 }
      const free = [codes, { x: w / 2, y: h - 30, w: w / 2, h: 15 }, { x: w - 15, y: 40, w: 15, h: h - 70 }]
      for (const zone of sheet.zones) {
        if (zone.kind === 'coding' || zone.kind === 'clear') continue
        expect(
          free.some((box) => overlaps(zone, box)),
          zone.kind,
        ).toBe(false)
      }
      const kept = sheet.zones.filter(({ kind }) => kind === 'coding' || kind === 'clear')
      for (const box of free) expect(kept.some((zone) => contains(zone, box))).toBe(true)
    },
  )

  test('has the holidays of four years, sorted and valid', () => {
    expect(dutchHolidays.every(isCalendarDay)).toBe(true)
    expect([...dutchHolidays].sort()).toEqual(dutchHolidays)
    for (const year of ['2025', '2026', '2027', '2028']) {
      expect(dutchHolidays.filter((day) => day.startsWith(year)).length, year).toBeGreaterThanOrEqual(7)
    }
  })
})

describe('products over the API', () => {
  test('are listed in order and shown with their specifications', async () => {
    const shop = await shopWithCatalogue()
    const { body: list } = await shop.call('products.list')
    expect(list.data.map((product: { name: string }) => product.name)).toEqual(['Postcard', 'Window letter'])
    const { body: product } = await shop.call('products.get', { params: { id: sampleIds.postcard } })
    expect(
      product.specifications.map((specification: { format: string }) => specification.format).sort(),
    ).toEqual(['A5', 'A6'])
    const { body } = await shop.call('products.specifications', { params: { id: sampleIds.letter } })
    expect(body.data).toMatchObject([
      {
        id: sampleIds.c5,
        format: 'C5',
        nextCutoffAt: '2026-01-06T09:00:00.000Z',
        sheet: { trim: { w: 210, h: 297 } },
      },
    ])
    expect(await shop.call('products.get', { params: { id: 'prd_none' } })).toMatchObject({ status: 404 })
  })

  test('are readable with a test key', async () => {
    const shop = await shopWithCatalogue()
    expect(await shop.call('products.list', { key: shop.keys.test })).toMatchObject({ status: 200 })
  })

  test.each([
    ['one domestic piece', undefined, 89, 19, 108],
    [
      'pieces in three zones',
      [
        ['NL', 10],
        ['DE', 2],
        ['US', 1],
      ],
      890 + 290 + 165,
      282,
      1627,
    ],
  ] as const)('return the cost of %s, with VAT on the total', async (_what, pieces, subtotal, vat, total) => {
    const shop = await shopWithCatalogue()
    const { status, body } = await shop.call('products.price', {
      params: { id: sampleIds.postcard },
      body: {
        productSpecificationId: sampleIds.a6,
        ...(pieces ? { quantities: pieces.map(([country, quantity]) => ({ country, quantity })) } : {}),
      },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ subtotalCents: subtotal, vatRate: 21, vatCents: vat, totalCents: total })
  })

  test.each(['ZZ', 'QQ', 'xx', 'NLD'])('have no price to %s, which is not a country', async (country) => {
    const shop = await shopWithCatalogue()
    const response = await shop.call('products.price', {
      params: { id: sampleIds.postcard },
      body: { productSpecificationId: sampleIds.a6, quantities: [{ country, quantity: 1 }] },
    })
    expect(response).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'quantities[0].country' }] },
    })
  })

  test('have prices for their own specifications only', async () => {
    const shop = await shopWithCatalogue()
    const response = await shop.call('products.price', {
      params: { id: sampleIds.letter },
      body: { productSpecificationId: sampleIds.a6, quantities: [{ country: 'N', quantity: 0 }] },
    })
    expect(response.status).toBe(422)
    expect(response.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual([
      'quantities[0].country',
      'quantities[0].quantity',
    ])
    expect(
      await shop.call('products.price', {
        params: { id: sampleIds.letter },
        body: { productSpecificationId: sampleIds.a6 },
      }),
    ).toMatchObject({ status: 422, body: { errors: [{ parameter: 'productSpecificationId' }] } })
  })
})
