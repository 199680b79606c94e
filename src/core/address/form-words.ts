import { wordSet } from './fold.ts'
/** Forms of address, titles and degrees in nine languages, for salutations and for comparing names. */

/** Folded words. Words of one language that are names in another are in `ofLanguage`. */
export const male = wordSet(
  `dhr heer meneer mijnheer hr herr herrn hrn mr mister monsieur senor signor signore`,
)
export const female =
  wordSet(`mevr mevrouw mw mej mejuffrouw frau fraulein fraeulein mrs ms miss madam madame mme mlle
  mademoiselle senora senorita srta signora signorina sigra fru froken`)
export const men = wordSet('heren herren messrs messieurs mm sirs gentlemen herrer')
export const women = wordSet('dames damen mmes mlles mesdames ladies senoras damer')
export const people = wordSet('senores sres signori sigg panstwo')
export const family = wordSet('fam familie famille family familia famiglia familien familjen rodzina')
export const couple = wordSet('eheleute ehepaar echtpaar coniugi matrimonio malzenstwo')
/** Forms of address for either sex. */
export const neutral = wordSet('mx hen divers')

export const ofLanguage: Readonly<
  Record<string, { male?: ReadonlySet<string>; female?: ReadonlySet<string> }>
> = {
  de: { female: wordSet('fr') },
  fr: { male: wordSet('m') },
  es: { male: wordSet('sr d don'), female: wordSet('sra dona dna') },
  it: { male: wordSet('sig') },
  pl: { male: wordSet('pan'), female: wordSet('pani') },
  da: { male: wordSet('herre') },
  sv: { male: wordSet('herre') },
}

/** Titles used in forms of address, by rank. Other known titles are omitted from salutations. */
export const professors = wordSet(
  'prof professor professeur profesor profesora professore professoressa profa univprof',
)
export const doctors = wordSet(
  'dr doctor doktor docteur dra doctora dott dottore dottor dottssa dottoressa drdr',
)
/** Titles used in forms of address only in Austria. */
export const austrian = wordSet('mag ing dipl di dkfm magmag')
export const otherTitles = wordSet(
  'drs ir bc mgr inz lic avv geom pd doc ma ba bsc msc phd mba llm llb bed beng meng esq mult',
)
export const fields = wordSet(
  'med dent vet rer nat phil jur oec theol habil hab hc h c e eh univ pol agr soz kfm inform psych pad biol chem phys wirt',
)
export const womensTitles = wordSet('dra doctora profesora profa dottssa dottoressa professoressa')

/** Ignored when comparing names and not used in composed salutations. */
export const titlesOfNames = wordSet(
  'rev reverend revd ds dominee pfr pfarrer pastor pater ks ksiadz avvocato ingegnere ingeniero arq abogado lord hon',
)
/** Degrees. Those in `shortDegrees` may also be initials: `Bos MD`. */
export const degrees = wordSet(
  'phd dphil mphil msc bsc mba llm llb bed beng meng bcom mbbs frcs obe mbe cbe kbe dbe esq cpa pgce',
)
export const shortDegrees = wordSet('ma ba md mp jp kc qc')

/** Both sexes: `Sr/a`, `Señor(a)`, `Herr/in`. */
export const bothSexes = /^(\p{L}{2,}\.?)[/(](?:a|ra|in|e|na|ssa)\)?\.?$/iu
/** `Sr/a` is one word. A form ends at its dot if a name follows without a space: `dhr.J.Jansen`. */
export const formTokens =
  /\p{L}{2,}\.?[/(](?:a|ra|in|e|na|ssa)\)?\.?(?!\p{L})|(?:dhr|mevr|mw|hr|fr|mrs?|ms|dr|prof|drs|ing|ir)\.(?=\p{L})(?!(?:ssa|a|in|med|dent|vet|nat|rer|phil|jur|oec|theol|h)(?!\p{L}))|[/&+]|[^\s/&+]+/giu
