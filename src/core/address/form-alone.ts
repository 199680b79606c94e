import { foldName, wordSet } from './fold.ts'
import { languageNamed } from './salutation-values.ts'
import { readForm } from './salutation-words.ts'

/** Forms of address that a letter may begin with, without a name. */
const complete =
  wordSet(`madame monsieur mesdames messieurs mademoiselle madam ladies gentlemen sirs mevrouw mijnheer
  meneer dames heren damen herren senora senor senoras senores signora signore signori panstwo panie panowie`)
/** Those that need a word before them: `Geachte heer`, `Gentile famiglia`. */
const completeAfterOpener = wordSet('heer familie famille familia famiglia pani pan')

/**
 * Whether a text that a letter begins with is a form of address without the name that belongs to it: `Dhr.`,
 * `Beste Mevr.`, `Dear Mr`. `locale` is the language of the letter.
 */
export const isFormAlone = (text: string, locale: string): boolean => {
  const form = readForm(text.trim(), languageNamed(locale))
  if (!form.isKnown || foldName(form.rest) !== '') return false
  const last = foldName(text).split(' ').at(-1)!
  return !complete.has(last) && !(form.hasOpener && completeAfterOpener.has(last))
}
