import type { SalutationLanguage } from './salutation-words.ts'

/** Words between two people. `y` and `e` also join the surnames of one person in Spanish. */
const joins: Readonly<Record<SalutationLanguage, readonly string[]>> = {
  nl: ['en'],
  de: ['und'],
  en: ['and'],
  fr: ['et'],
  es: ['y', 'e'],
  it: ['e', 'ed'],
  pl: ['i'],
  da: ['og'],
  sv: ['och'],
}
/** Words that are part of no name, in whatever language a letter is. */
const neverNames = new Set(['en', 'und', 'and', 'et', 'og', 'och'])
const particle = /^(?:de|del|la|las|los)$/

/** How many people a name names. */
export type People = 'one' | 'several' | 'unclear'

export interface Joined {
  language: SalutationLanguage | undefined
  /** Whether a form of address or a sex says that it is one person, or several. */
  stated: 'one' | 'several' | undefined
  /** Whether these are first names, without a surname. */
  areFirstNames: boolean
}

/**
 * How many people a name names. Only a word of the letter's language in lower case joins two people: `E` is an
 * initial, and `Ortega y Gasset` is a surname.
 */
export const peopleIn = (name: string, { language, stated, areFirstNames }: Joined): People => {
  if (/[&+/]/.test(name)) return 'several'
  const words = name.split(' ')
  const inner = words.slice(1, -1)
  const own: readonly string[] = language ? joins[language] : []
  const at = inner.findIndex((word) => own.includes(word)) + 1
  const isCapitals = name === name.toUpperCase()
  if (at === 0)
    return inner.some((word) => neverNames.has(isCapitals ? word.toLowerCase() : word)) ? 'unclear' : 'one'
  if (stated === 'several') return 'several'
  if (language === 'es' && !areFirstNames) {
    const after = words.slice(at + 1).filter((word) => !particle.test(word)).length
    if (after === 1) return at > 1 || stated === 'one' ? 'one' : 'unclear'
  }
  return stated === 'one' ? 'unclear' : 'several'
}
