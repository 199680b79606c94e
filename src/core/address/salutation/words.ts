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

export const salutationLanguages = ['nl', 'de', 'en', 'fr', 'es', 'it', 'pl', 'da', 'sv'] as const
export type SalutationLanguage = (typeof salutationLanguages)[number]

/** Openers, which need a name. */
const openers =
  wordSet(`geachte beste lieve waarde dear sehr geehrte geehrter geehrtes liebe lieber werte werter cher chere chers
  cheres estimado estimada estimados estimadas querido querida apreciado apreciada distinguido distinguida gentile
  gentili gentmo gentma gent egr egri egregio egregia egregi spettle caro cara cari care spettabile spett pregiatissimo szanowny szanowna szanowni drogi
  droga kaere kare basta baste arade`)
/** Greetings that are complete without a name. */
export const greetings = wordSet(
  'hallo hoi hello hi bonjour hola ciao hej hejsan goddag moin servus salut dag',
)
export const longGreetings =
  /^(?:guten (?:tag|morgen|abend)|gruss gott|grueezi|gruezi|dzien dobry|buenos dias|buongiorno|goede(?:n|morgen|middag)?(?: dag)?)(?: |$)/
const informal = wordSet(
  'beste lieve liebe lieber cher chere querido querida caro cara drogi droga hallo hoi hi',
)

/** Words before a form of address in addresses: `Aan de heer`, `T.a.v. mevr.` */
const before = wordSet('firma ditta bedrijf aan an to de den het the t tav attn zhd a v z hd')
const together = wordSet('en und and et e y og och i')
const eitherOr = wordSet('of or oder ou o eller lub')

/** The parts of a form of address: `Dhr. dr.`, `Frau`, `Mr & Mrs`, `Geachte mevrouw de Vries`. */
export interface FormOfAddress {
  sex: 'male' | 'female' | undefined
  /** Plural addressees. */
  several: 'men' | 'women' | 'couple' | 'spouses' | 'family' | undefined
  /** The first title of this rank, as written. */
  professor: string | undefined
  doctor: string | undefined
  /** Titles in German salutations, in order, as written. */
  german: string[]
  /** Titles added in Austrian salutations. */
  austrian: string[]
  /** As written, e.g. `Mrs`. */
  courtesy: string | undefined
  /** Number of courtesy words: `Mr & Mr` are two. */
  courtesies: number
  isInformal: boolean
  hasOpener: boolean
  /** The form names neither or both sexes: `Mx`, `Heer/Mevrouw`. */
  isNeutral: boolean
  /** The words of a second person are unknown. */
  isUnclear: boolean
  written: string
  /** The rest as written: a name, or unknown words. */
  rest: string
  /** There is a courtesy word or title, not only openers. */
  isKnown: boolean
}

const isMale = (word: string, language: SalutationLanguage | undefined) =>
  male.has(word) || (language !== undefined && (ofLanguage[language]?.male?.has(word) ?? false))
const isFemale = (word: string, language: SalutationLanguage | undefined) =>
  female.has(word) || (language !== undefined && (ofLanguage[language]?.female?.has(word) ?? false))

/** `Dipl.-Ing.` is two words, `Sig.ra` and `Dott.ssa` are one. */
const wordsOfToken = (token: string): string[] => {
  const folded = foldName(token)
  const joined = folded.replaceAll(' ', '')
  if (/^d\.?ª\.?$/i.test(token)) return ['dona']
  // `M.S.` are initials, not `Ms`.
  const isOne = !/^(?:\p{L} )+\p{L}$/u.test(folded)
  if (isOne && [female, doctors, professors, openers].some((known) => known.has(joined))) return [joined]
  if (joined === 'hc') return [joined]
  return folded === '' ? [] : folded.split(' ')
}

/** Longer texts are names or sentences and are not examined. */
const longestForm = 200

/** Reads a form of address at the start of a text. In Dutch, `mr.` is a lawyer's title for either sex. */
export const readForm = (
  text: string,
  language: SalutationLanguage | undefined,
  options: { isName?: boolean } = {},
): FormOfAddress => {
  const form = emptyForm()
  const tokens = [...text.slice(0, longestForm).matchAll(formTokens)]
  const sexes = new Set<'male' | 'female'>()
  let join: 'and' | 'or' | undefined
  /** Start of the words after `and`. */
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

/** Words that may also start a name, unless they follow another word of the form. */
const mayBeginName = new Set(['an', 'to', 'de', 'a', 'v', 'z'])

/** True if all words of the token belong to a form of address. */
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

/** Consumes the token if all its words belong to a form of address. */
const take = (
  form: FormOfAddress,
  sexes: Set<'male' | 'female'>,
  token: string,
  words: readonly string[],
  language: SalutationLanguage | undefined,
  isName: boolean,
): boolean => {
  if (!isForm(form, words, language, isName)) return false
  // A lone title without a dot at the start of a name may be a name: `Ing Li`.
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

/** Shortens `Dr.med.` by its field. */
const shortTitle = (written: string): string =>
  written.replace(/^(Dr\.|Prof\.)(?=\p{Ll})(?:\p{L}+\.)*\p{L}*$/u, '$1')

/** `Dr & Mrs` are two people. An unknown word after `and`, as in `Sr. y Padre`, leaves it open. */
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
