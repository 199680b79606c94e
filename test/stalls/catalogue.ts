/** Catalogue files of maximum size (1 MB) with errors everywhere, expensive to check. */
import standard from '../../src/core/features/products/samples/standard.json' with { type: 'json' }
import type { Case } from './cases.ts'

// biome-ignore lint/suspicious/noExplicitAny: what is no catalogue too
type File = Record<string, any>

const changed = (change: (file: File) => void): string => {
  const file: File = structuredClone(standard)
  change(file)
  return JSON.stringify(file)
}

const many = (file: File, count: number, sheet: File = {}): void => {
  const [card] = file.specifications
  for (let n = 0; n < count; n++) {
    const key = `card-${n}`
    file.specifications.push({ ...card, id: undefined, key, sheet: { ...card.sheet, ...sheet } })
    for (const zone of ['domestic', 'europe', 'world'])
      file.priceLists[0].lines.push({ specification: key, zone, steps: [{ from: 1, priceCents: 100 }] })
  }
}

const overlapping = Array.from({ length: 40 }, (_, x) => ({ kind: 'clear', page: 1, x, y: 0, w: 90, h: 90 }))
const unknownLines = Array.from({ length: 4000 }, (_, n) => ({
  specification: `nothing-of-this-name-${n}`,
  zone: 'domestic',
  steps: [{ from: 1, priceCents: 1 }],
}))
const tomorrow = Date.now() + 86_400_000
const closedOn = Array.from({ length: 200 }, (_, n) =>
  new Date(tomorrow + n * 86_400_000).toISOString().slice(0, 10),
)

const files: [what: string, body: () => string][] = [
  ['400 specifications', () => changed((file) => many(file, 400))],
  ['6,000 zones on one another', () => changed((file) => many(file, 150, { zones: overlapping }))],
  [
    '8,000 prices of nothing',
    () =>
      changed((file) => {
        for (const [key, validFrom] of [
          ['a', '2090-01-01'],
          ['b', '2090-01-02'],
        ])
          file.priceLists.push({ ...file.priceLists[0], key, validFrom, lines: unknownLines })
      }),
  ],
  [
    'a hundred calendars that are closed for months',
    () =>
      changed((file) => {
        const holidays = [{ country: 'US' }, { country: 'DE', region: 'BY' }]
        for (let n = 0; n < 99; n++)
          file.calendars.push({
            ...file.calendars[0],
            ...{ key: `c${n}`, cron: '*/15 * * * *', timeZone: 'America/New_York', holidays, closedOn },
          })
      }),
  ],
  [
    'invalid entries',
    () =>
      changed((file) => {
        file.products = Array.from({ length: 200 }, (_, n) => ({ [`k${n}`]: 'x'.repeat(1000) }))
        file.specifications = Array.from({ length: 500 }, () => ({ sheet: { zones: Array(40).fill({}) } }))
      }),
  ],
]

export const catalogueCases: Case[] = files.map(([what, body]) => ({
  where: 'catalogue.check',
  what,
  status: 200,
  request: () => ({ path: '/v1/platform/catalogue/check', operator: true, body: body() }),
}))
