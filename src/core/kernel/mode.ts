/**
 * The mode of keys and rows. `test` follows the whole lifecycle with a simulated printer, without production
 * and money.
 */
export type Mode = 'live' | 'test'
