import { encodeQR } from 'qr'
import type { ElementOf } from '../../core/template/document.ts'
import { moduleRectangles } from './rectangles.ts'

export type ErrorCorrection = ElementOf<'qr'>['errorCorrection']

/** The library's smallest border of white modules. The quiet zone is added when drawing. */
const RING = 1

/**
 * The mask of every symbol. Readers accept all eight. Trying all of them takes half of the encoding time and
 * doesn't make codes of URLs easier to read (docs/design/rendering.md).
 */
const MASK = 4

/** Returns undefined if the text exceeds the largest symbol. */
const encode = (text: string, ecc: ErrorCorrection): boolean[][] | undefined => {
  try {
    return encodeQR(text, 'raw', { ecc, border: RING, mask: MASK })
  } catch (error) {
    if (error instanceof Error && error.message === 'Capacity overflow') return undefined
    throw error
  }
}

/** Returns the modules on one side, or undefined if no symbol holds the text. */
export const qrSide = (text: string, ecc: ErrorCorrection): number | undefined => {
  const rows = encode(text, ecc)
  return rows && rows.length - 2 * RING
}

/** Returns the black modules as operators, y downwards, and the number of modules on one side. */
export const qrRectangles = (
  text: string,
  ecc: ErrorCorrection,
): { modules: number; operators: string } | undefined => {
  const rows = encode(text, ecc)
  return rows && { modules: rows.length - 2 * RING, operators: moduleRectangles(rows, RING) }
}
