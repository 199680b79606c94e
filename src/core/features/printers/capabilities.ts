import type { PrinterRow } from '../../model/printers.ts'
import type { SpecificationRow } from '../../model/products.ts'

/** What a printer lacks for a specification; a code for each sentence. */
export type Lack = 'duplex' | 'simplex' | 'sheet' | 'pages'

/**
 * What the printer lacks to print pieces of the specification; undefined where nothing is known to be
 * missing. What a printer does not say of itself is not checked. `pages`: those that a piece has; where that
 * is not known, the fewest, because some pieces could be printed.
 */
export const lackOf = (
  { capabilities: { plex, maxSheet, maxPages } }: Pick<PrinterRow, 'capabilities'>,
  { sheet }: Pick<SpecificationRow, 'sheet'>,
  pages = sheet.pages.min,
): Lack | undefined => {
  if (plex && !plex.includes(sheet.plex)) return sheet.plex
  if (maxSheet && !fits(maxSheet, sheet.trim)) return 'sheet'
  if (maxPages !== undefined && pages > maxPages) return 'pages'
  return undefined
}

/** Paper may be turned. */
const fits = (room: { w: number; h: number }, sheet: { w: number; h: number }): boolean =>
  (sheet.w <= room.w && sheet.h <= room.h) || (sheet.h <= room.w && sheet.w <= room.h)
