import { describe, expect, test } from 'vitest'
import { faultsBelow } from '../../portal/src/screens/operator/catalogue/change/faults.ts'
import { differing, merged, same } from '../../portal/src/screens/operator/catalogue/change/merge.ts'
import {
  listsForAll,
  pricesLike,
  withPrices,
} from '../../portal/src/screens/operator/catalogue/change/prices.ts'
import { blank, copyOf, keyFrom } from '../../portal/src/screens/operator/catalogue/forms/blank.ts'
import { numberOf, typedNumber } from '../../portal/src/screens/operator/catalogue/forms/fields/numbers.ts'
import { drawable } from '../../portal/src/screens/operator/catalogue/forms/sheet/drawable.ts'
import {
  ownRules,
  severityOf,
  withSeverity,
} from '../../portal/src/screens/operator/catalogue/forms/sheet/preflight.ts'
import { zonesOnSize } from '../../portal/src/screens/operator/catalogue/forms/sheet/sizes.ts'
import type {
  CatalogueFile,
  PriceList,
  Specification,
} from '../../portal/src/screens/operator/catalogue/parts.ts'
import standard from '../../src/core/features/products/samples/standard.json' with { type: 'json' }

const shop = standard as unknown as CatalogueFile
const [list] = shop.priceLists as [PriceList]
const card = shop.specifications!.find(({ key }) => key === 'postcard-a6')!

describe('a change of an entry', () => {
  test.each([
    [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ 0: 1 }, [1], false],
    [null, {}, false],
    [0, '', false],
  ])('%j and %j are the same: %s', (one, other, is) => expect(same(one, other)).toBe(is))

  test('merges concurrent changes, and keeps typed values in conflicts', () => {
    const base = { key: 'silk', gsm: 300, coated: true, note: 'old' }
    const mine = { key: 'silk', gsm: 310, coated: true }
    const theirs = { key: 'silk', gsm: 290, coated: false, note: 'old' }
    expect(differing(base, theirs)).toEqual(['gsm', 'coated'])
    expect(merged<object>(base, mine, theirs)).toEqual({ key: 'silk', gsm: 310, coated: false })
  })

  test('shows each fault at its place in the entry, the more severe of two', () => {
    const found = (severity: 'error' | 'warning', path: string) => ({ severity, path, message: path })
    const faults = faultsBelow(
      [
        found('warning', '/stocks/1/gsm'),
        found('error', '/stocks/1/gsm'),
        found('error', '/stocks/1'),
        found('error', '/stocks/10/gsm'),
      ],
      '/stocks/1',
    )
    expect([...faults].map(([place, { severity }]) => [place, severity])).toEqual([
      ['/gsm', 'error'],
      ['', 'error'],
    ])
  })
})

describe('a new entry', () => {
  test.each([
    ['Recycled 80', 'recycled-80'],
    ['  Crème & kraft: 250 g ', 'creme-kraft-250-g'],
    ['卡', ''],
    ['x'.repeat(70), 'x'.repeat(60)],
  ])('%s has the key %s', (name, key) => expect(keyFrom(name)).toBe(key))

  test('copies everything except the id of the original', () => {
    const { id: _, key: __, name: ___, ...rest } = card
    expect(copyOf({ ...card, archived: true }, '2026-12-09')).toEqual({ ...rest, key: '', name: '' })
  })

  test('refers to entries in use', () => {
    const archived = { ...shop, stocks: shop.stocks!.map((one, at) => ({ ...one, archived: at === 0 })) }
    expect(blank('specifications', archived, '2026-01-01')).toMatchObject({
      stock: 'uncoated-90',
      calendar: 'weekdays-ten',
    })
    expect(blank('priceLists', shop, '2026-01-01')).toMatchObject({
      currency: 'EUR',
      validFrom: '2026-01-01',
    })
  })
})

describe('prices with a specification', () => {
  const later = { ...list, key: 'later', validFrom: '2027-01-01' }
  const before = { ...list, key: 'before', validFrom: '2020-01-01' }
  const own = { ...list, key: 'own', organisation: 'org_1' }
  const lists = { ...shop, priceLists: [later, before, list, own, { ...list, key: 'gone', archived: true }] }

  test.each([
    ['2026-01-01', ['standard', 'later']],
    ['2019-01-01', ['before', 'standard', 'later']],
    ['2027-01-01', ['later']],
  ])('on %s the lists %j apply', (today, keys) =>
    expect(listsForAll(lists, today).map(({ key }) => key)).toEqual(keys),
  )

  test('start with those of the original', () => {
    expect(pricesLike(shop, card, '2026-01-01')).toEqual({
      'standard|domestic': '0.89',
      'standard|europe': '1.45',
      'standard|world': '1.65',
    })
  })

  test('are added to their lists, with unchanged steps and surcharges', () => {
    const line = list.lines[0]!
    const stepped = {
      ...line,
      steps: [...line.steps, { from: 500, priceCents: 79 }],
      sheets: { included: 1, extraCents: 5 },
    }
    const file = { ...shop, priceLists: [{ ...list, lines: [stepped] }] }
    const typed = {
      'standard|domestic': '0,95',
      'standard|europe': '1.50',
      'standard|nowhere': '1.00',
      'standard|world': 'x',
    }
    const [changed] = withPrices(file, 'postcard-a6', typed).priceLists!
    expect(changed!.lines).toEqual([
      {
        ...stepped,
        steps: [
          { from: 1, priceCents: 95 },
          { from: 500, priceCents: 79 },
        ],
      },
      { specification: 'postcard-a6', zone: 'europe', steps: [{ from: 1, priceCents: 150 }] },
    ])
  })
})

describe('a number', () => {
  test.each([
    ['12', 12],
    ['12,5', 12.5],
    ['.5', 0.5],
    ['-3', -3],
    ['', undefined],
    ['12 mm', '12 mm'],
    ['1e3', '1e3'],
  ])('typed as %j is %j', (text, value) => expect(numberOf(text)).toBe(value))

  test('that is missing is an empty field', () => {
    expect([undefined, null, 0].map(typedNumber)).toEqual(['', '', '0'])
  })
})

describe('a sheet while it is edited', () => {
  test('is drawn as far as possible', () => {
    const typed = { ...card, sheet: { ...card.sheet, bleed: 'x', trim: { w: undefined, h: -1 }, safe: 900 } }
    const { sheet } = drawable(typed as unknown as Specification)
    expect(sheet).toMatchObject({ trim: { w: 10, h: 10 }, bleed: 0, safe: 5 })
  })

  test('moves its zones to a new size, at the same distance from the nearer edges', () => {
    const zone = { kind: 'clear', page: 1 } as const
    expect(
      zonesOnSize(
        [
          { ...zone, x: 75, y: 45, w: 58, h: 30 },
          { ...zone, x: 0, y: 90, w: 148, h: 15 },
          { ...zone, x: 8, y: 8, w: 28, h: 10 },
        ],
        { w: 148, h: 105 },
        { w: 210, h: 148 },
      ).map(({ x, y, w, h }) => [x, y, w, h]),
    ).toEqual([
      [137, 88, 58, 30],
      [0, 133, 210, 15],
      [8, 8, 28, 10],
    ])
  })
})

describe('preflight rules of a product', () => {
  test('are the defaults unless the product sets them, and only these are stored', () => {
    const { sheet } = card
    expect([severityOf(sheet, 'hairline'), ownRules(sheet)]).toEqual(['error', []])
    const warned = withSeverity(withSeverity(sheet, 'hairline', 'warning'), 'rgb_image', 'error')
    expect(warned).toEqual({ ...sheet, preflight: { hairline: 'warning', rgb_image: 'error' } })
    expect(ownRules(warned)).toEqual(['hairline', 'rgb_image'])
    expect(withSeverity(withSeverity(warned, 'hairline', 'error'), 'rgb_image', 'off')).toEqual(sheet)
  })

  test('keep redundant values of a file until they are set again', () => {
    const redundant = { ...card.sheet, preflight: { hairline: 'error' as const } }
    expect(ownRules(redundant)).toEqual([])
    expect(withSeverity(redundant, 'rich_black', 'off')).toEqual({
      ...redundant,
      preflight: { hairline: 'error', rich_black: 'off' },
    })
    expect(withSeverity(redundant, 'hairline', 'error')).toEqual(card.sheet)
  })
})
