import { encodeQR } from 'qr'
import type { ElementOf } from '../../core/template/document.ts'
import { moduleRectangles } from './rectangles.ts'

export type ErrorCorrection = ElementOf<'qr'>['errorCorrection']

/** White modules around what is encoded: the least the library gives. The quiet zone is ours. */
const RING = 1

/**
 * The mask of every symbol. Readers take each of the eight; to draw all eight and count which has the fewest
 * stretches of one colour is half of what encoding takes, and makes codes of addresses no easier to read
 * (docs/design/rendering.md).
 */
const MASK = 4

/** The symbol in its ring, or undefined when the text is more than the largest symbol holds. */
const encode = (text: string, ecc: ErrorCorrection): boolean[][] | undefined => {
  try {
    return encodeQR(text, 'raw', { ecc, border: RING, mask: MASK })
  } catch (error) {
    if (error instanceof Error && error.message === 'Capacity overflow') return undefined
    throw error
  }
}

/** Modules on one side, or undefined when no symbol holds the text. */
export const qrSide = (text: string, ecc: ErrorCorrection): number | undefined => {
  const rows = encode(text, ecc)
  return rows && rows.length - 2 * RING
}

/** The black modules as operators, y downwards, and how many modules are on one side. */
export const qrRectangles = (
  text: string,
  ecc: ErrorCorrection,
): { modules: number; operators: string } | undefined => {
  const rows = encode(text, ecc)
  return rows && { modules: rows.length - 2 * RING, operators: moduleRectangles(rows, RING) }
}
