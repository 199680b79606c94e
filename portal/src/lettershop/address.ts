/** Addresses in the lines in which they are printed. Loaded when a screen first shows one. */
export { addressLines } from '../../../src/core/address/lines.ts'
