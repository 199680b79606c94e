import type { BoxMm } from '../kernel/finding.ts'
import type { Plex } from './plex.ts'

/**
 * The sheet of a product specification and its zones, all in mm. Zones are product data, not code
 * (docs/design.md#template-document): another printer's envelope is another specification.
 */
export interface Sheet {
  trim: { w: number; h: number }
  bleed: number
  /** The distance of text from the trim edge. */
  safe: number
  /**
   * On duplex sheets a piece takes an even number of pages of its part; an odd number is filled with an empty
   * page.
   */
  plex: Plex
  /** The number of pages of a piece: 2 for a postcard (front, back), 1 to n for a letter. */
  pages: { min: number; max: number }
  zones: SheetZone[]
  /** The name of the output intent's ICC profile among the platform's profiles, e.g. `FOGRA39`. */
  colourProfile: string
}

/**
 * `address`: where the recipient is printed, `sender`: the return line, `sequence`: the machine-readable
 * place in the run, `clear`: what carriers or an envelope's window want to be empty. All of them stay free
 * of every other element.
 */
export const sheetZoneKinds = ['address', 'postage', 'coding', 'sender', 'sequence', 'clear'] as const
export type SheetZoneKind = (typeof sheetZoneKinds)[number]

export interface SheetZone extends BoxMm {
  kind: SheetZoneKind
  /** 1-based page. */
  page: number
}
