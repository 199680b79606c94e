import { isDict, nameOf, type PdfDict, PdfStream, type PdfValue } from '../import/objects.ts'
import { Bounds, type Matrix, times } from '../preflight/uses.ts'
import type { PdfObjects } from './objects.ts'

/** Bits of the flags of an annotation. */
export const flags = { hidden: 2, print: 4, noRotate: 16, noView: 32 } as const

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The drawing of an annotation in the state that it is in; undefined where it has none. */
export const appearanceOf = (document: PdfObjects, annotation: PdfDict): PdfStream | undefined => {
  const appearances = document.resolve(annotation.get('AP'))
  const normal = isDict(appearances) ? document.resolve(appearances.get('N')) : null
  if (normal instanceof PdfStream) return normal
  if (!isDict(normal)) return undefined
  const state = nameOf(document.resolve(annotation.get('AS'))) ?? valueName(document, annotation) ?? 'Off'
  const drawn = document.resolve(normal.get(state))
  return drawn instanceof PdfStream ? drawn : undefined
}

/** The name that a button, or the field that it belongs to, has as its value. */
const valueName = (document: PdfObjects, annotation: PdfDict): string | undefined => {
  const parent = document.resolve(annotation.get('Parent'))
  const own = nameOf(document.resolve(annotation.get('V')))
  return own ?? (isDict(parent) ? nameOf(document.resolve(parent.get('V'))) : undefined)
}

/**
 * How the drawing of an annotation lies on the page (ISO 32000-2, 12.5.5): its box, as its own matrix turns it, fills
 * the rectangle of the annotation. `turn` is that of the page, which some annotations do not turn with. Undefined
 * where nothing of it shows.
 */
export const appearanceMatrix = (
  document: PdfObjects,
  annotation: PdfDict,
  form: PdfStream,
  turn: number,
): Matrix | undefined => {
  const rect = numbersOf(document, annotation.get('Rect'), 4)
  const box = numbersOf(document, form.dict.get('BBox'), 4)
  if (!rect || !box) return undefined
  const own = (numbersOf(document, form.dict.get('Matrix'), 6) ?? IDENTITY) as unknown as Matrix
  const drawn = new Bounds().box(own, box[0]!, box[1]!, box[2]! - box[0]!, box[3]! - box[1]!).area
  const [left, right] = [Math.min(rect[0]!, rect[2]!), Math.max(rect[0]!, rect[2]!)]
  const [bottom, top] = [Math.min(rect[1]!, rect[3]!), Math.max(rect[1]!, rect[3]!)]
  if (!(drawn.w > 0 && drawn.h > 0 && right > left && top > bottom)) return undefined
  const [across, down] = [(right - left) / drawn.w, (top - bottom) / drawn.h]
  const placed: Matrix = [across, 0, 0, down, left - drawn.x * across, bottom - drawn.y * down]
  // The drawing of a note never turns with the page, whatever its flags are (ISO 32000-2, 12.5.6.4).
  const isNote = nameOf(document.resolve(annotation.get('Subtype'))) === 'Text'
  const staysUpright = isNote || (Number(document.resolve(annotation.get('F'))) & flags.noRotate) !== 0
  return staysUpright ? times(placed, turnedAround(left, top, turn)) : placed
}

/** Turned back by as much as the page is turned, around a point. */
const turnedAround = (x: number, y: number, turn: number): Matrix => {
  const turns: Readonly<Record<number, Matrix>> = {
    90: [0, 1, -1, 0, x + y, y - x],
    180: [-1, 0, 0, -1, 2 * x, 2 * y],
    270: [0, -1, 1, 0, x - y, y + x],
  }
  return turns[turn] ?? IDENTITY
}

const numbersOf = (
  document: PdfObjects,
  value: PdfValue | undefined,
  count: number,
): number[] | undefined => {
  const read = document.resolve(value)
  const all = Array.isArray(read) ? read.map((one) => Number(document.resolve(one))) : []
  return all.length === count && all.every(Number.isFinite) ? all : undefined
}
