import { foldName, wordSet } from '../fold.ts'
import { readForm, type SalutationLanguage, salutationLanguages } from './words.ts'

const languageWords: Readonly<Record<SalutationLanguage, ReadonlySet<string>>> = {
  nl: wordSet('nl nld dut dutch nederlands neerlandais niederlandisch hollands vlaams'),
  de: wordSet('de deu ger german deutsch duits allemand aleman tedesco niemiecki tysk tyska'),
  en: wordSet('en eng english engels englisch anglais ingles inglese angielski engelsk engelska'),
  fr: wordSet('fr fra fre french frans franzosisch francais frances francese francuski fransk franska'),
  es: wordSet(
    'es spa spanish spaans spanisch espagnol espanol spagnolo hiszpanski spansk spanska castellano',
  ),
  it: wordSet('it ita italian italiaans italienisch italien italiano wloski italiensk italienska'),
  pl: wordSet('pl pol polish pools polnisch polonais polaco polacco polski polsk polska'),
  da: wordSet('da dan danish deens danisch danois danes danese dunski dansk danska'),
  sv: wordSet('sv swe swedish zweeds schwedisch suedois sueco svedese szwedzki svensk svenska'),
}

/** Returns the language for a code (`nl`, `de-AT`) or a word; undefined if unknown. */
export const languageNamed = (text: string): SalutationLanguage | undefined => {
  const [word = ''] = foldName(text.slice(0, 40)).split(' ')
  return salutationLanguages.find((language) => languageWords[language].has(word))
}

const sexWords = {
  male: wordSet(
    'male man mannlich maennlich herr heer dhr homme masculin hombre masculino varon uomo maschio maschile mezczyzna mand mann',
  ),
  female: wordSet(
    'female woman vrouw vrouwelijk weiblich frau mevrouw mevr femme feminin mujer femenino donna femmina femminile kobieta kvinde kvinna',
  ),
  neither: wordSet('x d nb divers divera andere anders other neutral nonbinary nonbinair overig onzijdig'),
  unstated: wordSet('o u n onbekend unknown unbekannt inconnu none keine keiner geen ohne keineangabe ka'),
}
/** Letters with different meanings count only in their own language. */
const sexLetters: Readonly<Record<SalutationLanguage, { male: string; female: string }>> = {
  nl: { male: 'm', female: 'vf' },
  de: { male: 'm', female: 'wf' },
  en: { male: 'm', female: 'f' },
  fr: { male: 'mh', female: 'f' },
  es: { male: 'hv', female: 'f' },
  it: { male: 'mu', female: 'fd' },
  pl: { male: 'm', female: 'k' },
  da: { male: 'm', female: 'k' },
  sv: { male: 'm', female: 'k' },
}

/** Returns the stated sex; `unstated` for none and for either (`M/V`), `unknown` if uncertain. */
export const sexNamed = (
  text: string,
  language: SalutationLanguage | undefined,
): keyof typeof sexWords | 'unknown' => {
  const word = foldName(text.slice(0, 40)).replace(/^(?:(?:niet|non) (?=bina)|keine (?=angabe$))/, (start) =>
    start.replace('niet', 'non').trim(),
  )
  // `M/V` means either.
  if (word === '' || /^[mvwfhk] [mvwfhk]$/.test(word)) return 'unstated'
  // `d` is donna in Italian and divers in German.
  const letters = sexLetters[language ?? 'en']
  if (word.length === 1) {
    if (letters.male.includes(word)) return 'male'
    if (letters.female.includes(word)) return 'female'
  }
  for (const sex of ['male', 'female', 'neither', 'unstated'] as const)
    if (sexWords[sex].has(word)) return sex
  return 'unknown'
}

/** Forms of address that may start a letter without a name. */
const complete =
  wordSet(`madame monsieur mesdames messieurs mademoiselle madam ladies gentlemen sirs mevrouw mijnheer
  meneer dames heren damen herren senora senor senoras senores signora signore signori panstwo panie panowie`)
/** Forms of address that need no name after an opener: `Geachte heer`, `Gentile famiglia`. */
const completeAfterOpener = wordSet('heer familie famille familia famiglia pani pan')

/** True if the form of address lacks its name: `Dhr.`, `Beste Mevr.`. `locale` is that of the letter. */
export const isFormAlone = (text: string, locale: string): boolean => {
  const form = readForm(text.trim(), languageNamed(locale))
  if (!form.isKnown || foldName(form.rest) !== '') return false
  const last = foldName(text).split(' ').at(-1)!
  return !complete.has(last) && !(form.hasOpener && completeAfterOpener.has(last))
}
