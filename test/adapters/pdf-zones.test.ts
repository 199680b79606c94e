import { afterAll, expect, test } from 'vitest'
import { compileTemplate } from '../../src/adapters/pdf/compile.ts'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import type { BoxMm } from '../../src/core/kernel/finding.ts'
import type { Sheet } from '../../src/core/template/sheet.ts'
import { drawingOf } from '../support/pdf-drawings.ts'
import { documentOf } from '../support/render-fixtures.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const zones = {
  address: { x: 118, y: 50, w: 82, h: 27 },
  sender: { x: 118, y: 44, w: 82, h: 5 },
  clear: { x: 118, y: 36, w: 82, h: 8 },
  coding: { x: 25, y: 250, w: 60, h: 12 },
  sequence: { x: 10, y: 100, w: 5, h: 40 },
  mark: { x: 10, y: 160, w: 8, h: 30 },
  postage: { x: 150, y: 5, w: 50, h: 25 },
} as const
type Kind = keyof typeof zones
const letter: Sheet = {
  ...{ trim: { w: 210, h: 297 }, bleed: 3, safe: 4, plex: 'simplex', pages: { min: 1, max: 2 } },
  zones: Object.entries(zones).map(([kind, box]) => ({ kind: kind as Kind, page: 1, ...box })),
  colourProfile: 'FOGRA39',
}

const points = (mm: number) => ((mm * 72) / 25.4).toFixed(3)
/** Operators that fill a box of the sheet, from the top left of its trim. */
const filled = (colour: string, { x, y, w, h }: BoxMm): string =>
  `${colour} ${[x + 3, 300 - y - h, w, h].map(points).join(' ')} re f `
const within = ({ x, y, w, h }: BoxMm, by: number): BoxMm => ({
  ...{ x: x + by, y: y + by },
  ...{ w: w - 2 * by, h: h - 2 * by },
})

/** A letter with pages that are drawn so. */
const inputOf = (pages: readonly string[]) => {
  const assets = pages.map((content, index) => {
    const bytes = drawingOf(content, { box: `0 0 ${points(216)} ${points(303)}` })
    return { id: `ast_${index}`, format: 'pdf' as const, bytes }
  })
  const address = { type: 'address', zone: 'product', font: 'noto-sans', size: 10, minSize: 8 } as const
  return {
    ...{ organisationId: 'org_1', sheet: letter, assets },
    document: documentOf({
      ...{ schema: 1, trim: letter.trim, bleed: 3, safe: 4, locale: 'nl-NL', variables: {} },
      fonts: [{ id: 'noto-sans' }],
      pages: assets.map(({ id }, index) => ({
        side: 'front',
        elements: [
          { type: 'pdf', asset: id, page: 1, x: -3, y: -3, w: 216, h: 303 },
          ...(index === 0 ? [address] : []),
        ],
      })),
    }),
  }
}
/** What is found in its zones, in the order of the sheet. */
const foundIn = async (pages: readonly string[], given: { page?: number; everyZone?: boolean } = {}) => {
  const { findings } = await renderer.preview({
    ...{ ...inputOf(pages), page: 1, dpi: 36, everyZone: true, ...given },
    ...{ findingsMax: 100, pictureBytesMax: 10_000_000 },
    piece: { itemId: 'itm_1', data: {}, addressLines: ['Alex'], trackingUrl: '', optOutUrl: '' },
  })
  return findings.filter(({ code }) => code === 'zone_covered')
}
const saidOf = ({ severity, params, box }: Awaited<ReturnType<typeof foundIn>>[number]) => {
  const zone = Object.entries(zones).find(([, { x, y }]) => box?.x === x && box.y === y)?.[0]
  return `${severity} ${params?.case} ${zone}`
}

const { address, sender, clear, coding, sequence, mark, postage } = zones
const black = '0 0 0 1 k'

test.each<[what: string, content: string, said: string[]]>([
  ['white', filled('0 0 0 0 k', address), []],
  ['a tint of 10 % black behind the address', filled('0 0 0 .1 k', address), ['warning pdf_ink address']],
  ['a tint of 15 % cyan behind the address', filled('.15 0 0 0 k', address), ['warning pdf_ink address']],
  ['full yellow behind the address', filled('0 0 1 0 k', address), ['warning pdf_ink address']],
  ['a tint of half black behind the address', filled('0 0 0 .5 k', address), ['error pdf_dark address']],
  ['full cyan, which red light sees as black', filled('1 0 0 0 k', address), ['error pdf_dark address']],
  ['full magenta, which green light sees as black', filled('0 1 0 0 k', address), ['error pdf_dark address']],
  ['a dark blue of RGB', filled('.1 .2 .35 rg', address), ['error pdf_dark address']],
  [
    'a dark corner of the address',
    filled(black, { x: 115, y: 47, w: 8, h: 8 }),
    ['error pdf_dark address', 'warning pdf_sender sender'],
  ],
  ['letters as outlines', filled(black, { x: 120, y: 60, w: 30, h: 0.2 }), ['error pdf_dark address']],
  [
    'a speck of less than a square millimetre',
    filled(black, { x: 120, y: 60, w: 0.6, h: 0.6 }),
    ['warning pdf_ink address'],
  ],
  ['what only touches the address', filled(black, { x: 118, y: 77 - 0.1, w: 82, h: 10 }), []],
  [
    'a line where the return address is printed',
    filled(black, { x: 118, y: 46, w: 60, h: 1 }),
    ['warning pdf_sender sender'],
  ],
  ['a dark area behind the return address', filled(black, sender), ['error pdf_dark sender']],
  ['a light tint behind the return address', filled('0 0 0 .1 k', sender), ['warning pdf_ink sender']],
  ['a dark area where the carrier codes', filled(black, within(coding, 2)), ['error pdf_dark coding']],
  ['a dark area behind the sequence number', filled(black, sequence), ['error pdf_dark sequence']],
  ['a dark area behind the mark, which is printed on white', filled(black, mark), ['warning pdf_ink mark']],
  ['a dark area where the postage is printed', filled(black, postage), ['warning pdf_ink postage']],
  [
    'a line above the return address, which a window shows',
    filled(black, { x: 118, y: 40, w: 60, h: 1 }),
    ['warning pdf_above_sender clear'],
  ],
  ['a dark area that a window shows', filled(black, within(clear, 1)), ['warning pdf_ink clear']],
])('%s', async (_what, content, said) => {
  expect((await foundIn([content])).map(saidOf)).toEqual(said)
})

test('the finding says how much light is reflected, and how much machines need', async () => {
  const [dark] = await foundIn([filled(black, address)])
  expect(dark).toMatchObject({ page: 1, box: address, params: { zone: 'address', least: 50 } })
  expect(dark!.params!.percent).toBeLessThan(10)
  expect(dark!.message).toContain('Leave the zone white in the PDF, and export it again.')
})

test('a preview measures the zones of its own page only', async () => {
  const found = await foundIn(['', filled(black, address)], { page: 2, everyZone: false })
  expect(found.map(({ page, params }) => `${page} ${params?.case}`)).toEqual(
    Object.keys(zones).map(() => '1 pdf'),
  )
})

test('a version that was published before is printed when an engine compiles it again', async () => {
  const { layer, findings } = await compileTemplate(inputOf([filled(black, address)]))
  expect(layer).toBeDefined()
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
})
