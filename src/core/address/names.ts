import { bounded, foldName, spellOutUmlauts, wordSet } from './fold.ts'
import {
  austrian,
  couple,
  degrees,
  doctors,
  family,
  female,
  fields,
  male,
  men,
  ofLanguage,
  otherTitles,
  people,
  professors,
  shortDegrees,
  titlesOfNames,
  women,
  womensTitles,
} from './form-words.ts'

type Sex = 'male' | 'female'
type Words = ReadonlySet<string>
const union = (...sets: readonly Words[]): Words => new Set(sets.flatMap((one) => [...one]))

/** May be a form of address, an initial or a first name: `M. Dupont`, `Don Johnson`. */
const unclear: Readonly<Record<string, Sex>> = { m: 'male', d: 'male', don: 'male', dona: 'female' }
/** Courtesy words of a sex in all languages, without ambiguous ones. */
const ofSex = (sex: Sex, ...words: readonly Words[]): Words => {
  const all = union(...words, ...Object.values(ofLanguage).flatMap((own) => own[sex] ?? []))
  return new Set([...all].filter((word) => unclear[word] === undefined))
}

const openers = wordSet('aan an to de het geachte beste dear sehr geehrte geehrter cher chere tav attn zhd')
/** Openers that don't start a name. `An`, `To` and `De` may. */
const attention = wordSet('tav attn zhd')
const courtesies = {
  male: ofSex('male', male, men, wordSet('sir')),
  female: ofSex('female', female, women, wordSet('dame lady frk')),
  neutral: union(family, couple, people, wordSet('mx')),
}
const courtesy = union(courtesies.male, courtesies.female, courtesies.neutral)
/** Titles that are not read before a name, since `Ma` and `Di` may start one. */
const notBefore = union(degrees, wordSet('ma ba di'))
const titles = new Set(
  [...union(professors, doctors, austrian, otherTitles, titlesOfNames)].filter(
    (word) => !notBefore.has(word),
  ),
)
/** Academic fields in titles. Single letters are initials: `Dr. H. Bos`. */
const fieldsOfTitle = new Set([...fields].filter((word) => word.length > 1))
/** Forms of address and titles of two folded words, such as `Sig.ra`, joined. */
const inTwo = wordSet('sigra signa sigrina dottssa profssa')
const and = wordSet('en und and et of or oder ou y e i og och')
const particle = wordSet('van von vom der den de het t te ter ten zu zum zur du des la le di da del')
/** Trailing letters that are not initials: `Jansen B.V.` */
const legalForms = wordSet('bv nv sa ag kg se vof cv sl sas sarl srl spa ab as')

interface BareName {
  /** Folded words of the name; all words if nothing else is left. */
  words: readonly string[]
  /** Sex by the form of address; undefined for none, and for several recipients. */
  sex: Sex | undefined
  /** An ambiguous word is read as the form of address. */
  isGuess?: boolean
}

interface Parts extends BareName {
  form: readonly string[]
}

const wordsOf = (name: string): string[] => foldName(name.replace(/\bd\.?ª/giu, 'dona')).split(' ')

/** Returns a name's folded words in the given order, without form of address and degrees. */
export const bareName = (name: string): BareName => {
  const { words, sex } = partsOf(wordsOf(name))
  return { words, sex }
}

/**
 * Returns the readings of a name: as written, then in the usual order (`Bos, Dhr. J.` and `Bos J.` are
 * `J. Bos`). If the first word is ambiguous, a reading of it as form of address follows each.
 */
const readingsOf = (name: string): BareName[] =>
  ordersOf(name).flatMap((words) => {
    const { words: own, sex } = partsOf(words)
    const [first = ''] = own
    const guess = own.length > 1 ? unclear[first] : undefined
    const reading = { words: own, sex }
    return guess === undefined ? [reading] : [reading, { words: own.slice(1), sex: guess, isGuess: true }]
  })

/** Returns a name's words in the given order and, if different, with the first name before the surname. */
const ordersOf = (name: string): (readonly string[])[] => {
  const all = wordsOf(name)
  const [family = '', ...others] = name.split(',')
  const given = others.map(wordsOf).filter((words) => words[0] !== '' && !areDegrees(words))
  const { form, words } = partsOf(wordsOf(family))
  if (given.length === 1 && words[0] !== '') {
    // Not an initial before the surname: `M. Bos, Jan`.
    const from = words.length > 1 && unclear[words[0]!] !== undefined ? 1 : 0
    const first = withoutDegrees(given[0]!)
    return [all, [...form, ...words.slice(0, from), ...first, ...words.slice(from)]]
  }
  const bare = partsOf(all)
  const surnames = bare.words.findLastIndex((word) => word.length > 1) + 1
  const initials = bare.words.slice(surnames)
  const areInitials = surnames > 0 && initials.length > 0 && !legalForms.has(initials.join(''))
  return areInitials ? [all, [...bare.form, ...initials, ...bare.words.slice(0, surnames)]] : [all]
}

const areDegrees = (words: readonly string[]): boolean =>
  degrees.has(words.join('')) || words.every((word) => degrees.has(word) || shortDegrees.has(word))

const partsOf = (folded: readonly string[]): Parts => {
  const end = folded.length
  const sexes = new Set<Sex>()
  let from = 0
  for (let next = lengthAt(folded, from); next > 0 && from + next < end; next = lengthAt(folded, from)) {
    const form = folded.slice(from, from + next)
    for (const word of [...form, form.join('')]) {
      if (courtesies.female.has(word) || womensTitles.has(word)) sexes.add('female')
      else if (courtesies.male.has(word)) sexes.add('male')
      else if (unclear[word] !== undefined && form.length === 1) sexes.add(unclear[word])
    }
    from += next
  }
  const sex = sexes.size === 1 ? [...sexes][0] : undefined
  return { form: folded.slice(0, from), words: withoutDegrees(folded.slice(from)), sex }
}

/** Removes degrees, as in `Smith OBE`, `Smith Ph.D.`, and after initial and surname also in `J. Smith MA`. */
const withoutDegrees = (all: readonly string[]): readonly string[] => {
  const isShort = (last: string) =>
    shortDegrees.has(last) && all.length > 2 && all.slice(0, -1).some((word) => word.length > 1)
  for (const length of [1, 2, 3]) {
    const last = all.slice(-length).join('')
    const isDegree = degrees.has(last) || (length === 1 && isShort(last))
    if (isDegree && all.length > length) return withoutDegrees(all.slice(0, -length))
  }
  return all
}

/** Returns the number of words of a form of address at this position. */
const lengthAt = (folded: readonly string[], from: number): number => {
  const word = (at: number) => folded[from + at] ?? ''
  if (word(0) === 't' && word(1) === 'a' && word(2) === 'v') return 3
  if (word(0) === 'z' && word(1) === 'hd') return 2
  if (attention.has(word(0))) return 1
  // `M. Jean Dupont` is a monsieur; `M.` may be an initial in `M. Jansen` and `M. de Heer`.
  if (unclear[word(0)] !== undefined) return isFirstName(word(1)) && word(2) !== '' ? 1 : 0
  if (inTwo.has(word(0) + word(1))) return 2
  if (courtesy.has(word(0))) return 1
  if (titles.has(word(0))) return 1
  if (from > 0) {
    const isOfTitle = titles.has(word(-1)) || fieldsOfTitle.has(word(-1)) || word(-2) + word(-1) === 'hc'
    if (isOfTitle && fields.has(word(0) + word(1))) return 2
    return (isOfTitle && fieldsOfTitle.has(word(0))) || (and.has(word(0)) && courtesy.has(word(1))) ? 1 : 0
  }
  let length = 0
  while (openers.has(word(length))) length++
  return length > 0 && courtesy.has(word(length)) ? length + 1 : 0
}

const isFirstName = (word: string): boolean => word.length > 1 && !particle.has(word)

/** True for a first name, rather than an initial or a surname. */
const hasFirstName = ({ words }: BareName): boolean =>
  words.length > 1 && words[0]!.length > 2 && !particle.has(words[0]!)

const maxNameKey = 150

/** Ignored anywhere in a name when comparing names. */
const omitted = union(
  ...[attention, courtesy, titles, degrees, shortDegrees, fieldsOfTitle],
  wordSet('don dona hc ph sc ll ed eng'),
)

/** Returns the number of words at this position that may be a form of address, title or degree. */
const omittedAt = (words: readonly string[], from: number): number => {
  const text = (count: number) => words.slice(from, from + count).join(' ')
  if (text(3) === 't a v') return 3
  if (['z hd', 'h c'].includes(text(2)) || inTwo.has(text(2).replace(' ', ''))) return 2
  if (omitted.has(words[from]!)) return 1
  let next = from
  while (openers.has(words[next] ?? '') || and.has(words[next] ?? '')) next++
  const isCourtesy = courtesy.has(words[next] ?? '') || inTwo.has(`${words[next]}${words[next + 1]}`)
  // `An de Heer` is a name.
  return isCourtesy && next < words.length - 1 ? next - from : 0
}

/** Returns the words that are always compared. Consecutive initials are one word. */
const comparedWords = (words: readonly string[]): string[] => {
  const kept: string[] = []
  for (let at = 0; at < words.length; ) {
    const count = omittedAt(words, at)
    let end = at + 1
    if (words[at]!.length === 1) while (words[end]?.length === 1 && omittedAt(words, end) === 0) end++
    const word = words.slice(at, end).join('')
    if (count === 0 && ![word, word.replace(/^[dm]/, '')].some((one) => omitted.has(one))) kept.push(word)
    at = count > 0 ? at + count : end
  }
  return kept
}

/**
 * Returns a key that is equal for names that differ in case, accents, punctuation, spaces, invisible
 * characters, form of address, title, degree, `ue` for `ü`, or order of first name and surname; `''` without
 * letters and digits. Coarse, for lookups: the letters except a, d, e, m and n in alphabetical order, without
 * words that may be a form of address, title or degree (`Pan` and `Ing` are surnames too). `isSameName`
 * decides among names with equal keys.
 */
export const nameKey = (name: string): string => {
  // `O’` in `O’Brien` is not an initial.
  const words = wordsOf(name.replace(/(?<=\p{L})['’](?=\p{L})/gu, ''))
  const letters = [
    ...comparedWords(words)
      .join('')
      .replace(/[adenm]/g, ''),
  ]
    .sort()
    .join('')
  return bounded(letters === '' && words.join('') !== '' ? '-' : letters, maxNameKey)
}

/**
 * Compares names: `Müller` equals `Mueller` and `Muller`, but `Joe` is not `Jo`. A form of address on one
 * side is ignored, but `Herr Müller` is not `Frau Müller`. `M. Dupont` is `Monsieur Dupont`, but possibly not
 * `Dupont`.
 */
export const isSameName = (one: string, other: string): boolean => {
  if (one === other) return true
  const others = spellingsOf(other)
  return spellingsOf(one).some((reading) => others.some((own) => isSame(reading, own)))
}

const spellingsOf = (name: string): BareName[] =>
  [...new Set([name, spellOutUmlauts(name)])].flatMap(readingsOf)

const isSame = (one: BareName, other: BareName): boolean => {
  if (one.words.join('') !== other.words.join('')) return false
  if (one.isGuess || other.isGuess) return one.isGuess !== other.isGuess && one.sex === other.sex
  const contradict = one.sex !== undefined && other.sex !== undefined && one.sex !== other.sex
  return !contradict || (hasFirstName(one) && hasFirstName(other))
}

const courtesyWords = [...courtesy, 'm']
const titleWords = [...professors, ...doctors, 'drs', 'mr', 'rev', 'reverend', 'revd', 'ds', 'pfr']

/** Connects two salutations: `Dhr./Mevr.`, `Herr und Frau`, `Mr & Mrs`. */
const between = /[/&+]|(?<=\s)(?:en|und|and|et|of|or|oder|ou|y|e|i|og|och)(?=\s)/iu
/** Trailing lower-case particles of a missing surname: `Dhr. van der`. */
const particles = /(?:(?:^|\s+)(?:van|von|vom|der|den|de|het|['’]t|te|ter|ten|zu|zum|zur))+$/u
const anyOf = (words: Iterable<string>): string => [...words].join('|')
const phrase = new RegExp(
  `^(?:(?:${anyOf(openers)}|t a v|z hd) )*(?:${anyOf(courtesyWords)}|sig ra|sig na)?(?:(?:^| )(?:${anyOf(titleWords)}|dott ssa))*$`,
)
/** No salutation is longer. */
const longest = 60

/**
 * True if a name is only a form of address: `Dhr.`, `De heer / mevrouw`, `Frau Dr.`, `van der`, `-`. With
 * another word after it, it is a name: `Mevr. de Heer`, `Frau Herr`, `M. de Heer`.
 */
export const namesNobody = (name: string): boolean => {
  if (name === '' || name.length > longest) return false
  return name.split(between).every((part) => phrase.test(foldName(part.trim().replace(particles, ''))))
}
