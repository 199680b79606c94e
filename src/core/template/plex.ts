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
