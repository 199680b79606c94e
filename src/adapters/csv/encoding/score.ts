import { letterPairs } from './letter-pairs.gen.ts'

/**
 * Costs of letters in the names, streets and cities of a language: negative natural logarithms of their
 * probabilities. Pairs have at least one letter beyond ASCII, because ASCII letters are the same in every
 * code page.
 */
interface Model {
  /** The cost of the second letter of a pair after the first; `^` is the edge of a word. */
  pairs: ReadonlyMap<string, number>
  /** The cost of a letter anywhere. */
  letters: ReadonlyMap<string, number>
  /** The cost of a word with ASCII letters only. */
  ascii: number
}

/** Steps per unit of cost in the table. */
export const costSteps = 3
/** The extra cost of an unknown pair over that of its letter. */
const unseenPair = 3
const unknownLetter = 14

/** Letters of languages without a table, all equally probable. */
const alphabets = ['אבגדהוזחטיךכלםמןנסעףפץצקרשת', 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگی']
/** The cost of a letter of these alphabets, added to that of an unknown pair. */
const letterOfAlphabet = 1
const asciiBesideAlphabet = 6

const alphabetModel = (alphabet: string): Model => ({
  pairs: new Map(),
  letters: new Map([...alphabet].map((letter) => [letter, letterOfAlphabet])),
  ascii: asciiBesideAlphabet,
})

let models: readonly Model[] | undefined

const readModels = (): Model[] => [
  ...Object.values(letterPairs).map((table) => {
    const pairs = new Map<string, number>()
    const letters = new Map<string, number>()
    let ascii = 0
    for (let at = 0; at + 2 < table.length; at += 3) {
      const cost = Number.parseInt(table[at + 2]!, 36) / costSteps
      if (table[at] === '#') ascii = cost
      else if (table[at] === '*') letters.set(table[at + 1]!, cost)
      else pairs.set(table.slice(at, at + 2), cost)
    }
    return { pairs, letters, ascii }
  }),
  ...alphabets.map(alphabetModel),
]

/** Costs of punctuation between words or letters. Other symbols cost `sign`. */
const marks: ReadonlyMap<string, number> = new Map([
  ['’', 4],
  ['‘', 6],
  ['\u00A0', 5],
  ...[...'–—“”„«»°ºª№´·'].map((mark) => [mark, 7] as const),
  ...[...'€£§©®…•'].map((mark) => [mark, 8] as const),
])
/** The cost of a dash between spaces or numbers, as in `12 – 14`. */
const loneDash = 4
const sign = 14
/** The extra cost of a symbol between two letters, as in `MŸllerstra§e`. */
const signInWord = 8
const control = 30
/** The cost of a letter in the wrong case, as in `DvoŘák`. */
const wrongCase = 8

const isLetter = (character: string): boolean => /[\p{L}\p{M}]/u.test(character)
const isUpper = (character: string): boolean => /\p{Lu}/u.test(character)
const isLower = (character: string): boolean => /\p{Ll}/u.test(character)
const isLatin = (character: string): boolean => /[A-Za-zÀ-ɏ]/u.test(character)

/** Returns the cost of character combinations that are improbable in every language. */
const oddity = (word: readonly string[]): number => {
  if (word.length === 1 && /[–—]/.test(word[0]!)) return loneDash
  let cost = 0
  for (const [at, character] of word.entries()) {
    if (character < '\u0080') continue
    const before = word[at - 1] ?? ''
    const after = word[at + 1] ?? ''
    if (character === '\uFFFD' || character < '\u00A0') cost += control
    else if (isEastAsian(character)) cost += eastAsianCost(character, before, after)
    else if (!isLetter(character)) {
      cost += marks.get(character) ?? sign
      if (character !== '’' && isLetter(before) && isLetter(after)) cost += signInWord
    } else if (isUpper(character) && isLower(before)) cost += wrongCase
    else if (isLower(character) && isUpper(before) && isUpper(after)) cost += wrongCase
    else if (isLower(character) && !isLetter(before)) cost += 1
    if (isOtherAlphabet(character) && (isLatin(before) || isLatin(after))) cost += mixedAlphabets
  }
  return cost
}

/** The cost of a letter of another alphabet next to a Latin one, as in `Zoл`. */
const mixedAlphabets = 8
const isOtherAlphabet = (character: string): boolean => /[\u0370-\u06FF]/.test(character)

const isEastAsian = (character: string): boolean => character >= '\u2E80' && character <= '\uFFDC'

/** Returns the cost of an East Asian character: it takes two bytes and is rarely next to a Latin letter. */
const eastAsianCost = (character: string, before: string, after: string): number => {
  const neighbours = [before, after].filter((other) => isLatin(other)).length
  // Korean names use either Hangul or Chinese characters, not both.
  const others = [before, after].filter(
    (other) => isHangul(other) !== isHangul(character) && isEastAsian(other),
  )
  const own = /[\u3040-\u30FF]/.test(character)
    ? 5
    : isHangul(character)
      ? 6.5
      : /[\u4E00-\u9FFF]/.test(character)
        ? 8
        : 12
  return own + 8 * neighbours + (isHangul(character) ? 4 * others.length : 0)
}

const isHangul = (character: string): boolean => /[\uAC00-\uD7A3]/.test(character)

const lettersCost = ({ pairs, letters }: Model, word: readonly string[]): number => {
  let cost = 0
  for (let at = 0; at <= word.length; at++) {
    const before = word[at - 1] ?? '^'
    const letter = word[at] ?? '^'
    if (before < '\u0080' && letter < '\u0080') continue
    const known = pairs.get(before + letter)
    if (known !== undefined) cost += known
    else if (letter < '\u0080') cost += unseenPair
    else cost += (letters.get(letter) ?? unknownLetter - unseenPair) + unseenPair
  }
  return cost
}

/** Returns the word in lower case, with `^` for anything but alphabetic letters. */
const foldedWord = (word: readonly string[]): string[] =>
  word.map((character) =>
    isLetter(character) && !isEastAsian(character) ? character.toLowerCase().slice(0, 1) : '^',
  )

/** The number of languages that a text is compared with. */
const comparedModels = 10

/** Returns the models that know the most letters of the text. */
const likelyModels = (all: readonly Model[], words: readonly (readonly string[])[]): Model[] => {
  const letters = new Map<string, number>()
  for (const letter of words.flat()) {
    if (letter >= '\u0080') letters.set(letter, (letters.get(letter) ?? 0) + 1)
  }
  const unknown = ({ letters: known }: Model) =>
    [...letters].reduce((sum, [letter, count]) => sum + (known.has(letter) ? 0 : count), 0)
  return all
    .map((model) => ({ model, unknown: unknown(model) }))
    .sort((one, other) => one.unknown - other.unknown)
    .slice(0, comparedModels)
    .map(({ model }) => model)
}

const otherLanguage = 2

/** Weight of an ASCII word, and how many count for each other word: lists have codes and English headings. */
const asciiWeight = 0.3
const asciiForOne = 20

/** Returns the cost of words as names in any language, including the ASCII words. */
export const textCost = (words: readonly string[], asciiWords: number): number => {
  models ??= readModels()
  const split = words.map((word) => [...word])
  const folded = split.map(foldedWord)
  const likely = likelyModels(models, folded)
  const costs = likely.map((model) => folded.map((word) => lettersCost(model, word)))
  const counted = asciiWeight * Math.min(asciiWords, asciiForOne * words.length)
  const totals = costs.map((own, index) =>
    own.reduce((sum, cost) => sum + cost, counted * likely[index]!.ascii),
  )
  const best = totals.indexOf(Math.min(...totals))
  const main = costs[best]!
  return split.reduce((sum, word, index) => {
    const other = Math.min(...costs.map((own) => own[index]!)) + otherLanguage
    return sum + Math.min(main[index]!, other) + oddity(word)
  }, counted * likely[best]!.ascii)
}
