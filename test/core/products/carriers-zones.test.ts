import { describe, expect, test } from 'vitest'
import type { SpecificationEntry } from '../../../src/core/features/products/catalogue/entries/entry-schemas.ts'
import type { BoxMm } from '../../../src/core/kernel/finding.ts'
import { contains } from '../../../src/core/template/geometry.ts'
import { sampleOf } from '../../support/sample-catalogues.ts'

const inch = 25.4

/**
 * Carriers' published zones on the address side of a card, in mm: the distance of the address from the edges,
 * and the strip at the bottom right for sorting machines. Sources are in docs/postal.md.
 */
const published = {
  // DMM 202.2.1 and Publication 28, A1: the OCR read area and the barcode clear zone.
  us: {
    address: {
      left: inch / 2,
      right: inch / 2,
      bottom: (5 / 8) * inch,
      topFromBottom: (2 + 3 / 4) * inch,
    },
    strip: { w: (4 + 3 / 4) * inch, h: (5 / 8) * inch },
  },
  // The address zone as quoted by Digitaldruck Mannheim, the strip as quoted by bedeutungonline.de.
  de: { address: { left: 15, right: 15, bottom: 15, top: 40 }, strip: { w: 150, h: 15 } },
} as const

type Country = keyof typeof published
const cardsOf = async (country: Country): Promise<[Country, string, SpecificationEntry][]> => {
  const file = (await sampleOf(country)) as unknown as { specifications: SpecificationEntry[] }
  const cards = file.specifications.filter(({ key }) => key.startsWith('postcard'))
  return cards.map((card) => [country, card.key, card])
}
const cards = (await Promise.all((Object.keys(published) as Country[]).map(cardsOf))).flat()

describe('compared with carriers’ specifications, the samples’ cards', () => {
  test.each(cards)(
    '%s %s keep the address where it is read, and the machine strip empty',
    (country, _, card) => {
      const { trim, zones } = card.sheet
      const { address, strip } = published[country]
      const top = 'top' in address ? address.top : trim.h - address.topFromBottom
      const readArea: BoxMm = {
        x: address.left,
        y: top,
        w: trim.w - address.left - address.right,
        h: trim.h - top - address.bottom,
      }
      const own = zones.find(({ kind }) => kind === 'address')!
      expect(contains(readArea, own), JSON.stringify({ readArea, own })).toBe(true)
      const w = Math.min(strip.w, trim.w)
      const corner: BoxMm = { x: trim.w - w, y: trim.h - strip.h, w, h: strip.h }
      const coding = zones.filter(({ kind, page }) => kind === 'coding' && page === own.page)
      expect(
        coding.some((zone) => contains(zone, corner)),
        JSON.stringify({ corner, coding }),
      ).toBe(true)
    },
  )

  test('include some of each carrier', () => {
    const counts = Object.keys(published).map((of) => cards.filter(([country]) => country === of).length)
    expect(Math.min(...counts)).toBeGreaterThan(1)
  })
})
