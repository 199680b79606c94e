import type { Services } from '../../engine/services.ts'
import type { ProductRow, SpecificationRow, ZonePrice } from '../../model/products.ts'
import { everyone, type Writer } from '../../ports/store.ts'
import { dutchHolidays } from './holidays.ts'
import { forgetSpecifications } from './specification.ts'

/**
 * Increased whenever the data below changes: an instance with another version installs it at its next start.
 */
const catalogueVersion = '4'

/** The day on which the sample catalogue was made; its ids carry the same time. */
const since = Date.parse('2025-01-01T00:00:00Z')

/**
 * Ids of the sample products and specifications, the same on every instance, so that examples work
 * everywhere.
 */
export const sampleIds = {
  postcard: 'prd_01JGFJJZ00PSTCARDEXAMP0001',
  letter: 'prd_01JGFJJZ00WNDETTEREXAMP002',
  a6: 'psp_01JGFJJZ00PSTCARDA6XAMP001',
  a5: 'psp_01JGFJJZ00PSTCARDA5XAMP002',
  c5: 'psp_01JGFJJZ00WNDETTERC5XAMP03',
} as const

const product = (row: Omit<ProductRow, 'active' | 'createdAt' | 'updatedAt'>): ProductRow => ({
  ...row,
  active: true,
  createdAt: since,
  updatedAt: since,
})

export const sampleProducts: readonly ProductRow[] = [
  product({
    id: sampleIds.postcard,
    name: 'Postcard',
    kind: 'POSTCARD',
    description: 'Printed on both sides; the address stands on the right half of the back.',
    sortOrder: 10,
  }),
  product({
    id: sampleIds.letter,
    name: 'Window letter',
    kind: 'LETTER',
    description: 'A4 sheets, folded once into a C5 envelope with a window (DIN 5008, form B).',
    sortOrder: 20,
  }),
]

const prices = (domestic: number, europe: number, world: number): ZonePrice[] => [
  { zone: 'domestic', priceCents: domestic },
  { zone: 'europe', priceCents: europe },
  { zone: 'world', priceCents: world },
]

const specification = (
  row: Pick<
    SpecificationRow,
    | 'id'
    | 'productId'
    | 'name'
    | 'format'
    | 'sheet'
    | 'paper'
    | 'fold'
    | 'envelope'
    | 'prices'
    | 'deliveryDays'
  >,
): SpecificationRow => ({
  ...row,
  currency: 'EUR',
  cutoff: { cron: '0 10 * * 1-5', timeZone: 'Europe/Amsterdam', holidays: [...dutchHolidays] },
  productionDays: 1,
  active: true,
  createdAt: since,
  updatedAt: since,
})

/**
 * Sheets in mm from the top left of the trim. Postage is 74 × 40 at the top right. On the address side of a
 * card Deutsche Post's machines print a code in the bottom 15 mm, 150 mm from the right edge, bpost's in the
 * bottom 30 mm below the address, and both want 15 mm free beside it. The window is that of DIN 5008 form B
 * (90 × 45 at 20, 45). Sender and address are inset by 4 mm, so that they stay visible wherever the letter
 * slides within its play, and the rest of what may show in the window stays empty.
 */
export const sampleSpecifications: readonly SpecificationRow[] = [
  specification({
    id: sampleIds.a6,
    productId: sampleIds.postcard,
    name: 'Postcard A6',
    format: 'A6',
    sheet: {
      trim: { w: 148, h: 105 },
      bleed: 3,
      safe: 4,
      plex: 'duplex',
      pages: { min: 2, max: 2 },
      zones: [
        { kind: 'postage', page: 2, x: 74, y: 0, w: 74, h: 40 },
        { kind: 'sender', page: 2, x: 75, y: 40.5, w: 58, h: 4.3 },
        { kind: 'address', page: 2, x: 75, y: 45, w: 58, h: 30 },
        { kind: 'clear', page: 2, x: 133, y: 40, w: 15, h: 35 },
        { kind: 'mark', page: 2, x: 8, y: 80, w: 28, h: 9.6 },
        { kind: 'coding', page: 2, x: 74, y: 75, w: 74, h: 15 },
        { kind: 'coding', page: 2, x: 0, y: 90, w: 148, h: 15 },
      ],
      colourProfile: 'FOGRA39',
    },
    paper: { name: 'Silk-coated board', gsm: 300 },
    fold: 'none',
    envelope: null,
    prices: prices(89, 145, 165),
    deliveryDays: 2,
  }),
  specification({
    id: sampleIds.a5,
    productId: sampleIds.postcard,
    name: 'Postcard A5',
    format: 'A5',
    sheet: {
      trim: { w: 210, h: 148 },
      bleed: 3,
      safe: 5,
      plex: 'duplex',
      pages: { min: 2, max: 2 },
      zones: [
        { kind: 'postage', page: 2, x: 136, y: 0, w: 74, h: 40 },
        { kind: 'sender', page: 2, x: 110, y: 64, w: 85, h: 5 },
        { kind: 'address', page: 2, x: 110, y: 71, w: 85, h: 45 },
        { kind: 'clear', page: 2, x: 195, y: 40, w: 15, h: 78 },
        { kind: 'mark', page: 2, x: 12, y: 126.5, w: 28, h: 10 },
        { kind: 'coding', page: 2, x: 105, y: 118, w: 105, h: 15 },
        { kind: 'coding', page: 2, x: 60, y: 133, w: 150, h: 15 },
      ],
      colourProfile: 'FOGRA39',
    },
    paper: { name: 'Silk-coated board', gsm: 300 },
    fold: 'none',
    envelope: null,
    prices: prices(109, 169, 189),
    deliveryDays: 2,
  }),
  specification({
    id: sampleIds.c5,
    productId: sampleIds.letter,
    name: 'Window letter C5',
    format: 'C5',
    sheet: {
      trim: { w: 210, h: 297 },
      bleed: 3,
      safe: 5,
      plex: 'duplex',
      pages: { min: 1, max: 4 },
      zones: [
        { kind: 'clear', page: 1, x: 18, y: 43, w: 94, h: 8 },
        { kind: 'clear', page: 1, x: 18, y: 51, w: 8, h: 33 },
        { kind: 'clear', page: 1, x: 104, y: 51, w: 8, h: 33 },
        { kind: 'clear', page: 1, x: 18, y: 84, w: 94, h: 8 },
        { kind: 'sender', page: 1, x: 26, y: 51, w: 78, h: 4.3 },
        { kind: 'address', page: 1, x: 26, y: 55.4, w: 78, h: 28.6 },
        { kind: 'mark', page: 1, everySheet: true, x: 6, y: 200, w: 10, h: 28 },
      ],
      colourProfile: 'FOGRA29',
      maxInkPercent: 300,
    },
    paper: { name: 'Uncoated', gsm: 90 },
    fold: 'half',
    envelope: { name: 'C5', w: 229, h: 162, window: { x: 20, y: 45, w: 90, h: 45 }, play: 2 },
    prices: prices(119, 185, 199),
    deliveryDays: 2,
  }),
]

/** Installs the sample products where the instance does not have this version of them. */
export const installCatalogue = async (services: Services): Promise<void> => {
  await services.store.write(async (rows) => {
    const known = await rows.facts.get(everyone, 'catalogueVersion')
    if (known?.value === catalogueVersion) return
    for (const row of sampleProducts) await put(rows.products, row)
    for (const row of sampleSpecifications) await put(rows.specifications, row)
    await put(rows.facts, { id: 'catalogueVersion', value: catalogueVersion })
  })
  forgetSpecifications(services)
}

const put = async <Row extends { id: string }>(table: Writer<Row>, row: Row): Promise<void> => {
  const { id, ...fields } = row
  if (!(await table.update(everyone, id, fields as Partial<Row>))) await table.insert(row)
}
