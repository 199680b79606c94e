import type { PdfPageSize } from '../../../core/model/assets.ts'
import type { PdfDocument } from './document.ts'
import { type PdfDict, PdfRefused } from './objects.ts'
import { pdfFaults } from './sentences.ts'

const { sentence } = pdfFaults

/** In points. The largest page that PDF allows has 14,400. */
const MAX_COORDINATE = 1_000_000
/** A user unit outside these limits is ignored. */
const MAX_UNIT = 75_000
const MIN_UNIT = 0.001
const MM_PER_POINT = 25.4 / 72

/** Left, bottom, right, top. */
export type PdfBox = [x0: number, y0: number, x1: number, y1: number]

/** Returns the bleed, else crop, else media box, clipped to the media box (ISO 32000-2, 14.11.2). */
export const pageBox = (document: PdfDocument, page: PdfDict): PdfBox => {
  const found = boxOf(document, page, 'MediaBox')
  const media = found && hasArea(found) ? found : undefined
  for (const key of ['BleedBox', 'CropBox']) {
    const box = boxOf(document, page, key)
    const within = box && media ? intersection(media, box) : box
    if (within && hasArea(within)) return within
  }
  if (media) return media
  throw new PdfRefused(sentence('pdf_fault.no_size'))
}

const intersection = (one: PdfBox, other: PdfBox): PdfBox => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
]

/** Returns a box with its corners in order; undefined if its numbers are invalid for a page. */
const boxOf = (document: PdfDocument, page: PdfDict, key: string): PdfBox | undefined => {
  const box = document.resolve(page.get(key))
  if (!Array.isArray(box) || box.length !== 4) return undefined
  const [a, b, c, d] = box.map((value) => Number(document.resolve(value))) as PdfBox
  const normal: PdfBox = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
  return normal.every((edge) => Math.abs(edge) <= MAX_COORDINATE) ? normal : undefined
}

/** True if a box is larger than a point; smaller ones are artefacts of the writing program. */
const hasArea = ([x0, y0, x1, y1]: PdfBox): boolean => x1 - x0 > 1 && y1 - y0 > 1

export const turnOf = (document: PdfDocument, page: PdfDict): number =>
  ((Number(document.resolve(page.get('Rotate')) ?? 0) % 360) + 360) % 360

export const pageSize = (document: PdfDocument, number: number): PdfPageSize => {
  const page = document.page(number)
  const box = pageBox(document, page)
  const turn = turnOf(document, page)
  const scale = MM_PER_POINT * pageUnit(document, page)
  const trim = shown(box, trimIn(document, page, box), turn)
  const [x0, y0, x1, y1] = box
  const sides = turn % 180 === 0 ? { w: x1 - x0, h: y1 - y0 } : { w: y1 - y0, h: x1 - x0 }
  const mm = (length: number) => Math.round(length * scale * 100) / 100
  return {
    w: mm(sides.w),
    h: mm(sides.h),
    trim: { x: mm(trim.x), y: mm(trim.y), w: mm(trim.w), h: mm(trim.h) },
  }
}

const trimIn = (document: PdfDocument, page: PdfDict, box: PdfBox): PdfBox => {
  const trim = boxOf(document, page, 'TrimBox')
  if (!trim) return box
  const within = intersection(box, trim)
  return hasArea(within) ? within : box
}

/** Returns a part of a box in coordinates from its upper left corner after clockwise rotation. */
const shown = ([x0, y0, x1, y1]: PdfBox, [a, b, c, d]: PdfBox, turn: number): PdfPageSize['trim'] => {
  const [w, h] = [c - a, d - b]
  switch (turn) {
    case 90:
      return { x: b - y0, y: a - x0, w: h, h: w }
    case 180:
      return { x: x1 - c, y: b - y0, w, h }
    case 270:
      return { x: y1 - d, y: x1 - c, w: h, h: w }
    default:
      return { x: a - x0, y: y1 - d, w, h }
  }
}

/** Returns the user unit in points; not 1 on pages too large for PDF's coordinates. */
export const pageUnit = (document: PdfDocument, page: PdfDict): number => {
  const [x0, y0, x1, y1] = pageBox(document, page)
  const unit = Number(document.resolve(page.get('UserUnit')) ?? 1)
  const isSane =
    unit >= MIN_UNIT && unit <= MAX_UNIT && Math.max(x1 - x0, y1 - y0) * unit <= 2 * MAX_COORDINATE
  return isSane ? unit : 1
}
