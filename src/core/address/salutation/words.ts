import { foldName, wordSet } from '../fold.ts'
import {
  austrian,
  bothSexes,
  couple,
  doctors,
  family,
  female,
  fields,
  formTokens,
  male,
  men,
  neutral,
  ofLanguage,
  otherTitles,
  people,
  professors,
  women,
  womensTitles,
} from '../form-words.ts'

/** The languages in which Lettershop composes salutations. */
export const salutationLanguages = ['nl', 'de', 'en', 'fr', 'es', 'it', 'pl', 'da', 'sv'] as const
export type SalutationLanguage = (typeof salutationLanguages)[number]

/** Words that begin a salutation and need a name. */
const openers =
  wordSet(`geachte beste lieve waarde dear sehr geehrte geehrter geehrtes liebe lieber werte werter cher chere chers
  cheres estimado estimada estimados estimadas querido querida apreciado apreciada distinguido distinguida gentile
  gentili gentmo gentma gent egr egri egregio egregia egregi spettle caro cara cari care spettabile spett pregiatissimo szanowny szanowna szanowni drogi
  droga kaere kare basta baste arade`)
/** Greetings that are whole without a name. */
export const greetings = wordSet(
  'hallo hoi hello hi bonjour hola ciao hej hejsan goddag moin servus salut dag',
)
export const longGreetings =
  /^(?:guten (?:tag|morgen|abend)|gruss gott|grueezi|gruezi|dzien dobry|buenos dias|buongiorno|goede(?:n|morgen|middag)?(?: dag)?)(?: |$)/
const informal = wordSet(
  'beste lieve liebe lieber cher chere querido querida caro cara drogi droga hallo hoi hi',
)

/** Words before a form of address, as an address has them: `Aan de heer`, `T.a.v. mevr.` */
const before = wordSet('firma ditta bedrijf aan an to de den het the t tav attn zhd a v z hd')
const together = wordSet('en und and et e y og och i')
const eitherOr = wordSet('of or oder ou o eller lub')

/** The form of address in a text such as `Dhr. dr.`, `Frau`, `Mr & Mrs` or `Geachte mevrouw de Vries`. */
export interface FormOfAddress {
  sex: 'male' | 'female' | undefined
  /** Whom the words address: several men or women, a couple, or a family. */
  several: 'men' | 'women' | 'couple' | 'spouses' | 'family' | undefined
  /** The titles as written, those of the highest rank first. */
  professor: string | undefined
  doctor: string | undefined
  /** All titles that German salutations print, in their order, as written. */
  german: string[]
  /** Titles that salutations in Austria print too. */
  austrian: string[]
  /** The courtesy word as written, e.g. `Mrs`. */
  courtesy: string | undefined
  /** How many courtesy words there are: `Mr & Mr` are two. */
  courtesies: number
  isInformal: boolean
  hasOpener: boolean
  /** True where the form says neither sex, or both: `Mx`, `Heer/Mevrouw`. */
  isNeutral: boolean
  /** True where the words of a second person are not known. */
  isUnclear: boolean
  /** The form of address as written. */
  written: string
  /** What follows the form of address, as written: a name, or words that are not known. */
  rest: string
  /** True where it has more than openers: a courtesy word or a title. */
  isKnown: boolean
}

const isMale = (word: string, language: SalutationLanguage | undefined) =>
  male.has(word) || (language !== undefined && (ofLanguage[language]?.male?.has(word) ?? false))
const isFemale = (word: string, language: SalutationLanguage | undefined) =>
  female.has(word) || (language !== undefined && (ofLanguage[language]?.female?.has(word) ?? false))

/** The token as words that the tables know: `Dipl.-Ing.` is two, `Sig.ra` and `Dott.ssa` are one. */
const wordsOfToken = (token: string): string[] => {
  const folded = foldName(token)
  const joined = folded.replaceAll(' ', '')
  if (/^d\.?ª\.?$/i.test(token)) return ['dona']
  // `M.S.` are initials and no `Ms`.
  const isOne = !/^(?:\p{L} )+\p{L}$/u.test(folded)
  if (isOne && [female, doctors, professors, openers].some((known) => known.has(joined))) return [joined]
  if (joined === 'hc') return [joined]
  return folded === '' ? [] : folded.split(' ')
}

/** Longer texts are names or sentences, which are not examined. */
const longestForm = 200

/**
 * Reads the form of address at the beginning of a text. `rest` is what follows it. In Dutch, `mr.` is a
 * lawyer's title and says nothing of sex.
 */
export const readForm = (
  text: string,
  language: SalutationLanguage | undefined,
  options: { isName?: boolean } = {},
): FormOfAddress => {
  const form = emptyForm()
  const tokens = [...text.slice(0, longestForm).matchAll(formTokens)]
  const sexes = new Set<'male' | 'female'>()
  let join: 'and' | 'or' | undefined
  /** Where the words behind `and` begin. */
  let joinedAt = 0
  let at = 0
  for (; at < tokens.length; at++) {
    const token = tokens[at]![0]
    const words = wordsOfToken(token)
    if (options.isName && at === tokens.length - 1) break
    const both = foldName(bothSexes.exec(token)?.[1] ?? '')
    if (!join && (isMale(both, language) || isFemale(both, language))) {
      form.isNeutral = form.isKnown = true
      continue
    }
    const isWord = words.length === 1 && !isInitial(token, tokens[at + 1]?.[0], language)
    if (token === '/' || (isWord && eitherOr.has(words[0]!) && sexes.size > 0)) join ??= 'or'
    else if (/^[&+]$/.test(token) || (isWord && together.has(words[0]!) && isJoin(form, sexes))) {
      join ??= 'and'
      joinedAt ||= at + 1
    } else if (words.length === 0) {
      if (token.length > 1) break
    } else if (!take(form, sexes, token, words, language, options.isName ?? false)) break
  }
  form.rest = at < tokens.length ? text.slice(tokens[at]!.index).trim() : ''
  form.written = text.slice(0, at < tokens.length ? tokens[at]!.index : undefined).trim()
  settle(form, sexes, join)
  if (join === 'and' && form.isKnown) settleJoined(form, at > joinedAt)
  return form
}

/** A capital is an initial, unless it is between two forms of address in capitals. */
const isInitial = (token: string, next: string | undefined, language: SalutationLanguage | undefined) =>
  /^\p{Lu}$/u.test(token) &&
  !wordsOfToken(next ?? '').some((word) => isMale(word, language) || isFemale(word, language))

const isJoin = (form: FormOfAddress, sexes: ReadonlySet<string>) =>
  sexes.size > 0 || form.several !== undefined || form.isKnown

const emptyForm = (): FormOfAddress => ({
  sex: undefined,
  several: undefined,
  professor: undefined,
  doctor: undefined,
  german: [],
  austrian: [],
  courtesy: undefined,
  courtesies: 0,
  isInformal: false,
  hasOpener: false,
  isNeutral: false,
  isUnclear: false,
  written: '',
  rest: '',
  isKnown: false,
})

const isTitle = (word: string): boolean =>
  professors.has(word) || doctors.has(word) || austrian.has(word) || otherTitles.has(word)

/** Words that may begin a name as well, where they do not follow another word of the form. */
const mayBeginName = new Set(['an', 'to', 'de', 'a', 'v', 'z'])

/** Whether all words of a token belong to a form of address. */
const isForm = (
  { isKnown }: FormOfAddress,
  words: readonly string[],
  language: SalutationLanguage | undefined,
  isName: boolean,
): boolean =>
  words.every(
    (word) =>
      isMale(word, language) ||
      isFemale(word, language) ||
      [men, women, people, family, couple, neutral].some((known) => known.has(word)) ||
      isTitle(word) ||
      (fields.has(word) && (isKnown || words.some(isTitle))) ||
      (!isName && !isKnown && (openers.has(word) || greetings.has(word))) ||
      (before.has(word) && !isKnown && (!isName || words.length > 1 || !mayBeginName.has(word))),
  )

/** Takes the words of a token where all of them belong to a form of address. */
const take = (
  form: FormOfAddress,
  sexes: Set<'male' | 'female'>,
  token: string,
  words: readonly string[],
  language: SalutationLanguage | undefined,
  isName: boolean,
): boolean => {
  if (!isForm(form, words, language, isName)) return false
  // A title alone at the start of a name, without its dot, may be a name: `Ing Li`.
  const isBegun = form.isKnown || form.hasOpener
  const isLowTitle = words.every((word) => austrian.has(word) || otherTitles.has(word))
  if (isName && !isBegun && isLowTitle && !token.includes('.')) return false
  const written = token.replace(/[,;:]+$/, '')
  for (const word of words) {
    takeWord(form, sexes, word, written, language)
    if (womensTitles.has(word)) sexes.add('female')
  }
  takeTitles(form, words, shortTitle(written), written)
  return true
}

const takeWord = (
  form: FormOfAddress,
  sexes: Set<'male' | 'female'>,
  word: string,
  written: string,
  language: SalutationLanguage | undefined,
): void => {
  const isDutchLawyer = word === 'mr' && language === 'nl'
  if (!isDutchLawyer && (isMale(word, language) || isFemale(word, language))) {
    sexes.add(isMale(word, language) ? 'male' : 'female')
    form.courtesies++
    form.courtesy ??= written
  } else if (men.has(word)) form.several = form.several === 'women' ? 'couple' : 'men'
  else if (women.has(word)) form.several = form.several === 'men' ? 'couple' : 'women'
  else if (people.has(word)) form.several = 'couple'
  else if (family.has(word)) form.several = 'family'
  else if (couple.has(word)) form.several = 'spouses'
  else if (neutral.has(word)) {
    form.isNeutral = true
    if (word === 'mx') form.courtesy = written
  } else if (openers.has(word) || greetings.has(word)) {
    form.hasOpener = true
    form.isInformal ||= informal.has(word)
    return
  } else if (before.has(word) || fields.has(word)) return
  form.isKnown = true
}

const takeTitles = (form: FormOfAddress, words: readonly string[], title: string, written: string): void => {
  const isProfessor = words.some((word) => professors.has(word))
  const isDoctor = words.some((word) => doctors.has(word))
  if (isProfessor) form.professor ??= written
  else if (isDoctor) form.doctor ??= written
  if (isProfessor || isDoctor) form.german.push(title)
  if (isProfessor || isDoctor || words.some((word) => austrian.has(word))) form.austrian.push(title)
}

/** `Dr.med.` without its field. */
const shortTitle = (written: string): string =>
  written.replace(/^(Dr\.|Prof\.)(?=\p{Ll})(?:\p{L}+\.)*\p{L}*$/u, '$1')

/** `Dr & Mrs` are two. An unknown word behind `and`, as in `Sr. y Padre`, says nothing certain of the person. */
const settleJoined = (form: FormOfAddress, isKnownBehind: boolean): void => {
  if (form.several !== undefined || form.isNeutral) return
  form.sex = undefined
  if (isKnownBehind) form.several = 'couple'
  else form.isUnclear = form.isNeutral = true
}

const settle = (
  form: FormOfAddress,
  sexes: ReadonlySet<'male' | 'female'>,
  join: 'and' | 'or' | undefined,
): void => {
  if (sexes.size === 2) {
    if (join === 'and') form.several ??= 'couple'
    else {
      form.isNeutral = true
      form.courtesy = undefined
    }
  } else if (sexes.size === 1 && form.several === undefined) {
    const [sex] = sexes
    if (join === 'and' && form.courtesies > 1) form.several = sex === 'male' ? 'men' : 'women'
    else form.sex = sex
  }
}
