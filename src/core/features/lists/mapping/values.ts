import { countryNames } from '../../../address/countries/names.ts'
import { countriesCalled } from '../../../address/index.ts'
import { unitAt } from '../../../address/street/door-words.ts'
import type { Sentence } from '../../../kernel/sentences.ts'
import { listSentences } from '../sentences.ts'

export { countryOf } from '../../../address/index.ts'

/** Returns the error for an unknown or ambiguous country name. */
export const countryFault = (country: string): Sentence => {
  const countries = countriesCalled(country)
    .map((code) => countryNames.get(code))
    .join(', ')
  return countries === ''
    ? listSentences.sentence('invalid_format.country_name', { country })
    : listSentences.sentence('invalid_format.country_of_several', { country, countries })
}

const yes = 'true yes y 1 x ja j oui o waar wahr vrai si sí sì tak vero verdadero prawda sand sandt sant'
const no = 'false no n 0 nee nein non onwaar falsch faux nie nej falso fałsz falsk falskt'
const truths: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(yes.split(' ').map((word) => [word, true])),
  ...Object.fromEntries(no.split(' ').map((word) => [word, false])),
}

export const truthOf = (text: string): boolean | undefined => {
  const word = text.toLowerCase()
  return Object.hasOwn(truths, word) ? truths[word] : undefined
}

/** Matches a unit without a word: `4`, `4B`, `B`, `3.12`. */
export const isBare = (text: string): boolean =>
  /^(?:\d{1,4}(?:[.-]\d{1,3})? ?\p{L}?|\p{L}\d{0,3})$/u.test(text)

/** Matches a unit with or without its word: `4B`, `Room 4`; not `Red` or `Sales`. */
export const isUnitValue = (text: string): boolean =>
  text === '' || isBare(text.replace(/^#\s*/, '')) || unitAt(text) === 0
