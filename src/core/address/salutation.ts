import { foldName } from './fold.ts'
import { tidy } from './normalise.ts'
import { type Addressed, formalSalutations, informalSalutations } from './salutation-forms.ts'
import { languageNamed, sexNamed } from './salutation-values.ts'
import {
  type FormOfAddress,
  isWholeSalutation,
  readForm,
  type SalutationLanguage,
} from './salutation-words.ts'
import { namesNobody } from './salutations.ts'

/** What a salutation is made from, as given. */
export interface SalutationSource {
  name?: string | null | undefined
  companyName?: string | null | undefined
  country: string
  /** A form of address, `Mevr.`, or a whole salutation, which is printed as it is. */
  salutation?: string | undefined
  title?: string | undefined
  sex?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  language?: string | undefined
}

export const formalities = ['formal', 'informal'] as const
export type Formality = (typeof formalities)[number]

/** Why a salutation is less exact than what was given. */
export type SalutationDoubt =
  | 'SALUTATION_UNKNOWN'
  | 'TITLE_UNKNOWN'
  | 'SEX_UNKNOWN'
  | 'SEX_CONFLICT'
  | 'LANGUAGE_UNKNOWN'
  | 'NAME_UNCLEAR'
  | 'FORM_ALONE'

export interface Salutation {
  /** Without the comma behind it. */
  text: string
  doubts: SalutationDoubt[]
}

/** The template prints the comma behind a salutation. */
export const withoutComma = (text: string | undefined): string => tidy(text).replace(/[,\s]+$/, '')

/**
 * Composes a salutation. A sex follows from a form of address or an explicit value, never from a first name; where
 * it is not certain, the form is neutral. `locale` is the language of the letter (BCP 47).
 */
export const salutationOf = (
  source: SalutationSource,
  locale: string,
  formality: Formality = 'formal',
): Salutation => {
  const doubts = new Set<SalutationDoubt>()
  const given = withoutComma(source.salutation)
  if (isWholeSalutation(given)) return { text: given, doubts: [] }
  const named = source.language ? languageNamed(source.language) : undefined
  if (tidy(source.language) !== '' && !named) doubts.add('LANGUAGE_UNKNOWN')
  const language = named ?? languageNamed(locale)
  const person = personOf(source, given, language, doubts)
  if (!language) {
    doubts.add('LANGUAGE_UNKNOWN')
    return { text: person.full || person.last || person.company, doubts: [...doubts] }
  }
  const informal = formality === 'informal' || person.isInformal
  const forms = informal ? informalSalutations : formalSalutations
  return { text: forms[language](person), doubts: [...doubts] }
}

const personOf = (
  source: SalutationSource,
  given: string,
  language: SalutationLanguage | undefined,
  doubts: Set<SalutationDoubt>,
): Addressed & { isInformal: boolean } => {
  const own = readForm(given, language)
  const title = readForm(tidy(source.title), language)
  const company = tidy(source.companyName)
  const written = tidy(source.name).replace(/^(?:aan )?de[nr]? (?=(?:heer|heren|dames)\b)/i, '')
  const isCompany = company !== '' && foldName(written) === foldName(company)
  const name = namesNobody(written)
    ? readForm(written, language)
    : readForm(isCompany ? '' : written, language, { isName: true })
  const forms = [own, title, name]
  // `Mevrouw De Vries` in a column of salutations names the person as well.
  if (own.rest !== '' && !own.isKnown) doubts.add('SALUTATION_UNKNOWN')
  if (title.rest !== '') doubts.add('TITLE_UNKNOWN')
  const several = forms.find((form) => form.several !== undefined)?.several
  const names = namesOf(source, name.rest, own.isKnown ? own.rest : '', language, doubts)
  const isAustrian = source.country === 'AT'
  const titled = forms.find((form) => form.german.length > 0 || form.austrian.length > 0)
  return {
    sex:
      several || names.isSeveral || doubts.has('NAME_UNCLEAR')
        ? undefined
        : sexOf(source, forms, language, doubts),
    several: several ?? (names.isSeveral ? 'spouses' : undefined),
    ...names,
    company,
    courtesy: forms.find(({ courtesy }) => courtesy !== undefined)?.courtesy ?? '',
    professor: firstOf(forms, 'professor'),
    doctor: firstOf(forms, 'doctor'),
    otherTitle: title.rest,
    titles: (isAustrian ? titled?.austrian : titled?.german)?.join(' ') ?? '',
    isInformal: own.isInformal,
  }
}

const firstOf = (forms: readonly FormOfAddress[], field: 'professor' | 'doctor'): string =>
  forms.find((form) => form[field] !== undefined)?.[field] ?? ''

const sexOf = (
  { sex: given }: SalutationSource,
  forms: readonly FormOfAddress[],
  language: SalutationLanguage | undefined,
  doubts: Set<SalutationDoubt>,
): 'male' | 'female' | undefined => {
  const sexes = new Set(forms.flatMap(({ sex }) => sex ?? []))
  const named = sexNamed(tidy(given), language)
  if (named === 'unknown') doubts.add('SEX_UNKNOWN')
  if (named === 'neither' && sexes.size > 0) doubts.add('SEX_CONFLICT')
  // `X` and `Mx` exclude both forms, whatever the other values are.
  if (named === 'neither' || forms.some(({ isNeutral }) => isNeutral)) return undefined
  if (named === 'male' || named === 'female') sexes.add(named)
  if (sexes.size === 2) doubts.add('SEX_CONFLICT')
  return sexes.size === 1 ? [...sexes][0] : undefined
}

const particle =
  /^(?:van|von|vom|der|den|de|het|['’]t|te|ter|ten|zu|zum|zur|la|le|du|des|di|da|del|della|af|av)$/iu
const initials = /^(?:(?:\p{L}{1,3}\.-?)+|\p{Lu})$/u

/** The names of the person. The surname is that which was given, or what certainly is one. */
const namesOf = (
  { firstName, lastName }: SalutationSource,
  whole: string,
  named: string,
  language: SalutationLanguage | undefined,
  doubts: Set<SalutationDoubt>,
): Pick<Addressed, 'last' | 'isSurname' | 'full' | 'first'> & { isSeveral: boolean } => {
  const first = initials.test(tidy(firstName)) ? '' : tidy(firstName)
  const isSeveral = /[&+/]|\s(?:en|und|and|et|e|y|og|och)\s/iu.test(tidy(firstName) || whole)
  const given = withParticles(tidy(lastName), whole)
  if (given) return { last: given, isSurname: true, first, full: first ? `${first} ${given}` : '', isSeveral }
  const name = inOrder(whole)
  const words = name.text.split(' ').filter((word) => word !== '')
  if (isSeveral) {
    if (/\b(?:mevr|mw|frau|mrs|mme|dhr|herr|mr|ms)\b/i.test(whole)) {
      doubts.add('NAME_UNCLEAR')
      return { last: '', isSurname: false, first: '', full: '', isSeveral: false }
    }
    return { last: name.text, isSurname: false, first: '', full: name.text, isSeveral }
  }
  const last = name.last || named || surnameIn(words, language)
  if (last)
    return {
      last,
      isSurname: true,
      first,
      full: words.length > 1 && !initials.test(words[0]!) ? name.text : '',
      isSeveral,
    }
  return { last: name.text, isSurname: false, first, full: words.length > 1 ? name.text : '', isSeveral }
}

/** `Vries` is `de Vries` where the name says so. */
const withParticles = (last: string, whole: string): string => {
  if (last === '' || !whole.endsWith(` ${last}`)) return last
  const words = whole.slice(0, -last.length - 1).split(' ')
  let own = last
  while (words.length > 0 && particle.test(words.at(-1)!)) own = `${words.pop()} ${own}`
  return own
}

/** `de Vries, Anna` and `Vries, de` with the surname that they begin with. */
const inOrder = (whole: string): { text: string; last: string } => {
  const [one = '', two = '', ...more] = whole.split(',').map((part) => part.trim())
  if (two === '' || more.length > 0) return { text: whole.replace(/[,\s]+$/, ''), last: '' }
  const isParticle = two.split(' ').every((word) => particle.test(word))
  return isParticle ? { text: `${two} ${one}`, last: `${two} ${one}` } : { text: `${two} ${one}`, last: one }
}

/** The surname after initials, of one word, or with Dutch or German particles; '' where it is not certain. */
const surnameIn = (words: readonly string[], language: SalutationLanguage | undefined): string => {
  let from = 0
  while (from < words.length - 1 && initials.test(words[from]!)) from++
  if (from > 0 || words.length === 1) return words.slice(from).join(' ')
  if (language !== 'nl' && language !== 'de') return ''
  const at = words.findIndex(
    (word, index) => index > 0 && /^(?:van|von|vom|der|den|de|ter|ten|zu|zum|zur|te)$/i.test(word),
  )
  return at > 0 && at < words.length - 1
    ? words.slice(at).join(' ')
    : particle.test(words[0] ?? '')
      ? words.join(' ')
      : ''
}
