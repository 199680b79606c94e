import { encodeQR } from 'qr'
import type { ElementOf } from '../../../core/templates/document.ts'

export type ErrorCorrection = ElementOf<'qr'>['errorCorrection']

/** The symbol without its border, or undefined when the text is more than the largest symbol holds. */
const encode = (text: string, ecc: ErrorCorrection): boolean[][] | undefined => {
  try {
    // One ring of white is the least the library gives; the quiet zone is ours.
    const rows = encodeQR(text, 'raw', { ecc, border: 1 })
    return rows.slice(1, -1).map((row) => row.slice(1, -1))
  } catch (error) {
    if (error instanceof Error && error.message === 'Capacity overflow') return undefined
    throw error
  }
}

const sizes = new Map<string, number>()

/**
 * Modules on one side, or undefined when no symbol holds the text. The size depends on the kind and number
 * of characters alone, so it is encoded once for each length and remembered: `check` runs for every item.
 */
export const qrModules = (text: string, ecc: ErrorCorrection): number | undefined => {
  const kind = /^\d*$/.test(text) ? 'n' : /^[0-9A-Z $%*+\-./:]*$/.test(text) ? 'a' : 'b'
  const length = kind === 'b' ? Buffer.byteLength(text) : text.length
  const key = `${ecc}${kind}${length}`
  let modules = sizes.get(key)
  if (modules === undefined) {
    modules = encode(text, ecc)?.length ?? 0
    sizes.set(key, modules)
  }
  return modules === 0 ? undefined : modules
}

/** `17 ` for every coordinate there can be: a code has a hundred rectangles of four numbers. */
const NUMBERS = Array.from({ length: 178 }, (_, value) => `${value} `)

const hasRun = (row: boolean[] | undefined, x: number, end: number): boolean => {
  if (!row || row[x - 1] || row[end]) return false
  for (let at = x; at < end; at++) if (!row[at]) return false
  return true
}

/**
 * The black modules as `re` operators on the module grid, y downwards: equal runs of neighbouring rows are
 * one rectangle, which gives the shortest stream (FACTS "Rendering").
 */
export const qrRectangles = (
  text: string,
  ecc: ErrorCorrection,
): { modules: number; operators: string } | undefined => {
  const rows = encode(text, ecc)
  if (!rows) return undefined
  let operators = ''
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x]) x++
      if (hasRun(rows[y - 1], start, x)) continue
      let below = y + 1
      while (hasRun(rows[below], start, x)) below++
      operators += `${NUMBERS[start]}${NUMBERS[y]}${NUMBERS[x - start]}${NUMBERS[below - y]}re\n`
    }
  }
  return { modules: rows.length, operators }
}
