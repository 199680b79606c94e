import { encodeQR } from 'qr'
import { utf8 } from '../../core/kernel/bytes.ts'
import type { ElementOf } from '../../core/template/document.ts'

export type ErrorCorrection = ElementOf<'qr'>['errorCorrection']

/** White modules around what is encoded: the least the library gives. The quiet zone is ours. */
const RING = 1

/** The symbol in its ring, or undefined when the text is more than the largest symbol holds. */
const encode = (text: string, ecc: ErrorCorrection): boolean[][] | undefined => {
  try {
    return encodeQR(text, 'raw', { ecc, border: RING })
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

const ascii = new TextDecoder()
const RECTANGLE = utf8('re\n')
/** Bytes of `re` and a line end, and of four coordinates with a space each: no symbol has 1,000 modules. */
const RECTANGLE_BYTES = RECTANGLE.length + 4 * 4
/** Grows to the largest symbol: half of its modules may be rectangles of their own. */
let scratch = new Uint8Array(RECTANGLE_BYTES * 512)

const ZERO = 48
const SPACE = 32
const writeNumber = (value: number, at: number): number => {
  let to = at
  if (value >= 100) scratch[to++] = ZERO + Math.floor(value / 100)
  if (value >= 10) scratch[to++] = ZERO + (Math.floor(value / 10) % 10)
  scratch[to++] = ZERO + (value % 10)
  scratch[to++] = SPACE
  return to
}

/** Whether exactly the modules from `x` to before `end` are black here, white on both sides. */
const hasRun = (row: readonly boolean[], x: number, end: number): boolean => {
  if (row[x - 1] || row[end]) return false
  for (let at = x; at < end; at++) if (!row[at]) return false
  return true
}

/**
 * The black modules as `re` operators on the module grid, y downwards: equal runs of neighbouring rows are
 * one rectangle, which gives the shortest stream (docs/design.md#rendering). Written as bytes, because a code
 * has a hundred rectangles and adding strings up is half of what drawing a piece would allocate.
 */
export const qrRectangles = (
  text: string,
  ecc: ErrorCorrection,
): { modules: number; operators: string } | undefined => {
  const rows = encode(text, ecc)
  if (!rows) return undefined
  const modules = rows.length - 2 * RING
  const most = RECTANGLE_BYTES * Math.ceil((modules * modules) / 2)
  if (scratch.length < most) scratch = new Uint8Array(most)
  let to = 0
  for (let y = RING; y < modules + RING; y++) {
    const row = rows[y]!
    for (let x = RING; x < modules + RING; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x]) x++
      if (hasRun(rows[y - 1]!, start, x)) continue
      let below = y + 1
      while (hasRun(rows[below]!, start, x)) below++
      to = writeNumber(start - RING, to)
      to = writeNumber(y - RING, to)
      to = writeNumber(x - start, to)
      to = writeNumber(below - y, to)
      scratch.set(RECTANGLE, to)
      to += RECTANGLE.length
    }
  }
  return { modules, operators: ascii.decode(scratch.subarray(0, to)) }
}
