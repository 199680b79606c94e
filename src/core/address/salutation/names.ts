import { foldName, wordSet } from '../fold.ts'
import { tidy } from '../normalise.ts'
import type { SalutationLanguage } from './words.ts'

/** Words that join two people. In Spanish, `y` and `e` also join the surnames of one person. */
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
/** Not part of a name in any language. */
const neverNames = new Set(['en', 'und', 'and', 'et', 'og', 'och'])
const particle = /^(?:de|del|la|las|los)$/

type People = 'one' | 'several' | 'unclear'

export interface Joined {
  language: SalutationLanguage | undefined
  /** The number of people according to a form of address or sex. */
  stated: 'one' | 'several' | undefined
  /** The name has first names only, no surname. */
  areFirstNames: boolean
}

/**
 * Returns whether a name is that of several people. Besides signs such as `&`, only a lower-case word of the
 * letter's language joins two: `E` is an initial, and `Ortega y Gasset` is a surname.
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

/** Words that start the name of an organisation or department. */
const organisations =
  wordSet(`stichting vereniging gemeente provincie ministerie basisschool universiteit hogeschool
  parochie bibliotheek ziekenhuis firma stiftung verein gemeinde universitat ministerium gesellschaft association
  societe fondation mairie universite fundacion asociacion ayuntamiento universidad fondazione associazione comune
  foundation university fundacja afd afdeling abt abteilung dept department departement service directie bestuur
  secretariaat administratie redactie vorstand geschaftsfuhrung sekretariat redaktion personalabteilung einkauf
  inkoop hr accounts praxis gemeinschaftspraxis kanzlei hausverwaltung apotheke bakkerij slagerij
  apotheek praktijk restaurant hotel`)
/** Legal forms at the end of a name, folded and as written. */
const legalForms = wordSet('bv nv vof gmbh ohg ltd llc llp plc inc sarl sas srl spa spzoo aps gbr')
const writtenForms = /(?:^|\s)(?:SA|AG|KG|SE|AB|AS|SL|SLU|SNC|Lda|Oy|A\/S|e\.\s?V\.|eG|S\.A\.|Co\. KG)\.?$/u

/** True for an organisation or department without a person. */
export const namesOrganisation = (name: string): boolean => {
  const words = foldName(name).split(' ')
  const [first = ''] = words
  const end = [1, 2, 3].map((count) => words.slice(-count).join(''))
  return (
    organisations.has(first) ||
    (words.length > 1 && (writtenForms.test(name) || end.some((form) => legalForms.has(form))))
  )
}

const article = /^(?:de|den|der|het|['’]t|la)$/iu
const namesParticle =
  /^(?:van|von|vom|der|den|de|het|['’]t|te|ter|ten|zu|zum|zur|la|le|du|des|di|da|del|della|af|av)$/iu
/** Particles that start a surname only before an article: `op den Akker`. */
const preposition = /^(?:aan|bij|in|onder|op|over|uit|voor)$/iu
/** Titles within the surname. */
const nobility =
  /^(?:graf|gräfin|freiherr|freifrau|baron|baronin|baronesse?|fürst|fürstin|prinz|prinzessin|ritter|edler|graaf)$/iu
const initials = /^(?:(?:\p{L}{1,2}\.-?|(?:chr|joh|jac|mar)\.)+|\p{Lu})$/iu
const degree =
  /^(?:ph\.?d|m\.?sc|b\.?sc|m\.?b\.?a|ll\.?m|ll\.?b|m\.?d|m\.?a|b\.?a|ra|rc|esq|jr|sr|i{2,3}|iv)\.?$/iu

export interface Names {
  /** The surname, or the whole name if it is uncertain. */
  last: string
  isSurname: boolean
  full: string
  first: string
  people: People
}

interface Given {
  firstName?: string | undefined
  lastName?: string | undefined
}

/** Splits a name. `named` is the name after a form of address, `stated` the stated number of people. */
export const namesOf = (
  { firstName, lastName }: Given,
  whole: string,
  { named, language, stated }: Pick<Joined, 'language' | 'stated'> & { named: string },
): Names => {
  const first = initials.test(tidy(firstName)) ? '' : tidy(firstName)
  const family = tidy(lastName)
  const areFirstNames = tidy(firstName) !== ''
  // `y` in a given surname joins no people.
  const isInFamily = language === 'es' && family !== '' && whole.endsWith(family)
  const beforeFamily = isInFamily ? whole.slice(0, -family.length).trim() : whole
  const joined = peopleIn(tidy(firstName) || beforeFamily, { language, stated, areFirstNames })
  const ordered = inOrder(family)
  const given = withParticles(ordered.last || family, whole)
  if (given) {
    const people = ordered.isUnclear ? 'unclear' : joined
    return { last: given, isSurname: true, first, full: first ? `${first} ${given}` : '', people }
  }
  const name = inOrder(whole)
  const people = name.isUnclear ? 'unclear' : joined
  const words = name.text.split(' ').filter((word) => word !== '')
  if (words.length === 0 && named === '') return { last: '', isSurname: false, first, full: first, people }
  if (people !== 'one') return { last: name.text, isSurname: false, first: '', full: name.text, people }
  const last = name.last || named || surnameIn(words, language)
  const full = words.length > 1 && !initials.test(words[0]!) ? name.text : ''
  return { last: last || name.text, isSurname: last !== '', full: last ? full : name.text, first, people }
}

/** Adds particles from the whole name: `Vries` → `de Vries`. */
const withParticles = (last: string, whole: string): string => {
  if (last === '' || !whole.endsWith(` ${last}`)) return last
  const words = whole.slice(0, -last.length - 1).split(' ')
  let own = last
  while (words.length > 0 && namesParticle.test(words.at(-1)!)) own = `${words.pop()} ${own}`
  return own
}

/** A name in spoken order, and its surname if that was written first. */
interface Ordered {
  text: string
  last: string
  isUnclear?: boolean
}

/** Reorders `de Vries, Anna`, `Vries, A. de`, `Vries, de` and `A. Vries, de`, and returns their surname. */
const inOrder = (whole: string): Ordered => {
  const [one = '', ...more] = whole.split(',').map((part) => part.trim())
  const parts = more.filter((part) => part !== '' && !degree.test(part))
  if (parts.length === 0) return { text: one, last: '' }
  const words = parts.flatMap((part) => part.split(' '))
  const own = words.filter((word) => namesParticle.test(word) || preposition.test(word))
  if (own.length === words.length && one.includes(' ')) return withParticlesBehind(whole, one, own)
  const last = [...own, one].join(' ')
  return { text: [...words.filter((word) => !own.includes(word)), last].join(' '), last }
}

/** Moves particles only after initials: `Jan Berg, van den` may be a first name or a surname. */
const withParticlesBehind = (whole: string, one: string, own: readonly string[]): Ordered => {
  const words = one.split(' ')
  const from = words.findIndex((word) => !initials.test(word))
  if (from !== words.length - 1) return { text: whole, last: '', isUnclear: true }
  const last = [...own, words[from]!].join(' ')
  return { text: [...words.slice(0, from), last].join(' '), last }
}

/** Returns the surname after initials, of a single word, or with particles; '' if uncertain. */
const surnameIn = (words: readonly string[], language: SalutationLanguage | undefined): string => {
  let from = 0
  while (from < words.length - 1 && initials.test(words[from]!)) from++
  if (from > 0 || words.length === 1) return words.slice(from).join(' ')
  if ((language !== 'nl' && language !== 'de') || words.some((word) => /^[-–]$/.test(word))) return ''
  const begins = (word: string, index: number) =>
    /^(?:van|von|vom|der|den|de|ter|ten|zu|zum|zur|te|['’]t)$/i.test(word) ||
    (preposition.test(word) && article.test(words[index + 1] ?? '')) ||
    (nobility.test(word) && /^(?:van|von|vom|zu)$/i.test(words[index + 1] ?? ''))
  const at = words.findIndex(begins)
  return at >= 0 && at < words.length - 1 ? words.slice(at).join(' ') : ''
}
