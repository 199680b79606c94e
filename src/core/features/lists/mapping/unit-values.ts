import { unitAt } from '../../../address/door-words.ts'

/** A unit without the word that names it: `4`, `4B`, `B`, `3.12`. */
export const isBare = (text: string): boolean =>
  /^(?:\d{1,4}(?:[.-]\d{1,3})? ?\p{L}?|\p{L}\d{0,3})$/u.test(text)

/** A unit alone or with the word that names it: `4B`, `Room 4`; not `Red` or `Sales`. */
export const isUnitValue = (text: string): boolean =>
  text === '' || isBare(text.replace(/^#\s*/, '')) || unitAt(text) === 0
