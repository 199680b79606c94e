/**
 * Renders every product of the country samples: `npm run catalogue:shots [-- nl de …]` writes the images to
 * `catalogue-shots`, which git ignores. Each shows the address side of a design for a recipient abroad: as
 * printed, with its zones outlined, and for letters also the closed envelope.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from 'fast-png'
import * as v from 'valibot'
import { createPdfRenderer } from '../src/adapters/pdf/index.ts'
import { encodePng } from '../src/adapters/pdf/raster.ts'
import { addressLines, nameLines } from '../src/core/address/index.ts'
import type {
  SpecificationEntry,
  StockEntry,
} from '../src/core/features/products/catalogue/entries/entry-schemas.ts'
import { foldedSize } from '../src/core/features/products/catalogue/parts/specification-checks.ts'
import { samples } from '../src/core/features/products/samples/index.ts'
import type { BoxMm } from '../src/core/kernel/finding.ts'
import { templateDocument } from '../src/core/template/document.ts'
import type { Sheet } from '../src/core/template/sheet.ts'
import { sampleMarks } from '../src/core/template/sheet-mark.ts'
import { addressZone, designFor } from './samples/design.ts'
import { domesticAndForeign, recipients } from './samples/people.ts'

const DPI = 72
const px = (mm: number): number => Math.round((mm * DPI) / 25.4)
type Colour = readonly [number, number, number]

/** An opaque image onto which others are drawn. */
class Canvas {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array

  constructor(w: number, h: number, colour: Colour) {
    this.width = px(w)
    this.height = px(h)
    this.data = new Uint8Array(this.width * this.height * 4).fill(255)
    this.fill({ x: 0, y: 0, w, h }, colour)
  }

  #dot(x: number, y: number, [red, green, blue]: Colour): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return
    this.data.set([red, green, blue, 255], (y * this.width + x) * 4)
  }

  fill({ x, y, w, h }: BoxMm, colour: Colour): void {
    for (let row = px(y); row < px(y + h); row++)
      for (let column = px(x); column < px(x + w); column++) this.#dot(column, row, colour)
  }

  outline({ x, y, w, h }: BoxMm, colour: Colour): void {
    for (let column = px(x); column <= px(x + w); column++)
      for (const row of [px(y), px(y + h)]) this.#dot(column, row, colour)
    for (let row = px(y); row <= px(y + h); row++)
      for (const column of [px(x), px(x + w)]) this.#dot(column, row, colour)
  }

  /** Draws a part of an image (in mm) at a position. */
  lay({ data, width, channels }: ReturnType<typeof decode>, part: BoxMm, at: { x: number; y: number }): void {
    for (let row = 0; row < px(part.h); row++) {
      for (let column = 0; column < px(part.w); column++) {
        const from = ((px(part.y) + row) * width + px(part.x) + column) * channels
        if (px(part.x) + column >= width || from >= data.length) continue
        this.#dot(px(at.x) + column, px(at.y) + row, [data[from]!, data[from + 1]!, data[from + 2]!])
      }
    }
  }
}

const colours: Record<string, Colour> = {
  address: [0, 120, 0],
  sender: [0, 0, 220],
  postage: [160, 0, 160],
  coding: [220, 120, 0],
  clear: [150, 150, 150],
  mark: [0, 150, 170],
}
const GREY: Colour = [200, 200, 200]
const BROWN: Colour = [226, 214, 190]
const RED: Colour = [220, 0, 0]
const GAP = 8

const renderer = createPdfRenderer({ workers: 0 })

/** Renders the trimmed address side of a specification for a recipient abroad. */
const drawn = async (specification: SpecificationEntry, stocks: readonly StockEntry[], country: string) => {
  const stock = stocks.find(({ key }) => key === specification.stock)!
  const sheet = { ...specification.sheet, colourProfile: stock.colourProfile } as Sheet
  const recipient = domesticAndForeign(country).foreign
  const { picture, findings } = await renderer.preview({
    organisationId: 'org_samples',
    document: v.parse(templateDocument, designFor(specification)),
    sheet,
    assets: [],
    page: addressZone({ sheet }).page,
    dpi: DPI,
    insetMm: sheet.bleed,
    findingsMax: 20,
    pictureBytesMax: 10_000_000,
    piece: {
      itemId: 'itm_sample',
      data: {},
      addressLines: addressLines(recipient, country),
      nameLines: nameLines(recipient),
      trackingUrl: 'https://mail.example/t/1',
      optOutUrl: 'https://mail.example/o/1',
      returnLine: addressLines(recipients[country]!, recipient.country).join(' · '),
      marks: sampleMarks(1),
    } as never,
  })
  for (const { severity, message } of findings) console.log(`${specification.key}: ${severity}: ${message}`)
  return decode(Buffer.from(picture!.png, 'base64'))
}

const shot = async (specification: SpecificationEntry, stocks: readonly StockEntry[], country: string) => {
  const page = await drawn(specification, stocks, country)
  const { sheet, envelope, fold } = specification
  const { trim, zones } = sheet
  const w = trim.w + (envelope ? envelope.w + GAP : 0) + 2 * GAP
  const canvas = new Canvas(w, Math.max(trim.h, envelope?.h ?? 0) + 2 * GAP, GREY)
  canvas.lay(page, { x: 0, y: 0, ...trim }, { x: GAP, y: GAP })
  const addressPage = addressZone({ sheet: sheet as Sheet }).page
  for (const { kind, page: on, ...box } of zones)
    if (on === addressPage) canvas.outline({ ...box, x: box.x + GAP, y: box.y + GAP }, colours[kind]!)
  const folded = foldedSize(trim, fold)
  if (fold !== 'none') canvas.outline({ x: GAP, y: GAP, ...folded }, RED)
  if (!envelope?.window) return canvas
  const { window } = envelope
  canvas.outline({ ...window, x: window.x + GAP, y: window.y + GAP }, RED)
  const left = trim.w + 2 * GAP
  canvas.fill({ x: left, y: GAP, w: envelope.w, h: envelope.h }, BROWN)
  const at = {
    x: left + (envelope.w - folded.w) / 2 + window.x,
    y: GAP + (envelope.h - folded.h) / 2 + window.y,
  }
  canvas.lay(page, window, at)
  canvas.outline({ ...window, ...at }, RED)
  return canvas
}

const folder = join(import.meta.dirname, '../catalogue-shots')
mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2)
for (const { name, load } of samples) {
  if (name === 'standard' || (wanted.length > 0 && !wanted.includes(name))) continue
  const file = (await load()) as { specifications: SpecificationEntry[]; stocks: StockEntry[] }
  for (const specification of file.specifications) {
    const { data, width, height } = await shot(specification, file.stocks, name.toUpperCase())
    writeFileSync(join(folder, `${name}-${specification.key}.png`), encodePng({ data, width, height }))
  }
}
await renderer.close()
console.log(folder)
