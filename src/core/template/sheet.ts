import type { BoxMm } from '../kernel/finding.ts'
import type { PreflightSeverities } from './preflight-rules.ts'

/** Printing on the front of a sheet only, or on both sides. */
export const plexes = ['simplex', 'duplex'] as const
export type Plex = (typeof plexes)[number]

/** The pages of the file that a sheet takes. */
export const pagesPerSheet = (plex: Plex): number => (plex === 'duplex' ? 2 : 1)

/** The sheet of a piece, counted from 1, that a page stands on. */
export const sheetOfPage = (plex: Plex, page: number): number => Math.ceil(page / pagesPerSheet(plex))

/**
 * The pages of the file that a piece takes: whole sheets, so that the next piece does not start on its back.
 */
export const pagesOnSheets = (plex: Plex, pages: number): number =>
  plex === 'duplex' ? pages + (pages % 2) : pages

/** The sheets of paper for a number of pages of the file. */
export const sheetsOf = (plex: Plex, pages: number): number =>
  plex === 'duplex' ? Math.ceil(pages / 2) : pages

/**
 * The sheet of a product specification and its zones, all in mm. Zones are product data, not code
 * (docs/design-templates.md): another printer's envelope is another specification.
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
  /**
   * How many pieces a tray of the mail house holds; if absent, a tray ends with its country or its part only.
   */
  trayPieces?: number
  /** The name of the output intent's ICC profile among the platform's profiles, e.g. `FOGRA39`. */
  colourProfile: string
  /** The most ink that its stock takes: the sum of the four plates in percent. */
  maxInkPercent?: number
  /**
   * What is printed into each zone of the kind `postage`, line by line, where the postage product says so; it is
   * none of the catalogue's sheet (`features/products/specifications.ts`).
   */
  indicia?: string
  /** How bad what preflight finds is for this product, where that differs from the defaults. */
  preflight?: PreflightSeverities
}

/**
 * `address`: where the recipient is printed, `sender`: the return line, `sequence`: the machine-readable
 * place in the run, `mark`: the DataMatrix that says to whom a sheet belongs, `clear`: what carriers or an
 * envelope's window want to be empty. All of them stay free of every other element.
 */
export const sheetZoneKinds = ['address', 'postage', 'coding', 'sender', 'sequence', 'mark', 'clear'] as const
export type SheetZoneKind = (typeof sheetZoneKinds)[number]

export interface SheetZone extends BoxMm {
  kind: SheetZoneKind
  /** 1-based page. */
  page: number
  /** Whether the zone is on the same side of every further sheet as well. */
  everySheet?: boolean
}

/** Whether a zone is on a page. */
export const isZoneOn = (zone: SheetZone, plex: Plex, page: number): boolean =>
  zone.page === page ||
  (zone.everySheet === true && page > zone.page && (page - zone.page) % pagesPerSheet(plex) === 0)

/** The zones of a page, counted from 1. */
export const zonesOn = ({ zones, plex }: Pick<Sheet, 'zones' | 'plex'>, page: number): SheetZone[] =>
  zones.filter((zone) => isZoneOn(zone, plex, page))
