import { foldName } from './fold.ts'

/**
 * Forms of address in Dutch, German, English and French, in the folded form of names: without dots and
 * capitals.
 */
const list = (text: string): string[] => text.trim().split(/\s+/)
const words = (text: string): string => list(text).join('|')
const openerWords = `aan an to de het geachte beste dear sehr geehrte geehrter cher chere tav attn zhd`
const openers = `${words(openerWords)}|t a v|z hd`
const male = `dhr heer heren meneer mijnheer hr herr herrn hrn herren mr sir mister messrs monsieur messieurs m mm`
const female = `mevr mevrouw mw mej mejuffrouw dame dames frau fr fraulein fraeulein damen mrs ms miss madam
  mme mmes mlle mlles madame mesdames mademoiselle`
const neutral = `fam familie eheleute family familien mx famille`
/** Those of other languages, which are also parts of names: they count where nothing else is in the name. */
const alone = `sr sra srta senor senora senorita sres sig signor signora signore signorina sigg pan pani panstwo fru froken frk
  familia famiglia familjen familien rodzina`
const salutations = `${words(`${male} ${female} ${neutral} ${alone}`)}|sig (?:ra|na)`
const titleWords = `dr drs prof doctor doktor docteur professor professeur mr`
const titles = words(titleWords)

/** The connection between two salutations: `Dhr./Mevr.`, `Herr und Frau`, `Mr & Mrs`. */
const between = /[/&+]|(?<=\s)(?:en|und|and|et|of|or|oder|ou|y|e|i|og|och)(?=\s)/iu
/** Name particles in lower case at the end belong to a name that is missing: `Dhr. van der`. */
const particles = /(?:(?:^|\s+)(?:van|von|vom|der|den|de|het|['’]t|te|ter|ten|zu|zum|zur))+$/u
const phrase = new RegExp(`^(?:(?:${openers}) )*(?:${salutations})?(?:(?:^| )(?:${titles}))*$`)
/** Longer names are not examined, since no salutation is longer. */
const longest = 60

/**
 * Whether a name consists of a form of address only and identifies no one: `Dhr.`, `De heer / mevrouw`, `Frau
 * Dr.`, `van der`, `-`. A salutation before any other word is a name, so `Mevr. de Heer`, `Frau Herr` and `M.
 * de Heer` are names.
 */
export const namesNobody = (name: string): boolean => {
  if (name === '' || name.length > longest) return false
  return name.split(between).every((part) => phrase.test(foldName(part.trim().replace(particles, ''))))
}

const sets = {
  opener: new Set(list(openerWords)),
  /** Openers that no name begins with. `An`, `To` and `De` may begin one. */
  attention: new Set(['tav', 'attn', 'zhd']),
  male: new Set(list(male)),
  female: new Set(list(female)),
  salutation: new Set(list(`${male} ${female} ${neutral}`)),
  title: new Set(list(`${titleWords} ir ing mag dipl`)),
  /** Words that belong to a title before them: `Dr. med.`, `Dipl.-Ing.` */
  field: new Set(list('med dent vet rer nat phil jur ing oec theol habil hc')),
  degree: new Set(list('phd msc bsc mba llm')),
  and: new Set(list('en und and et of or oder ou')),
  particle: new Set(list('van von vom der den de het t te ter ten zu zum zur du des la le di da del')),
}

/** A name without its form of address. */
export interface BareName {
  /** The folded words of the name; all words where nothing would be left. */
  words: readonly string[]
  /** What the salutation says; undefined for none, and for several people. */
  sex: 'male' | 'female' | undefined
}

export const bareName = (name: string): BareName => {
  const all = foldName(name).split(' ')
  const sexes = new Set<'male' | 'female'>()
  let end = all.length
  while (end > 2 && sets.degree.has(all[end - 1]!)) end--
  const folded = all.slice(0, end)
  let from = 0
  for (let next = lengthAt(folded, from); next > 0 && from + next < end; next = lengthAt(folded, from)) {
    for (const word of folded.slice(from, from + next)) {
      if (sets.female.has(word)) sexes.add('female')
      else if (sets.male.has(word)) sexes.add('male')
    }
    from += next
  }
  return { words: folded.slice(from), sex: sexes.size === 1 ? [...sexes][0] : undefined }
}

/** How many words of the form of address are at this place; 0 where the name begins. */
const lengthAt = (folded: readonly string[], from: number): number => {
  const word = (at: number) => folded[from + at] ?? ''
  if (word(0) === 't' && word(1) === 'a' && word(2) === 'v') return 3
  if (word(0) === 'z' && word(1) === 'hd') return 2
  if (sets.attention.has(word(0))) return 1
  // `M. Jean Dupont` is a monsieur; `M. Jansen` and `M. de Heer` have an initial.
  if (word(0) === 'm') return word(1).length > 1 && word(2) !== '' && !sets.particle.has(word(1)) ? 1 : 0
  if (sets.salutation.has(word(0))) return 1
  if (sets.title.has(word(0))) return sets.field.has(word(1)) ? 2 : 1
  if (from > 0) {
    const continues = sets.and.has(word(0)) && sets.salutation.has(word(1))
    return continues || (sets.field.has(word(0)) && word(1) !== '') ? 1 : 0
  }
  let length = 0
  while (sets.opener.has(word(length))) length++
  return length > 0 && sets.salutation.has(word(length)) ? length + 1 : 0
}

/** Whether the words begin with a first name, rather than an initial or a surname alone. */
export const hasFirstName = ({ words }: BareName): boolean =>
  words.length > 1 && words[0]!.length > 2 && !sets.particle.has(words[0]!)
