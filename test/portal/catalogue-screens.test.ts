import { describe, expect, test } from 'vitest'
import { freePlace } from '../../portal/src/screens/desk/plain-letter.ts'
import {
  closedBetween,
  daysBetween,
} from '../../portal/src/screens/operator/catalogue/forms/calendar/own-days.ts'
import { withColumn } from '../../portal/src/screens/operator/catalogue/forms/prices/grid.ts'
import { lessOf, raised } from '../../portal/src/screens/operator/catalogue/forms/prices/money.ts'
import type { CatalogueFile, PriceList } from '../../portal/src/screens/operator/catalogue/parts.ts'
import { kindOf } from '../../portal/src/screens/operator/catalogue/review/kind.ts'
import { stepsIn } from '../../portal/src/screens/operator/catalogue/review/steps.ts'
import { validityOf } from '../../portal/src/screens/operator/catalogue/validity.ts'
import at from '../../src/core/features/products/samples/at.json' with { type: 'json' }
import be from '../../src/core/features/products/samples/be.json' with { type: 'json' }
import fr from '../../src/core/features/products/samples/fr.json' with { type: 'json' }
import gb from '../../src/core/features/products/samples/gb.json' with { type: 'json' }
import standard from '../../src/core/features/products/samples/standard.json' with { type: 'json' }
import us from '../../src/core/features/products/samples/us.json' with { type: 'json' }
import { catalogueChangeSentences } from '../../src/core/features/products/sentences.ts'

describe('a blank page', () => {
  const specifications = [at, be, fr, gb, standard, us].flatMap(
    (file) => (file as unknown as CatalogueFile).specifications ?? [],
  )
  // Excludes labels, which the address and the mark fill.
  const pages = specifications.filter(({ sheet }) => sheet.trim.h > 40)
  test.each(pages.map(({ name, sheet }) => [name, sheet] as const))(
    'on %s has room for text next to its zones',
    (_name, sheet) => {
      const { trim, zones } = sheet
      const box = freePlace(sheet as Parameters<typeof freePlace>[0], 1)!
      expect(box).toBeDefined()
      expect(box.x >= sheet.safe && box.x + box.w <= trim.w - sheet.safe).toBe(true)
      const covered = zones.filter(
        ({ page, x, y, w, h }) =>
          page === 1 && x < box.x + box.w && box.x < x + w && y < box.y + box.h && box.y < y + h,
      )
      expect(covered).toEqual([])
    },
  )
})

describe('prices in the report of a check', () => {
  test.each([
    ['89', { steps: [{ from: 1, cents: 89 }], sheet: undefined }],
    [
      '95, 90 (1000+) + 10',
      {
        steps: [
          { from: 1, cents: 95 },
          { from: 1000, cents: 90 },
        ],
        sheet: 10,
      },
    ],
    ['about 95', undefined],
    ['95 + ten', undefined],
  ])('%s is parsed', (written, read) => {
    expect(stepsIn(written)).toEqual(read)
  })
})

describe('a change of the catalogue', () => {
  const { sentence } = catalogueChangeSentences
  const entry = { noun: 'stock', key: 'silk' } as const
  const at = '2026-01-06T09:00:00.000Z'
  test.each([
    ['created', sentence('catalogue_change.created', entry)],
    ['changed', sentence('catalogue_change.changed', { ...entry, fields: 'gsm' })],
    ['archived', sentence('catalogue_change.archived', entry)],
    ['missing', sentence('catalogue_change.missing', entry)],
    ['restored', sentence('catalogue_change.restored', entry)],
    [
      'price',
      sentence('catalogue_change.price', {
        specification: 'a',
        zone: 'b',
        currency: 'EUR',
        price: '1',
        before: '2',
        day: 'd',
      }),
    ],
    [
      'new_price',
      sentence('catalogue_change.new_price', {
        specification: 'a',
        zone: 'b',
        currency: 'EUR',
        price: '1',
        day: 'd',
      }),
    ],
    [
      'cutoff',
      sentence('catalogue_change.cutoff', { key: 'a', next: at, before: at, timeZone: 'Europe/Paris' }),
    ],
    ['no_cutoff', sentence('catalogue_change.no_cutoff', { key: 'a', next: at, timeZone: 'Europe/Paris' })],
    ['more', sentence('catalogue_change.more', { count: 3 })],
    ['', { message: 'A change of an earlier version.' }],
  ])('is identified as %j', (kind, change) => {
    expect(kindOf(change as Parameters<typeof kindOf>[0])).toBe(kind)
  })
})

describe('a discount for a quantity', () => {
  test.each([
    ['5', -500],
    ['5 %', -500],
    ['5,5 % less', -550],
    ['-2.5', -250],
    ['0', undefined],
    ['100', undefined],
    ['a little', undefined],
  ])('by %s', (typed, hundredths) => {
    expect(lessOf(typed)).toBe(hundredths)
  })

  test('starts with rounded prices below the unit price', () => {
    const steps = [
      { from: 1, priceCents: 95 },
      { from: 500, priceCents: 90 },
    ]
    const list = { lines: [{ specification: 'card', zone: 'domestic', steps }] } as unknown as PriceList
    const next = withColumn(list, 1000, (cents) => raised(cents, -1000, 1))
    expect(next.lines[0]!.steps).toEqual([...steps, { from: 1000, priceCents: 86 }])
  })
})

describe('a price list', () => {
  const list = (validFrom: string, more: object = {}) => ({ validFrom, ...more }) as PriceList
  const lists = [
    list('2026-01-01'),
    list('2026-06-01'),
    list('2027-01-01'),
    list('2026-02-01', { organisation: 'org_1' }),
    list('2026-07-01', { archived: true }),
  ]
  test.each([
    [0, 'over'],
    [1, 'now'],
    [2, 'later'],
    [3, 'now'],
    [4, undefined],
  ])('%i of several is %s', (nth, validity) => {
    expect(validityOf(lists[nth]!, lists, '2026-11-26')).toBe(validity)
  })
})

describe('days closed together', () => {
  const calendar = { key: 'weekdays', cron: '0 10 * * 1-5' } as Parameters<typeof closedBetween>[0]

  test('are every day of a range, except those without a cutoff', () => {
    const days = daysBetween('2026-12-24', '2026-12-28')
    expect(days).toHaveLength(5)
    expect(closedBetween(calendar, days, { years: 1, weekdays: [1, 2, 3, 4, 5] }).closedOn).toEqual([
      '2026-12-24',
      '2026-12-25',
      '2026-12-28',
    ])
  })

  test('are repeated in later years that have the day', () => {
    const { closedOn } = closedBetween(calendar, ['2028-02-29'], { years: 3, weekdays: undefined })
    expect(closedOn).toEqual(['2028-02-29'])
    const may = closedBetween(calendar, ['2027-05-01'], { years: 3, weekdays: undefined })
    expect(may.closedOn).toEqual(['2027-05-01', '2028-05-01', '2029-05-01'])
  })

  test.each([
    ['2026-12-31', '2026-12-24'],
    ['', '2026-12-24'],
    ['0002-12-24', '2026-12-31'],
  ])('are none from %j to %j', (first, last) => {
    expect(daysBetween(first, last)).toEqual([])
  })
})
