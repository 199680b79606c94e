import { collapseUmlauts, foldName } from './fold.ts'

const table = (text: string): [string, string][] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [short, ...long] = line.trim().split(/\s+/)
      return long.map((word): [string, string] => [word, short!])
    })

/**
 * The short form of words in street names, each line with the words that it stands for, folded. Words that
 * share an abbreviation share a line: `St` is a saint and a street.
 */
const words: ReadonlyMap<string, string> = new Map(
  table(`
    st street saint sint sankt sainte ste
    str strasse strase straat strate strat strada
    bd boulevard blvd boul bld bvd bulvar bulevar bulwar
    av avenue ave avenida avda aven
    pl place platz plein plaza pza pln plac placa
    pzz piazza piazzale ple
    sq square
    g gasse gatan gade
    v vagen vej veien vegen
    rd road
    dr drive doctor doktor docteur
    ln lane laan
    ct court
    cres crescent
    gdns gardens
    ter terrace terr
    hwy highway
    pkwy parkway
    rte route
    ch chemin che chaussee chee
    all allee alle aleja aleje al
    imp impasse
    fg faubourg fbg
    q quai
    vle viale
    cso corso
    lgo largo
    tv travessa
    pca praca
    os osiedle
    nam namesti
    stwg steenweg
    pr professor prof
    gen general generaal
    pres president
    mal marechal
    n north nord
    s south sud
    e east
    w west
    ne northeast
    nw northwest
    se southeast
    sw southwest
  `),
)

/** The kind of street where it comes first: `C/ Mayor`, `ul. Długa`, `R. Augusta`, `V. Roma`. */
const firstWords: ReadonlyMap<string, string> = new Map(
  table(`
    r rue rua
    c calle carrer
    v via
    ul ulica ulice
  `),
)
/** Words that Polish and Czech addresses have or leave out. */
const omitted = new Set(['ul'])

/** Endings that are abbreviated within a word: `Hauptstr.`, `Lindeng.`, `Kerkln.`, `Storg.` */
const endings: readonly [RegExp, string][] = [
  [/(?<=..)(?:strasse|strase|straat|strate|strat|str)$/, 'str'],
  [/(?<=...)gasse$/, 'g'],
  [/(?<=...)platz$/, 'pl'],
  [/(?<=...)plein$/, 'pl'],
  [/(?<=...)laan$/, 'ln'],
  [/(?<=...)(?:gatan|gade)$/, 'g'],
  [/(?<=...)(?:vagen|vej|veien|vegen)$/, 'v'],
  [/(?<=...)steenweg$/, 'stwg'],
]

/** A street as it is compared: abbreviations, umlauts, accents, case and punctuation make no difference. */
export const streetKey = (street: string): string => {
  const [first = '', ...rest] = foldName(street).split(' ')
  if (rest.length === 0) return collapseUmlauts(shortened(first))
  const kind = firstWords.get(first) ?? first
  return collapseUmlauts([omitted.has(kind) ? '' : kind, ...rest].map(shortened).join(''))
}

const shortened = (word: string): string => {
  const known = words.get(word)
  if (known !== undefined) return known
  for (const [ending, short] of endings) if (ending.test(word)) return word.replace(ending, short)
  return word
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Kinds of streets that follow the name: `High Street`. */
const lastWords = setOf(`
  street st road rd avenue ave av lane ln drive dr close cl crescent cres place pl square sq terrace ter tce way boulevard
  blvd gardens gdns grove gr hill mews row walk highway hwy parkway pkwy parade pde esplanade circuit circle cir trail green quay
  strasse straße str straat weg laan gasse platz plein allee damm ring ufer kade gracht singel dijk dreef steenweg
  gade vej gatan vagen gata veien katu tie utca ut u utja ter korut krt ulice namesti trida ulica namestie tn pst mnt
  caddesi sokak улица ул проспект
`)
/** Kinds of streets that precede the name: `rue Haute`. */
const kindsBefore = setOf(`
  rue avenue av boulevard bd bld place pl chemin che chaussee chee route rte quai impasse imp allee square sentier ruelle cours passage
  via viale vle piazza pzza piazzale corso cso largo vicolo strada contrada calle c avenida avda paseo plaza pza camino carretera
  ctra ronda travesia rua travessa praca estrada alameda ulica ul aleja aleje al osiedle os plac str strada bulevardul bd
  calea aleea soseaua улица ул проспект пр οδος λεωφορος
`)
const roadEnding =
  /.(?:strasse|str|straat|weg|laan|gasse|platz|plein|allee|damm|ufer|kade|gracht|singel|dijk|dreef|steenweg|gade|vej|gatan|vagen|gata|veien|katu|tie)$/

/** Whether the words of a line name a kind of street: `High Street`, `Hauptstr.`, `rue Haute`. */
export const hasStreetWord = (line: string): boolean => {
  const words = foldName(line.replace(/^(\p{L})\.(?=\p{L})/u, '$1')).split(' ')
  return words.some(
    (word, at) =>
      (roadEnding.test(word) && word.length > 5) ||
      (words.length > 1 &&
        ((at > 0 && lastWords.has(word)) || (at < words.length - 1 && kindsBefore.has(word)))),
  )
}
