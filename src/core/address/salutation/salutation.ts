import { foldName } from '../fold.ts'
import { men, people, women } from '../form-words.ts'
import { namesNobody } from '../names.ts'
import { isDeceasedName, namesEstateOrHousehold } from '../no-mail.ts'
import { tidy } from '../normalise.ts'
import { type Addressed, formalSalutations, informalSalutations, pairSalutation } from './forms.ts'
import { namesOf, namesOrganisation } from './names.ts'
import { languageNamed, sexNamed } from './values.ts'
import { type FormOfAddress, greetings, longGreetings, readForm, type SalutationLanguage } from './words.ts'

/** True for at least two words without abbreviations. */
const isPhrase = (text: string): boolean => {
  const words = text.split(/[\s/&+]+/).filter((word) => /\p{L}/u.test(word))
  return words.length > 1 && words.every((word) => endsInLetters(word) && !word.includes('.'))
}

/** Reads only the end, since a word may be as long as a merge field. */
const endsInLetters = (word: string): boolean => /^\p{L}{2}$/u.test([...word.slice(-4)].slice(-2).join(''))

const english = /^dear (?:sir|madam)|^(?:sir|madam|sirs|ladies) (?:or|and) (?:sir|madam|gentlemen)$/
const french = /^(?:madame|messieurs|mesdames) (?:et )?(?:monsieur|messieurs|mesdames)$/

/** True if the salutation has a name or needs none. */
export const isWholeSalutation = (text: string, language: SalutationLanguage | undefined): boolean => {
  const folded = foldName(text)
  if (folded === '') return false
  if (longGreetings.test(folded) || greetings.has(folded)) return true
  if (english.test(folded) || french.test(folded)) return true
  const form = readForm(text, language)
  const rest = foldName(form.rest)
  if (!form.hasOpener) return !form.isKnown && isPhrase(text)
  // French and Polish salutations need no name.
  const isNameless = form.isKnown && (language === 'fr' || language === 'pl')
  return (
    rest !== '' || isNameless || (['men', 'women', 'couple'].includes(form.several ?? '') && isPlural(folded))
  )
}

/** True if known words, rather than a guess, make the text a salutation. */
const isKnownSalutation = (text: string, language: SalutationLanguage | undefined): boolean => {
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

export interface SalutationSource {
  name?: string | null | undefined
  companyName?: string | null | undefined
  country: string
  /** A form of address, `Mevr.`, or a complete salutation, which is printed unchanged. */
  salutation?: string | undefined
  title?: string | undefined
  sex?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  language?: string | undefined
}

export const formalities = ['formal', 'informal'] as const
export type Formality = (typeof formalities)[number]

/** Why a salutation is less specific than the given data. */
export type SalutationDoubt =
  | 'SALUTATION_UNKNOWN'
  | 'TITLE_UNKNOWN'
  | 'SEX_UNKNOWN'
  | 'SEX_CONFLICT'
  | 'LANGUAGE_UNKNOWN'
  | 'NAME_UNCLEAR'
  | 'FORM_ALONE'

export interface Salutation {
  /** The template prints the trailing comma. */
  text: string
  doubts: SalutationDoubt[]
}

/** Removes a trailing comma, which the template prints. */
export const withoutComma = (text: string | undefined): string => {
  const whole = tidy(text)
  let end = whole.length
  while (end > 0 && /[,\s]/.test(whole[end - 1]!)) end--
  return whole.slice(0, end)
}

/**
 * Composes a salutation. The sex comes from a form of address or an explicit value, never from a first name;
 * if it is uncertain, the form is neutral. `locale` is the language of the letter (BCP 47).
 */
export const salutationOf = (
  source: SalutationSource,
  locale: string,
  formality: Formality = 'formal',
): Salutation => {
  const doubts = new Set<SalutationDoubt>()
  const named = source.language ? languageNamed(source.language) : undefined
  if (tidy(source.language) !== '' && !named) doubts.add('LANGUAGE_UNKNOWN')
  const language = named ?? languageNamed(locale)
  const written = withoutComma(source.salutation)
  const given = sexNamed(written, language) === 'unstated' ? '' : written
  if (isWholeSalutation(given, language))
    return { text: given, doubts: isKnownSalutation(given, language) ? [] : ['SALUTATION_UNKNOWN'] }
  const pair = given === '' ? pairOf(source, locale, formality) : undefined
  if (pair && language) {
    const [one, other] = pair
    return {
      text: pairSalutation(language, one.text, other.text),
      doubts: [...new Set([...one.doubts, ...other.doubts])],
    }
  }
  const person = personOf(source, given, language, doubts)
  if (!language) {
    doubts.add('LANGUAGE_UNKNOWN')
    return { text: person.full || person.last || person.company, doubts: [...doubts] }
  }
  // `Lieve` with a first name is printed unchanged.
  if (person.isInformal && person.opener !== '' && person.first !== '')
    return { text: `${person.opener} ${person.first}`, doubts: [...doubts] }
  const informal = formality === 'informal' || person.isInformal
  const forms = informal ? informalSalutations : formalSalutations
  if (person.several === 'couple' && person.titles !== '') doubts.add('NAME_UNCLEAR')
  const composed = forms[language](person)
  if (!informal && person.several === undefined && isWithoutTitle(composed, person))
    doubts.add('TITLE_UNKNOWN')
  return { text: composed, doubts: [...doubts] }
}

/** True if a doctor or professor is addressed without the title. French letters omit it. */
const isWithoutTitle = (text: string, { professor, doctor }: Addressed): boolean =>
  (professor !== '' || doctor !== '') && !/(?<!\p{L})(?:pr|d[or]|do[ck]t)/iu.test(text)

const personOf = (
  source: SalutationSource,
  given: string,
  language: SalutationLanguage | undefined,
  doubts: Set<SalutationDoubt>,
): Addressed & { isInformal: boolean; opener: string } => {
  const own = readForm(given, language)
  const title = readForm(tidy(source.title), language)
  const company = tidy(source.companyName)
  const isNobody = namesEstateOrHousehold(tidy(source.name)) || isDeceasedName(tidy(source.name))
  if (isNobody) doubts.add('NAME_UNCLEAR')
  const text = isNobody
    ? ''
    : spaced(tidy(source.name)).replace(/^(?:aan )?de[nr]? (?=(?:heer|heren|dames)\b)/i, '')
  const isOrganisation = namesOrganisation(text) && !hasForm(text, language)
  const written = isOrganisation ? '' : text
  const isCompany = company !== '' && foldName(written) === foldName(company)
  const name = formInName(isCompany ? '' : written, source, language)
  const forms = [own, title, name]
  if (isUnknownForm(given, own) || forms.some(({ isUnclear }) => isUnclear)) doubts.add('SALUTATION_UNKNOWN')
  if (title.rest !== '') doubts.add('TITLE_UNKNOWN')
  const several = forms.find((form) => form.several !== undefined)?.several
  const stated = several ? 'several' : isOnePerson(source, forms, language) ? 'one' : undefined
  const isNamed = !isOrganisation || tidy(source.firstName) !== ''
  const names = namesOf(isNamed ? source : {}, name.rest, {
    named: own.isKnown ? own.rest : '',
    language,
    stated,
  })
  const hasForms = / (?:mevr|mw|frau|mrs|mme|dhr|herr|mr|ms)\b/i.test(name.rest)
  if (names.people !== 'one' && hasForms && !tidy(source.lastName)) {
    doubts.add('NAME_UNCLEAR')
    Object.assign(names, { last: '', full: '', first: '', people: 'one' })
  }
  if (names.people === 'unclear') doubts.add('NAME_UNCLEAR')
  const isSeveral = names.people === 'several'
  const isOneWord = name.rest !== '' && !name.rest.includes(' ') && tidy(source.lastName) === ''
  if (isOneWord && forms.every(({ courtesy, several }) => courtesy === undefined && several === undefined))
    names.first ||= name.rest
  const isAustrian = source.country === 'AT'
  const titled = forms.find((form) => form.german.length > 0 || form.austrian.length > 0)
  return {
    sex:
      several || isSeveral || doubts.has('NAME_UNCLEAR') ? undefined : sexOf(source, forms, language, doubts),
    several: several ?? (isSeveral ? 'spouses' : undefined),
    ...names,
    company: company || (isOrganisation ? text : ''),
    couple: forms.find((form) => form.several === 'couple')?.written ?? '',
    courtesy: forms.find(({ courtesy }) => courtesy !== undefined)?.courtesy ?? '',
    professor: firstOf(forms, 'professor'),
    doctor: firstOf(forms, 'doctor'),
    // After an unknown English word, such as `Rev.`, the name is printed.
    otherTitle: title.rest || (language === 'en' && !own.isKnown && !own.hasOpener ? own.rest : ''),
    titles: (isAustrian ? titled?.austrian : titled?.german)?.join(' ') ?? '',
    isInformal: own.isInformal,
    opener: own.hasOpener && !own.isKnown && own.rest === '' ? given : '',
  }
}

/** `A. (Anneke) de Boer` → `A. de Boer`, `A.Bos` → `A. Bos`. */
const spaced = (name: string): string => {
  const bare = tidy(name.replace(/\([^()]{1,40}\)/gu, ' ').replace(/\.(?=\p{Lu}\p{Ll})/gu, '. '))
  return bare === '' ? name : bare
}

/** True for unknown words or a single letter. A known form may also include the name. */
const isUnknownForm = (given: string, { isKnown, rest }: FormOfAddress): boolean =>
  !isKnown && (rest !== '' || /^\p{L}\.?$/u.test(given))

/** Reads the form of address in a name. `M.` is an initial if a first name with M is given. */
const formInName = (
  name: string,
  { firstName }: SalutationSource,
  language: SalutationLanguage | undefined,
): FormOfAddress => {
  if (namesNobody(name)) return readForm(name, language)
  const [given = ''] = foldName(tidy(firstName)).split(' ')
  const [first = '', ...others] = foldName(name).split(' ')
  const isInitial = /^\p{L}$/u.test(first) && given.startsWith(first)
  if (isInitial && !others.some((word) => word === given || word === first))
    return { ...readForm('', language), rest: name }
  return readForm(name, language, { isName: true })
}

/** True if a form of address or the field `sex` says that it is one person. */
const isOnePerson = (
  { sex }: SalutationSource,
  forms: readonly FormOfAddress[],
  language: SalutationLanguage | undefined,
): boolean =>
  forms.some((form) => form.sex !== undefined) ||
  ['male', 'female'].includes(sexNamed(tidy(sex), language) ?? '')

const hasForm = (text: string, language: SalutationLanguage | undefined): boolean =>
  readForm(text, language, { isName: true }).courtesy !== undefined

/** Splits two people who each have a form of address. */
const pairOf = (
  { name, country, firstName, lastName, title, sex, language }: SalutationSource,
  locale: string,
  formality: Formality,
): [Salutation, Salutation] | undefined => {
  if ([firstName, lastName, title, sex].some((text) => tidy(text) !== '')) return undefined
  const parts = tidy(name).split(/\s+(?:&|\+|en|und|and|et|e|y|og|och|EN|UND|AND|ET|OG|OCH)\s+/u)
  const named = languageNamed(language ?? '') ?? languageNamed(locale)
  const isNamed = (part: string) => {
    const form = readForm(part, named, { isName: true })
    return form.sex !== undefined && form.rest !== '' && !namesNobody(part)
  }
  if (parts.length !== 2 || !parts.every(isNamed) || sharesSurname(parts, named)) return undefined
  const [one, other] = parts.map((part) => salutationOf({ name: part, country, language }, locale, formality))
  return [one!, other!]
}

/** True for `Dhr. A. & Mw. B. Bos`, `Herrn Peter und Frau Anna Müller`. */
const sharesSurname = (parts: readonly string[], language: SalutationLanguage | undefined): boolean => {
  const [one = [], other = []] = parts.map((part) =>
    readForm(part, language, { isName: true }).rest.split(' '),
  )
  if (one.length !== 1) return false
  if (/^\p{Lu}\p{Ll}?\.?$/u.test(one[0]!)) return true
  const [first = ''] = other
  return (
    other.length > 1 &&
    /^\p{Lu}\p{Ll}{2}/u.test(first) &&
    !/^(?:van|von|vom|der|den|ter|ten|zum|zur|del|della|dos|das)$/iu.test(first)
  )
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
  // `X` and `Mx` exclude both forms, regardless of other values.
  if (named === 'neither' || forms.some(({ isNeutral }) => isNeutral)) return undefined
  if (named === 'male' || named === 'female') sexes.add(named)
  if (sexes.size === 2) doubts.add('SEX_CONFLICT')
  return sexes.size === 1 ? [...sexes][0] : undefined
}
