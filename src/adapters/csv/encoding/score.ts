import { letterPairs } from './letter-pairs.gen.ts'

/**
 * How improbable a text is as names, streets and cities of some language: minus the natural logarithm of its
 * probability, by pairs of letters of which one is beyond ASCII. ASCII letters are the same in every code page
 * and say nothing.
 */
export interface Model {
  /** Of the second letter of a pair after the first; `^` is the edge of a word. */
  pairs: ReadonlyMap<string, number>
  /** Of a letter anywhere. */
  letters: ReadonlyMap<string, number>
  /** Of a word without any letter beyond ASCII. */
  ascii: number
}

/** The steps in which the table keeps costs. */
export const costSteps = 3
/** What a pair that the table lacks costs more than its letter alone. */
const unseenPair = 3
const unknownLetter = 14

/** Letters of languages that the table lacks, each as probable as any other. */
const alphabets = ['אבגדהוזחטיךכלםמןנסעףפץצקרשת', 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگی']
/** Beside what a pair costs that the table lacks. */
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

/** Marks that stand between words or letters, by what one costs; other signs cost `sign`. */
const marks: ReadonlyMap<string, number> = new Map([
  ['’', 4],
  ['‘', 6],
  ['\u00A0', 5],
  ...[...'–—“”„«»°ºª№´·'].map((mark) => [mark, 7] as const),
  ...[...'€£§©®…•'].map((mark) => [mark, 8] as const),
])
/** What a dash between blanks or numbers costs, as in `12 – 14`. */
const loneDash = 4
const sign = 14
/** What a mark that is none of words costs more between two letters, as in `MŸllerstra§e`. */
const signInWord = 8
const control = 30
/** What letters of the wrong case cost, as in `DvoRák` with the capital beyond ASCII. */
const wrongCase = 8

const isLetter = (character: string): boolean => /[\p{L}\p{M}]/u.test(character)
const isUpper = (character: string): boolean => /\p{Lu}/u.test(character)
const isLower = (character: string): boolean => /\p{Ll}/u.test(character)
const isLatin = (character: string): boolean => /[A-Za-zÀ-ɏ]/u.test(character)

/** What is odd about the characters of a word in every language. */
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

/** What a letter of another alphabet costs next to a Latin one, as in `Zoл`. */
const mixedAlphabets = 8
const isOtherAlphabet = (character: string): boolean => /[\u0370-\u06FF]/.test(character)

const isEastAsian = (character: string): boolean => character >= '\u2E80' && character <= '\uFFDC'

/** Characters of East Asia stand for two bytes, and rarely next to a Latin letter. */
const eastAsianCost = (character: string, before: string, after: string): number => {
  const neighbours = [before, after].filter((other) => isLatin(other)).length
  // Korean names are written in one script or the other.
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

/** Costs of the letters of a word in one language. */
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

/** The word in small letters, with `^` for all that is no letter of an alphabet. */
const foldedWord = (word: readonly string[]): string[] =>
  word.map((character) =>
    isLetter(character) && !isEastAsian(character) ? character.toLowerCase().slice(0, 1) : '^',
  )

/** Languages that a text is compared with. */
const comparedModels = 10

/** The models that know most of the letters of a text. */
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

/** What words in another language than most of the file cost more. */
const otherLanguage = 2

/**
 * How much a word of ASCII counts, and how many of them for one that is beyond it: lists have codes, e-mail
 * addresses and headings in other languages.
 */
const asciiWeight = 0.3
const asciiForOne = 20

/** What some words cost as names of any language, and with them words of ASCII. */
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
