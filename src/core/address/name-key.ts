import { bounded, collapseUmlauts, spellOutUmlauts } from './fold.ts'
import { bareName, hasFirstName } from './salutations.ts'

const maxNameKey = 150

/**
 * The key of a name: the same for names that differ in case, accents, punctuation, spaces, invisible
 * characters, salutation or title, or in `ue` for `ü`. `''` where the name has no letters or digits. It is
 * coarse, so that it can be looked up; `isSameName` decides among names with equal keys.
 */
export const nameKey = (name: string): string =>
  bounded(collapseUmlauts(bareName(name).words.join('')), maxNameKey)

/**
 * Whether two names mean one person or company. `Müller` is both `Mueller` and `Muller`, but `Joe` is not
 * `Jo`. A salutation on one side makes no difference, but `Herr Müller` is not `Frau Müller`.
 */
export const isSameName = (one: string, other: string): boolean => {
  if (one === other) return true
  const spellings = spellingsOf(other)
  if (!spellingsOf(one).some((spelling) => spellings.includes(spelling))) return false
  const [first, second] = [bareName(one), bareName(other)]
  const contradict = first.sex !== undefined && second.sex !== undefined && first.sex !== second.sex
  return !contradict || (hasFirstName(first) && hasFirstName(second))
}

const spellingsOf = (name: string): string[] =>
  [name, spellOutUmlauts(name)].map((text) => bareName(text).words.join(''))
