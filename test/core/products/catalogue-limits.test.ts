import { describe, expect, test } from 'vitest'
import { catalogueLimits as limits } from '../../../src/core/features/products/catalogue/entries/limits.ts'
import { checkChanged, entry, type File } from '../../support/catalogue.ts'
import { createItemShop } from '../../support/items.ts'

type Case = [what: string, limit: number, place: string, change: (file: File, size: number) => void]

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))
const card = (file: File) => entry(file, 'specifications', 'postcard-a5')
const cardPlace = '/specifications/0'
const extend = (part: string) => (file: File, size: number) => {
  for (let n = file[part].length; n < size; n++)
    file[part].push({ ...file[part][0], id: undefined, key: `one-${n}` })
}
const days = (count: number) =>
  times(count, (n) => new Date(Date.UTC(2060, 0, 1 + n)).toISOString().slice(0, 10))

const largest: Case[] = [
  ['products', limits.products, '/products', extend('products')],
  ['specifications', limits.specifications, '/specifications', extend('specifications')],
  ['stocks', limits.stocks, '/stocks', extend('stocks')],
  ['calendars', limits.calendars, '/calendars', extend('calendars')],
  ['country zones', limits.countryZones, '/countryZones', extend('countryZones')],
  ['price lists', limits.priceLists, '/priceLists', extend('priceLists')],
  [
    'postage products',
    limits.postageProducts,
    '/postageProducts',
    (file, size) => {
      const post = { carrier: 'PostNL', name: 'Letter', indicia: null, costCents: null }
      file.postageProducts = times(size, (n) => ({ ...post, key: `post-${n}` }))
    },
  ],
  [
    'costs',
    limits.costs,
    '/costs',
    (file, size) => {
      const cost = { name: 'Perforation', kind: 'FINISHING', centsPerThousand: 900 }
      file.costs = times(size, (n) => ({ ...cost, key: `cost-${n}`, finishing: `perforated ${n}` }))
    },
  ],
  [
    'a cost',
    limits.costCents,
    '/costs/0/centsPerThousand',
    (file, size) =>
      (file.costs = [{ key: 'clicks', name: 'Clicks', kind: 'CLICKS', centsPerThousand: size }]),
  ],
  ['a key', limits.keyLength, '/stocks/0/key', (file, size) => (file.stocks[0].key = 'k'.repeat(size))],
  [
    'a name',
    limits.nameLength,
    '/products/0/name',
    (file, size) => (file.products[0].name = 'n'.repeat(size)),
  ],
  [
    'a description',
    limits.descriptionLength,
    '/products/0/description',
    (file, size) => (file.products[0].description = 'd'.repeat(size)),
  ],
  [
    'sources of an entry',
    limits.sources,
    '/products/0/sources',
    (file, size) =>
      (file.products[0].sources = times(size, () => ({ rule: 'Size', source: 'Book', verified: false }))),
  ],
  [
    'the side of a page',
    limits.sideMm,
    `${cardPlace}/sheet/trim/w`,
    (file, size) => (card(file).sheet.trim.w = size),
  ],
  ['bleed', limits.bleedMm, `${cardPlace}/sheet/bleed`, (file, size) => (card(file).sheet.bleed = size)],
  [
    'pages of a piece',
    limits.pages,
    `${cardPlace}/sheet/pages/max`,
    (file, size) => (card(file).sheet.pages.max = size),
  ],
  [
    'zones of a sheet',
    limits.sheetZones,
    `${cardPlace}/sheet/zones`,
    (file, size) => {
      const { zones } = card(file).sheet
      for (let n = zones.length; n < size; n++)
        zones.push({ kind: 'clear', page: 1, x: n, y: 1, w: 0.5, h: 0.5 })
    },
  ],
  [
    'finishing',
    limits.finishing,
    `${cardPlace}/finishing`,
    (file, size) => (card(file).finishing = times(size, (n) => `${n}`)),
  ],
  [
    'inserts',
    limits.inserts,
    `${cardPlace}/inserts`,
    (file, size) => (card(file).inserts = times(size, (n) => ({ key: `i${n}`, name: 'Flyer', grams: 4 }))),
  ],
  [
    'surcharges of a piece',
    limits.extras,
    `${cardPlace}/extras`,
    (file, size) => (card(file).extras = times(size, (n) => `x-${n}`)),
  ],
  [
    'lines of a price list',
    limits.priceLines,
    '/priceLists/0/lines',
    (file, size) => (file.priceLists[0].lines = times(size, () => file.priceLists[0].lines[0])),
  ],
  [
    'surcharges of a price list',
    limits.priceExtras,
    '/priceLists/0/extras',
    (file, size) =>
      (file.priceLists[0].extras = times(size, (n) => ({ extra: `x-${n}`, name: 'Extra', priceCents: 1 }))),
  ],
  [
    'quantity steps',
    limits.priceSteps,
    '/priceLists/0/lines/0/steps',
    (file, size) =>
      (file.priceLists[0].lines[0].steps = times(size, (n) => ({ from: n + 1, priceCents: 9 }))),
  ],
  [
    'a price',
    limits.priceCents,
    '/priceLists/0/lines/0/steps/0/priceCents',
    (file, size) => (file.priceLists[0].lines[0].steps[0].priceCents = size),
  ],
  [
    'zones of the world',
    limits.zones,
    '/countryZones/0/zones',
    (file, size) => {
      const { zones } = file.countryZones[0]
      for (let n = zones.length; n < size; n++)
        zones.unshift({ code: `z-${n}`, name: 'Zone', countries: ['AQ'] })
    },
  ],
  [
    'sources of holidays',
    limits.holidaySources,
    '/calendars/0/holidays',
    (file, size) => (file.calendars[0].holidays = times(size, () => ({ country: 'NL' }))),
  ],
  [
    'closed days',
    limits.days,
    '/calendars/0/closedOn',
    (file, size) => (file.calendars[0].closedOn = days(size)),
  ],
  ['open days', limits.days, '/calendars/0/openOn', (file, size) => (file.calendars[0].openOn = days(size))],
]

describe('limits of a catalogue', () => {
  test.each(largest)('%s: %i', async (_what, limit, place, change) => {
    const { services } = await createItemShop()
    const tooLarge = async (size: number) =>
      (await checkChanged(services, (file) => void change(file, size))).findings
        .filter(({ path, code }) => path === place && /^(max_|catalogue_part$)/.test(code))
        .map(({ code }) => code)
    expect(await tooLarge(limit)).toEqual([])
    expect(await tooLarge(limit + 1)).toHaveLength(1)
  })

  test('cutoffs of a calendar are 15 minutes apart', async () => {
    const { services } = await createItemShop()
    const every = async (minutes: number) => {
      const { findings } = await checkChanged(services, (file) => {
        file.calendars[0].cron = `*/${minutes} 9-16 * * 1-5`
      })
      return findings
        .filter(({ path }) => path === '/calendars/0/cron')
        .map(({ code, params }) => [code, params?.case])
    }
    expect(await every(limits.cutoffMinutes)).toEqual([])
    expect(await every(limits.cutoffMinutes - 1)).toEqual([['cutoff', 'too_often']])
  })

  test('findings beyond the thousandth are not listed', async () => {
    const { services } = await createItemShop()
    const findingsOf = async (wrong: number) => {
      const { findings } = await checkChanged(services, (file) => {
        file.priceLists[0].lines = times(wrong, () => ({ ...file.priceLists[0].lines[0], zone: 7 }))
      })
      return findings.length
    }
    expect(await findingsOf(limits.findings - 100)).toBeLessThan(limits.findings)
    expect(await findingsOf(limits.findings + 100)).toBe(limits.findings)
  })
})
