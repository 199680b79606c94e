import type { BoxMm } from '../kernel/finding.ts'
import type { Plex } from './plex.ts'

/**
 * What the renderer must know of a product specification: the sheet and its zones, all in mm. Zones are
 * product data, never code (docs/design.md#template-document): another printer's envelope is another
 * specification.
 */
export interface Sheet {
  trim: { w: number; h: number }
  bleed: number
  /** Distance from the trim edge that text must keep. */
  safe: number
  /** A piece of a duplex sheet takes an even number of pages of its part; an empty one is added where it has an odd number. */
  plex: Plex
  /** Pages a piece has: 2 for a postcard (front, back), 1 to n for a letter. */
  pages: { min: number; max: number }
  zones: SheetZone[]
  /** Name of the output intent's ICC profile among the platform's profiles, e.g. `FOGRA39`. */
  colourProfile: string
}

export interface SheetZone extends BoxMm {
  /**
   * `address`: where the recipient is printed, `sender`: the return line, `sequence`: the machine-readable
   * place in the run, `clear`: what carriers or an envelope's window want to be empty. All of them stay free of every
   * other element.
   */
  kind: 'address' | 'postage' | 'coding' | 'sender' | 'sequence' | 'clear'
  /** 1-based page. */
  page: number
}
