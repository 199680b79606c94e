/**
 * The mail that a suppression reason stops: all mail, or advertising (mail with any advertising category).
 */
export const stops = ['ALL', 'ADVERTISING'] as const
export type Stops = (typeof stops)[number]
