import { encodedTwice } from '../../address/doubtful-values.ts'
import type { Said } from '../../kernel/sentences.ts'
import { listSentences } from './sentences.ts'

const { say } = listSentences

const control = /(?![\t\n\v\f\r])\p{Cc}/u

/** Returns why a text is corrupt: a lost letter, a control character, or double-encoded letters. */
export const textFault = (text: string): Said | undefined => {
  if (text.includes('\uFFFD')) return say('invalid_character.lost')
  const [character] = control.exec(text) ?? []
  if (character !== undefined) {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return say('invalid_character.control', { character: `U+${code}` })
  }
  const twice = encodedTwice(text)
  return twice && say('invalid_character.twice', { text: twice.letters, meant: twice.meant })
}

/**
 * Returns the error of a record with more cells than the heading, whose cells may be in the wrong columns.
 */
export const surplusSaid = (columns: number, surplus: readonly string[]): Said =>
  listSentences.say('too_many_cells.row', { cells: columns + surplus.length, columns })
