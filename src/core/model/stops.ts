/** Which mail a reason for suppressing stops: all of it, or advertising (mail of any advertising category). */
export const stops = ['ALL', 'ADVERTISING'] as const
export type Stops = (typeof stops)[number]
