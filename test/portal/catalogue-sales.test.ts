import { describe, expect, test } from 'vitest'
import { centsOf } from '../../portal/src/screens/operator/catalogue/forms/fields/numbers.ts'
import {
  columnsOf,
  groupsOf,
  unpriced,
  withColumn,
  withoutColumn,
  withPrice,
  withSheets,
} from '../../portal/src/screens/operator/catalogue/forms/prices/grid.ts'
import {
  hundredthsOf,
  raised,
  raisedList,
} from '../../portal/src/screens/operator/catalogue/forms/prices/money.ts'
import { coverageOf } from '../../portal/src/screens/operator/catalogue/forms/zones/coverage.ts'
import { splitAt, withKind } from '../../portal/src/screens/operator/catalogue/forms/zones/edit.ts'
import { withZonePrices } from '../../portal/src/screens/operator/catalogue/forms/zones/zone-prices.ts'
import { firstOfNextMonth } from '../../portal/src/screens/operator/catalogue/today.ts'
import { found } from '../../portal/src/ui/search.ts'

const zone = (code: string, countries: string[] | '*' | 'origin', more = {}) => ({
  code,
  name: code.toUpperCase(),
  countries,
  ...more,
})

describe('a set of zones', () => {
  const all = ['BE', 'DE', 'NL', 'US']
  test('reports countries in no zone or in two, and zones that never apply', () => {
    const zones = [zone('near', ['NL', 'BE']), zone('far', ['BE', 'DE'])]
    expect(coverageOf({ zones }, all)).toEqual({
      missing: ['US'],
      twice: [{ country: 'BE', first: 0, second: 1 }],
      unreachable: [],
    })
    expect(coverageOf({ zones, elsewhere: 'REFUSED' }, all).missing).toEqual([])
    const whole = [zone('world', '*'), zone('near', ['NL'])]
    expect(coverageOf({ zones: whole }, all)).toEqual({ missing: [], twice: [], unreachable: [1] })
  })
  test('lets a zone for mail from within it leave its countries to later ones', () => {
    const zones = [
      zone('union', ['NL', 'BE'], { fromWithinOnly: true }),
      zone('near', ['NL', 'BE', 'DE', 'US']),
    ]
    expect(coverageOf({ zones }, all)).toEqual({ missing: [], twice: [], unreachable: [] })
  })
  test('is split by an empty zone in front, with a free code', () => {
    const zones = [zone('near', ['NL']), zone('near-2', ['BE']), zone('world', '*')]
    expect(splitAt(zones, 1)[1]).toEqual({ code: 'near-3', name: 'NEAR-2 3', countries: [] })
    expect(withKind(zone('near', ['NL'], { fromWithinOnly: true, note: 'kept' }), '*')).toEqual(
      zone('near', '*', { note: 'kept' }),
    )
  })
})

const line = (specification: string, code: string, priceCents: number, more = {}) => ({
  specification,
  zone: code,
  steps: [{ from: 1, priceCents }],
  ...more,
})
const list = (lines: ReturnType<typeof line>[], more = {}) => ({
  key: 'standard',
  name: 'Standard',
  currency: 'EUR',
  validFrom: '2026-01-01',
  lines,
  ...more,
})
const zonesEntry = (zones: ReturnType<typeof zone>[]) => ({
  key: 'world',
  name: 'World',
  origin: 'NL',
  zones,
})
// biome-ignore lint/suspicious/noExplicitAny: a catalogue has more than prices and zones ask of it
const fileOf = (lists: object[], zones: ReturnType<typeof zone>[], specifications: object[]): any => ({
  currency: 'EUR',
  priceLists: lists,
  countryZones: [zonesEntry(zones)],
  specifications,
})
const card = { key: 'card', name: 'Card', countryZones: 'world', extras: ['foil'] }

describe('prices after a change of zones', () => {
  const before = [zone('home', 'origin'), zone('europe', ['BE', 'DE']), zone('world', '*')]
  const lines = [
    line('card', 'home', 80),
    line('card', 'europe', 120),
    line('card', 'world', 150),
    line('other', 'europe', 1),
  ]
  const linesAfter = (after: ReturnType<typeof zone>[]) => {
    const file = fileOf([list(lines)], before, [card])
    return withZonePrices(file, zonesEntry(before), zonesEntry(after)).priceLists![0]!.lines
  }
  test('start for a split zone with those of the original', () => {
    const after = [before[0]!, zone('belgium', ['BE']), zone('europe', ['DE']), before[2]!]
    expect(linesAfter(after)).toEqual([...lines, line('card', 'belgium', 120)])
    const overseas = [before[0]!, before[1]!, zone('america', ['US']), before[2]!]
    expect(linesAfter(overseas)).toEqual([...lines, line('card', 'america', 150)])
    const homeland = [zone('homeland', ['NL']), ...before]
    expect(linesAfter(homeland)).toEqual([...lines, line('card', 'homeland', 80)])
  })
  test('are removed with a zone, and renamed with its code', () => {
    expect(linesAfter([before[0]!, before[2]!])).toEqual([lines[0], lines[2], lines[3]])
    const renamed = [before[0]!, zone('eu', ['BE', 'DE']), before[2]!]
    expect(linesAfter(renamed)).toEqual([lines[0], lines[2], lines[3], line('card', 'eu', 120)])
  })
  test('stay if no zone is new or removed', () => {
    expect(linesAfter([before[0]!, zone('europe', ['BE', 'DE', 'FR']), before[2]!])).toEqual(lines)
  })
})

describe('the grid of prices', () => {
  const zones = [zone('home', 'origin'), zone('world', '*')]
  const prices = list([
    line('card', 'home', 80, {
      note: 'kept',
      steps: [
        { from: 1, priceCents: 80, note: 'kept' },
        { from: 500, priceCents: 70 },
      ],
    }),
  ])
  const file = fileOf([prices], zones, [
    card,
    { key: 'old', name: 'Old', archived: true, countryZones: 'world' },
  ])
  const [group] = groupsOf(prices, file)

  test('has a row for each zone of active products, and reports missing prices', () => {
    expect(group!.rows.map((row) => [row.zone, row.at])).toEqual([
      ['home', 0],
      ['world', undefined],
    ])
    expect(unpriced(prices, file)).toMatchObject({ lines: [{ zone: 'world' }], extras: ['foil'] })
    expect(unpriced({ ...prices, organisation: 'org_1' }, file)).toEqual({ lines: [], extras: [] })
  })
  test('still shows lines of removed products and zones', () => {
    const strange = { ...prices, lines: [...prices.lines, line('gone', 'home', 5), line('card', 'moon', 6)] }
    const groups = groupsOf(strange, file)
    expect(groups.map(({ specification, rows }) => [specification, rows.length])).toEqual([
      ['card', 3],
      ['gone', 1],
    ])
  })
  test('adds a quantity with the current prices, and removes it again', () => {
    const more = withColumn(prices, 200)
    expect(columnsOf(more)).toEqual([1, 200, 500])
    expect(more.lines[0]!.steps[1]).toEqual({ from: 200, priceCents: 80, note: 'kept' })
    expect(withoutColumn(more, 200)).toEqual(prices)
    expect(withColumn(prices, 500)).toEqual(prices)
  })
  test('sets a price in a cell, keeps other values of its line and step, and adds a missing line', () => {
    const [home, world] = group!.rows
    const dearer = withPrice(prices, home!, 1, 85)
    expect(dearer.lines[0]).toEqual({
      ...prices.lines[0],
      steps: [
        { from: 1, priceCents: 85, note: 'kept' },
        { from: 500, priceCents: 70 },
      ],
    })
    expect(withPrice(prices, world!, 1, 150).lines[1]).toEqual(line('card', 'world', 150))
    const emptied = withPrice(prices, home!, 500, undefined)
    expect(withPrice(emptied, groupsOf(emptied, file)[0]!.rows[0]!, 1, undefined).lines).toEqual([])
  })
  test('has a surcharge for further sheets while one of its numbers is set', () => {
    const some = withSheets(prices, 0, { included: 1 })
    expect(some.lines[0]!.sheets).toEqual({ included: 1, extraCents: undefined })
    expect(withSheets(some, 0, { included: undefined })).toEqual(prices)
  })
})

describe('a price', () => {
  test.each([
    ['0,95', 95],
    ['0.9', 90],
    ['1250', 125_000],
    [' ', undefined],
    ['0.955', '0.955'],
    ['x', 'x'],
  ])('%j is parsed', (text, cents) => {
    expect(centsOf(text)).toBe(cents)
  })
  test.each([
    [100, '3', 1, 103],
    [50, '1', 1, 51],
    [50, '0,98', 1, 50],
    [89, '2.5', 1, 91],
    [89, '2.5', 5, 90],
    [87, '-10', 10, 80],
    [0, '50', 1, 0],
    [1_000_000, '100', 1, 2_000_000],
  ])('of %i cents that is raised by %s percent, to %i cents, is %i', (cents, percent, unit, result) => {
    expect(raised(cents, hundredthsOf(percent)!, unit)).toBe(result)
  })
  test.each(['', '0', '-100', '1.234', 'ten', '1000'])('is not raised by %j percent', (text) => {
    expect(hundredthsOf(text)).toBe(undefined)
  })
  test('is raised with all others of its list: steps, sheets and extras', () => {
    const before = list(
      [line('card', 'home', 100, { sheets: { included: 1, extraCents: 10, note: 'kept' } })],
      {
        extras: [{ extra: 'foil', name: 'Foil', priceCents: 20 }],
      },
    )
    expect(raisedList(before, 1000, 1)).toEqual(
      list([line('card', 'home', 110, { sheets: { included: 1, extraCents: 11, note: 'kept' } })], {
        extras: [{ extra: 'foil', name: 'Foil', priceCents: 22 }],
      }),
    )
  })
  test('applies from the first of the following month', () => {
    expect([firstOfNextMonth('2026-12-31'), firstOfNextMonth('2027-01-01')]).toEqual([
      '2027-01-01',
      '2027-02-01',
    ])
  })
})

test('a country is found by its name in either language, without accents, and by its code', () => {
  const choices = [
    ['BY', 'Belarus', 'Belarus|Belarus'],
    ['BE', 'Belgium', 'Belgium|België'],
    ['CI', 'Côte d’Ivoire', 'Côte d’Ivoire|Ivoorkust'],
    ['DE', 'Germany', 'Germany|Duitsland'],
  ] as const
  const codes = (text: string) => found(choices, text).map(([code]) => code)
  expect([codes('belgie'), codes('cote'), codes('duits'), codes('de'), codes('be'), codes('')]).toEqual([
    ['BE'],
    ['CI'],
    ['DE'],
    ['DE'],
    ['BE', 'BY'],
    ['BY', 'BE', 'CI', 'DE'],
  ])
})

test('a choice is found by its name or whole id, but not by part of an id', () => {
  const choices = [
    ['org_01AB', 'Bakery'],
    ['org_01XX', 'Zuid'],
  ] as const
  const ids = (text: string) => found(choices, text, 60, true).map(([id]) => id)
  expect([ids('xx'), ids('org'), ids('ui'), ids('ORG_01XX')]).toEqual([[], [], ['org_01XX'], ['org_01XX']])
})
