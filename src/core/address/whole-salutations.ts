import { foldName } from './fold.ts'
import { men, people, women } from './form-words.ts'
import { greetings, longGreetings, readForm, type SalutationLanguage } from './salutation-words.ts'

/** Two words at least, none of them an abbreviation. */
const isPhrase = (text: string): boolean => {
  const words = text.split(/[\s/&+]+/).filter((word) => /\p{L}/u.test(word))
  return words.length > 1 && words.every((word) => endsInLetters(word) && !word.includes('.'))
}

/** Reads the end only, since a word may be as long as a merge field. */
const endsInLetters = (word: string): boolean => /^\p{L}{2}$/u.test([...word.slice(-4)].slice(-2).join(''))

const english = /^dear (?:sir|madam)|^(?:sir|madam|sirs|ladies) (?:or|and) (?:sir|madam|gentlemen)$/
const french = /^(?:madame|messieurs|mesdames) (?:et )?(?:monsieur|messieurs|mesdames)$/

/** Whether a salutation that was given is whole: it needs no name, or has one. */
export const isWholeSalutation = (text: string, language: SalutationLanguage | undefined): boolean => {
  const folded = foldName(text)
  if (folded === '') return false
  if (longGreetings.test(folded) || greetings.has(folded)) return true
  if (english.test(folded) || french.test(folded)) return true
  const form = readForm(text, language)
  const rest = foldName(form.rest)
  if (!form.hasOpener) return !form.isKnown && isPhrase(text)
  // French and Polish letters name nobody.
  const isNameless = form.isKnown && (language === 'fr' || language === 'pl')
  return (
    rest !== '' || isNameless || (['men', 'women', 'couple'].includes(form.several ?? '') && isPlural(folded))
  )
}

/** Whether the words of a whole salutation are known, or its sense can only be guessed. */
export const isKnownSalutation = (text: string, language: SalutationLanguage | undefined): boolean => {
  const folded = foldName(text)
  return (
    english.test(folded) ||
    french.test(folded) ||
    readForm(text, language).hasOpener ||
    longGreetings.test(folded)
  )
}

const isPlural = (folded: string): boolean =>
  folded.split(' ').some((word) => men.has(word) || women.has(word) || people.has(word))
