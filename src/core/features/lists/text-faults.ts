import type { Said } from '../../kernel/sentences.ts'
import { listSentences } from './sentences.ts'

const { say } = listSentences

/** What Windows-1252 has in the place of the control characters 0x80 to 0x9F. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
/** Letters and marks that text in UTF-8 is made of again; others come together by chance. */
const meantLetters = /^(?:[\u00A0-\u017F\u0192\u0218-\u021B\u0370-\u04FF\u2010-\u2044\u20AC\u2122]|\p{M})+$/u
const beyondAscii = /\P{ASCII}{2,}/gu
const control = /(?![\t\n\v\f\r])\p{Cc}/u

/**
 * Why a text of a list is not what its owner wrote: a lost letter, a control character, or letters that were encoded
 * twice. Undefined where nothing is wrong.
 */
export const textFault = (text: string): Said | undefined => {
  if (text.includes('\uFFFD')) return say('invalid_character.lost')
  const [character] = control.exec(text) ?? []
  if (character !== undefined) {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return say('invalid_character.control', { character: `U+${code}` })
  }
  for (const [letters] of text.matchAll(beyondAscii)) {
    const meant = readAgain(letters)
    if (meant !== undefined) return say('invalid_character.twice', { text: letters, meant })
  }
  return undefined
}

/** Letters that are the bytes of UTF-8, read as Windows-1252: `Ã«` → `ë`. */
const readAgain = (letters: string): string | undefined => {
  const bytes = Uint8Array.from(letters, (letter) => {
    const place = windows1252.indexOf(letter)
    return place >= 0 ? 0x80 + place : letter <= 'ÿ' ? letter.charCodeAt(0) : 0
  })
  try {
    const meant = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return meantLetters.test(meant) ? meant : undefined
  } catch {
    return undefined
  }
}
