import type { BoxMm } from '../kernel/finding.ts'
import type { PreflightSeverities } from './preflight-rules.ts'

export const plexes = ['simplex', 'duplex'] as const
export type Plex = (typeof plexes)[number]

export const pagesPerSheet = (plex: Plex): number => (plex === 'duplex' ? 2 : 1)

/** Sheets and pages are counted from 1. */
export const sheetOfPage = (plex: Plex, page: number): number => Math.ceil(page / pagesPerSheet(plex))

/** Rounds up to whole sheets, so that the next piece does not start on a back. */
export const pagesOnSheets = (plex: Plex, pages: number): number =>
  plex === 'duplex' ? pages + (pages % 2) : pages

export const sheetsOf = (plex: Plex, pages: number): number =>
  plex === 'duplex' ? Math.ceil(pages / 2) : pages

/**
 * In mm. Zones are product data, not code (docs/design-templates.md): another printer's envelope is another
 * specification.
 */
export interface Sheet {
  trim: { w: number; h: number }
  bleed: number
  /** Distance of text from the trim edge. */
  safe: number
  /** On duplex sheets, an odd number of pages is filled with an empty page. */
  plex: Plex
  /** Pages of a piece: 2 for a postcard (front, back), 1 to n for a letter. */
  pages: { min: number; max: number }
  zones: SheetZone[]
  /** Pieces per tray of the mail house. If absent, a tray ends only with its country or part. */
  trayPieces?: number
  /** The output intent's ICC profile among the platform's profiles, e.g. `FOGRA39`. */
  colourProfile: string
  /** Most ink that the stock takes: the sum of the four plates in percent. */
  maxInkPercent?: number
  /**
   * Printed in each `postage` zone, if the postage product requires it. Not part of the catalogue's sheet
   * (`features/products/specifications.ts`).
   */
  indicia?: string
  /** Severities of preflight findings that differ from the defaults. */
  preflight?: PreflightSeverities
}

/**
 * `address`: the recipient; `postage`: the indicia; `coding`: the carrier's code; `sender`: the return line;
 * `sequence`: the machine-readable position in the run; `mark`: the DataMatrix of a sheet; `clear`: areas
 * that carriers or an envelope's window require to be empty. Other elements must not overlap any zone.
 */
export const sheetZoneKinds = ['address', 'postage', 'coding', 'sender', 'sequence', 'mark', 'clear'] as const
export type SheetZoneKind = (typeof sheetZoneKinds)[number]

export interface SheetZone extends BoxMm {
  kind: SheetZoneKind
  /** 1-based. */
  page: number
  /** The zone repeats on the same side of every further sheet. */
  everySheet?: boolean
}

export const isZoneOn = (zone: SheetZone, plex: Plex, page: number): boolean =>
  zone.page === page ||
  (zone.everySheet === true && page > zone.page && (page - zone.page) % pagesPerSheet(plex) === 0)

/** `page` is counted from 1. */
export const zonesOn = ({ zones, plex }: Pick<Sheet, 'zones' | 'plex'>, page: number): SheetZone[] =>
  zones.filter((zone) => isZoneOn(zone, plex, page))
