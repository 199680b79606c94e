import { describe, expect, test } from 'vitest'
import { postalRegion, postalRegions, postalSortKey } from '../../../src/core/address/postal-order.ts'

const sorted = (country: string, codes: readonly string[]): string[] =>
  codes.toSorted((a, b) => (postalSortKey(country, a) < postalSortKey(country, b) ? -1 : 1))

describe('postal codes are sorted in their country’s order', () => {
  test.each([
    ['NL', ['1012 LG', '1012LA', '9999 XX', '1011 ab'], ['1011 ab', '1012LA', '1012 LG', '9999 XX']],
    ['GB', ['SW10 1AA', 'SW2 1AA', 'S1 1AA', 'SW1A 2AA'], ['S1 1AA', 'SW1A 2AA', 'SW2 1AA', 'SW10 1AA']],
    ['GB', ['PO1 0AA', 'PO1 9ZZ', 'PO1 1AA'], ['PO1 1AA', 'PO1 9ZZ', 'PO1 0AA']],
    ['JE', ['JE10 1AA', 'JE2 1AA'], ['JE2 1AA', 'JE10 1AA']],
    ['LU', ['L-4750', '1009', 'L-2000'], ['1009', 'L-2000', 'L-4750']],
    ['PT', ['4000-322', '1000-205'], ['1000-205', '4000-322']],
    ['US', ['10001-1234', '10001', '02108'], ['02108', '10001', '10001-1234']],
    ['IE', ['D6W X285', 'D02 X285'], ['D02 X285', 'D6W X285']],
  ])('%s: %j', (country, codes, expected) => {
    expect(sorted(country, codes)).toEqual(expected)
  })

  test.each([
    ['NL', '1012 LG', '10'],
    ['GB', 'SW1A 2AA', 'SW'],
    ['GB', 'S1 1AA', 'S'],
    ['US', '10001-1234', '100'],
    ['LU', 'L-4750', '47'],
    ['AE', '', ''],
  ])('%s %s belongs to the region “%s”', (country, code, region) => {
    expect(postalRegion(country, code)).toBe(region)
  })

  test('regions name their source, or that they are unverified', () => {
    for (const { source } of Object.values(postalRegions)) expect(source === null || source !== '').toBe(true)
    expect(postalRegions.NL!.source).toBeNull()
  })
})
