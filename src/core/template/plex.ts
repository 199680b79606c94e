/** Whether a sheet is printed on its front only or on both sides. */
export const plexes = ['simplex', 'duplex'] as const
export type Plex = (typeof plexes)[number]

/**
 * Pages of the file that a piece with so many pages of its own takes: whole sheets, or the next piece would begin on its
 * back.
 */
export const pagesOnSheets = (plex: Plex, pages: number): number =>
  plex === 'duplex' ? pages + (pages % 2) : pages

/** Sheets of paper that so many pages of a file are printed on. */
export const sheetsOf = (plex: Plex, pages: number): number =>
  plex === 'duplex' ? Math.ceil(pages / 2) : pages
