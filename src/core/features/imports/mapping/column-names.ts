import { foldName } from '../../../address/index.ts'
import { bare, lastNameWords, type NamePart, nameParts, splitWords, targetWords } from './synonyms.ts'

/** Longer names of columns are none that a list of words knows. */
export const longestName = 60

/** Every word for a column → what it stands for: a part of a name, or a field of an item. */
const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...targetWords, ...nameParts }).flatMap(([meaning, group]) =>
    [...group].map((word) => [word, meaning] as const),
  ),
)
const wholes: ReadonlySet<string> = new Set([
  ...meanings.keys(),
  ...splitWords.streetAndNumber,
  ...splitWords.postalCodeAndCity,
])
const connectors: ReadonlySet<string> = new Set('en und u and et plus of or oder ou'.split(' '))
/** What is short for something only beside its other half: `Vor- und Nachname`, `N° et rue`. */
const halves: ReadonlyMap<string, string> = new Map([
  ['vor', 'first'],
  ['voor', 'first'],
  ['first', 'first'],
  ['n', 'recipient.houseNumber'],
])
/** Of how many words one thing in a compound is called: `nom de la rue`. */
const wordsOfOne = 4

/** What a column is called, in the word that the lists of words have for it; `undefined` where they have none. */
const wordOf = (name: string): string | undefined => {
  const whole = bare(name)
  if (wholes.has(whole)) return whole
  const things = thingsIn(name.split(' '))
  return things && compoundWord(things)
}

/** Takes a name of several things apart: `straat nr toev` → street, number, suffix. Longest words first. */
const thingsIn = (words: readonly string[]): string[] | undefined => {
  const things: string[] = []
  for (let at = 0; at < words.length; ) {
    let count = Math.min(wordsOfOne, words.length - at)
    let word = words.slice(at, at + count).join('')
    while (count > 1 && !meanings.has(word)) word = words.slice(at, at + --count).join('')
    const isBetween = at > 0 && at < words.length - 1
    const thing = meanings.get(word) ?? halves.get(word)
    if (thing !== undefined) things.push(lastNameWords.has(word) && things.length > 0 ? 'last' : thing)
    else if (!isBetween || !connectors.has(word)) return undefined
    at += count
  }
  return things
}

const nameOrder: readonly string[] = ['first', 'initials', 'infix', 'last'] satisfies NamePart[]

/** The word for a column in which several things stand in this order. */
const compoundWord = (things: readonly string[]): string | undefined => {
  const kinds = [...new Set(things)]
  const [first, ...others] = kinds
  if (first === undefined) return undefined
  // `Town / City`, `ZIP or postal code`.
  if (others.length === 0) return [...(targetWords[first] ?? nameParts[first as NamePart])][0]
  const shape = kinds.map((kind) => kind.replace('recipient.', '')).join(' ')
  if (/^(?:street houseNumber|houseNumber street)(?: houseNumberSuffix)?$/.test(shape))
    return 'streetandnumber'
  if (shape === 'houseNumber houseNumberSuffix') return 'housenumber'
  if (shape === 'postalCode city') return 'postalcodeandcity'
  // In the order of the envelope only: `Name, Vorname` is left to a person.
  const places = kinds.map((kind) => nameOrder.indexOf(kind))
  if (places.some((place, index) => place < 0 || (index > 0 && place < places[index - 1]!))) return undefined
  if (kinds.at(-1) !== 'last') return undefined
  return first === 'infix' ? 'lastname' : 'fullname'
}

/** `Street + no.` is street and number, not the number in the street. */
const folded = (name: string): string => foldName(name.slice(0, longestName).replace(/[+&/]/g, ' and '))

export interface ColumnName {
  /** As the lists of words have it, or its letters alone: `Straat + nr` → `streetandnumber`. */
  word: string
  /** True of a name that stands in the lists as it is, not taken apart. */
  isPlain: boolean
}

export const columnNameOf = (name: string): ColumnName => {
  const words = folded(name)
  const whole = bare(words)
  return { word: wordOf(words) ?? whole, isPlain: wholes.has(whole) }
}

/** True of what some column is called. */
export const isColumnName = (name: string): boolean => wordOf(folded(name)) !== undefined
