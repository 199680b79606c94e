/**
 * Characters that nobody sees and that no address needs: soft hyphens, zero-width spaces, fillers, tags, and
 * controls that turn the direction of other text.
 */
const INVISIBLE =
  /\u00AD|\u034F|[\u115F\u1160]|[\u17B4\u17B5]|[\u180B-\u180F]|[\u200B\u202A-\u202E\u2060-\u2065\u206A-\u206F]|[\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]/gu
/** Characters that scripts from right to left, and those that join their letters, need within words. */
const JOINERS = /[\u061C\u200C-\u200F\u2066-\u2069]/gu
const NEEDS_JOINERS =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\p{scx=Deva}\p{scx=Beng}\p{scx=Taml}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]/u

/** Controls that change the direction of text, also of text behind them. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** A text without the characters that cannot be seen. */
export const visible = (text: string): string => {
  if (/^[ -~¡-¬®-ſ]*$/u.test(text)) return text
  const without = text.replace(INVISIBLE, '')
  return NEEDS_JOINERS.test(without) ? without : without.replace(JOINERS, '')
}

/** The code points of invisible characters in a text, each once: `U+200B, U+00AD`. */
export const invisibleIn = (text: string): string =>
  codePoints([
    ...(text.match(INVISIBLE) ?? []),
    ...(NEEDS_JOINERS.test(text) ? [] : (text.match(JOINERS) ?? [])),
  ])

/** The code points of controls of direction in a text, each once; `''` for none. */
export const directionControlsIn = (text: string): string => codePoints(text.match(DIRECTION) ?? [])

const codePoints = (characters: readonly string[]): string =>
  [...new Set(characters)]
    .slice(0, 5)
    .map((character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
    .join(', ')

/** More marks on one letter than any language writes. */
const PILED_MARKS = /\p{M}{9}/u
export const hasPiledMarks = (text: string): boolean => PILED_MARKS.test(text)
