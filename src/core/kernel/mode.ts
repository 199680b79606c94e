/** `test` runs the whole lifecycle with a simulated printer and without money. */
export type Mode = 'live' | 'test'
