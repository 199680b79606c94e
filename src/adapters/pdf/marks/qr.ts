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

/** The black modules as few rectangles `x y w h` on the module grid, y downwards. */
export const qrRectangles = (text: string, ecc: ErrorCorrection) => {
  const rows = encode(text, ecc)
  if (!rows) return undefined
  const rectangles: { x: number; y: number; w: number; h: number }[] = []
  let open = new Map<number, { x: number; y: number; w: number; h: number }>()
  for (const [y, row] of rows.entries()) {
    const next: typeof open = new Map()
    for (let x = 0; x < row.length; ) {
      if (!row[x]) {
        x++
        continue
      }
      let end = x
      while (end < row.length && row[end]) end++
      const above = open.get(x)
      if (above && above.w === end - x) {
        above.h++
        next.set(x, above)
      } else {
        const rectangle = { x, y, w: end - x, h: 1 }
        rectangles.push(rectangle)
        next.set(x, rectangle)
      }
      x = end
    }
    open = next
  }
  return { modules: rows.length, rectangles }
}
