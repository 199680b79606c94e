import type { BoxMm, ElementOf, Sheet, TemplateElement } from '#lettershop/template'
import type { components } from '../../api/types.gen.ts'
import { onGrid, rounded } from './boxes.ts'

type SheetSize = Pick<Sheet, 'trim' | 'bleed'>
type Page = components['schemas']['PdfPage']
interface Point {
  x: number
  y: number
}

/** Tolerance for sizes, in mm, because programs round. */
const NEAR_MM = 0.5
/** Minimum side of a page that is scaled down, in mm. */
const LEAST_MM = 1

/** A placed PDF page; a background is below all other elements. */
export interface PlacedPdf {
  element: TemplateElement
  isBackground: boolean
}

/**
 * Places the first printable page of a PDF. A page of the sheet's size, with or without bleed, covers the
 * sheet; so does a PDF of unknown size. Any other is placed around a point at its true size, or scaled down.
 */
export const placedPdf = (
  asset: string,
  pages: readonly (Page | null)[] | null | undefined,
  sheet: SheetSize,
  around: Point = { x: sheet.trim.w / 2, y: sheet.trim.h / 2 },
): PlacedPdf => {
  const index = pages?.findIndex((page) => page !== null) ?? -1
  const page = pages?.[index]
  const background = page ? backgroundBox(page, sheet) : sheetWithBleed(sheet)
  const box = background ?? boxFor(page!, sheet, around)
  return {
    element: { ...{ type: 'pdf', asset, page: Math.max(1, index + 1) }, ...box },
    isBackground: background !== undefined,
  }
}

export interface ReplacedPdf {
  page: number
  box: BoxMm
  /** Size of the new page in mm, if its size or trim differs. */
  size?: { w: number; h: number }
}

/**
 * Replaces the file of a PDF element. Keeps the page number if printable, else takes the first printable
 * page. Keeps the frame for an equal or unknown size. A page of the sheet's size covers the sheet; any other
 * keeps its scale, or gets its true size if the former page is unknown or covered the sheet.
 */
export const replacedPdf = (
  element: ElementOf<'pdf'>,
  former: Page | null | undefined,
  pages: readonly (Page | null)[] | null | undefined,
  sheet: SheetSize,
): ReplacedPdf => {
  const { x, y, w, h } = element
  const own = { x, y, w, h }
  const first = pages?.findIndex((page) => page !== null) ?? -1
  const index = pages?.[element.page - 1] ? element.page - 1 : first
  const page = pages?.[index]
  const number = Math.max(1, index + 1)
  if (!page || (former ? isSamePage(former, page) : isLike(page, own))) return { page: number, box: own }
  const size = { w: page.w, h: page.h }
  const covering = backgroundBox(page, sheet)
  if (covering) return { page: number, box: covering, size }
  const fillsSheet = w >= sheet.trim.w - NEAR_MM && h >= sheet.trim.h - NEAR_MM
  if (!former || fillsSheet) {
    const around = { x: x + w / 2, y: y + h / 2 }
    return { page: number, box: boxFor(page, sheet, around), size }
  }
  const scale = Math.min(w / former.w, h / former.h)
  return { page: number, box: { x, y, w: rounded(page.w * scale), h: rounded(page.h * scale) }, size }
}

const isSamePage = (one: Page, other: Page): boolean =>
  isLike(one, other) &&
  isLike(one.trim, other.trim) &&
  Math.abs(one.trim.x - other.trim.x) <= NEAR_MM &&
  Math.abs(one.trim.y - other.trim.y) <= NEAR_MM

const sheetWithBleed = ({ trim, bleed }: SheetSize) => ({
  ...{ x: -bleed, y: -bleed },
  ...{ w: trim.w + 2 * bleed, h: trim.h + 2 * bleed },
})

const isLike = (one: { w: number; h: number }, other: { w: number; h: number }): boolean =>
  Math.abs(one.w - other.w) <= NEAR_MM && Math.abs(one.h - other.h) <= NEAR_MM

/** Returns the box of a page of the sheet's size; undefined for others. */
const backgroundBox = (page: Page, sheet: SheetSize) => {
  const full = sheetWithBleed(sheet)
  if (isLike(page, full)) return full
  if (!isLike(page.trim, sheet.trim)) return undefined
  // Aligns the trims; without bleed the edges stay white.
  return { x: rounded(0 - page.trim.x), y: rounded(0 - page.trim.y), w: rounded(page.w), h: rounded(page.h) }
}

/** Returns a page's box around a point; scales larger pages down to the sheet. */
const boxFor = (page: Page, sheet: SheetSize, around: Point) => {
  const { w: maxW, h: maxH } = sheetWithBleed(sheet)
  const scale = Math.min(1, maxW / page.w, maxH / page.h)
  const [w, h] = [rounded(Math.max(LEAST_MM, page.w * scale)), rounded(Math.max(LEAST_MM, page.h * scale))]
  return { x: startOf(around.x, w, sheet.trim.w), y: startOf(around.y, h, sheet.trim.h), w, h }
}

/** Returns the start of a side around `middle`, within the trim; a side longer than the trim is centred. */
const startOf = (middle: number, side: number, full: number): number =>
  side > full
    ? rounded((full - side) / 2)
    : Math.min(rounded(full - side), Math.max(0, onGrid(middle - side / 2)))
