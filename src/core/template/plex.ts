/** Printing on the front of a sheet only, or on both sides. */
export const plexes = ['simplex', 'duplex'] as const
export type Plex = (typeof plexes)[number]

/**
 * The pages of the file that a piece takes: whole sheets, so that the next piece does not start on its back.
 */
export const pagesOnSheets = (plex: Plex, pages: number): number =>
  plex === 'duplex' ? pages + (pages % 2) : pages

/** The sheets of paper for a number of pages of the file. */
export const sheetsOf = (plex: Plex, pages: number): number =>
  plex === 'duplex' ? Math.ceil(pages / 2) : pages
