/** `test` follows the whole lifecycle with a simulated printer, and touches neither production nor money. */
export type Mode = 'live' | 'test'
