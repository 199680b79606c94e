import { collapseUmlauts, foldName, wordSet } from '../fold.ts'

const table = (text: string): [string, string][] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [short, ...long] = line.trim().split(/\s+/)
      return long.map((word): [string, string] => [word, short!])
    })

/**
 * Short forms in street names, each followed by the folded words for it. Words with the same abbreviation
 * share a line: `St` is a saint and a street. Kinds of streets of one country never do: `Piazza Roma` and
 * `Piazzale Roma` differ.
 */
const words: ReadonlyMap<string, string> = new Map(
  table(`
    st street saint sint sankt sainte ste
    sta santa
    sto santo
    str strasse strase straat strate strat strada
    bd boulevard blvd boul bld bvd bulvar bulevar bulwar blv bulvari bulevardul
    av avenue ave avenida avda avd aven
    pl place platz plein pln plac
    plz plaza pza plza placa
    pzz piazza pzza
    ple piazzale pzle
    pca praca pc
    pct praceta pcta
    sq square
    g gasse gatan gade gate gata gt
    v vagen vej veien vegen
    rd road
    dr drive doctor doktor docteur doktora dottor dott
    ln lane laan
    ct court crt
    cl close
    cres crescent
    gdns gardens
    gve grove grv
    ter terrace terr tce
    pde parade
    hts heights
    vw view
    rdg ridge
    app approach
    wk walk
    jr junior
    w west ouest
    ptta piazzetta
    gl gammel gamle
    cir circle circ
    trl trail
    wy way
    mt mount
    hwy highway
    pkwy parkway
    expy expressway
    fwy freeway
    rte route
    che chemin ch
    chee chaussee chsee
    all allee alle
    al aleja aleje alej alameda aleea
    imp impasse
    pass passage
    prom promenade
    res residence resid
    lot lotissement
    fg faubourg fbg
    q quai
    vle viale
    vlo vicolo
    bgo borgo
    cda contrada
    cso corso
    flli fratelli
    lgo largo lg
    ctra carretera crta
    po paseo pso
    cno camino cmno
    rda ronda
    gta glorieta
    pje pasaje
    tv travessa travesia trav
    estr estrada
    os osiedle
    sw swietego swietej
    ks ksiedza
    nam namesti namestie
    tr trida
    nabr nabrezi nabrezie
    u utca
    krt korut
    sos soseaua
    cal calea
    cad caddesi cd
    sok sokak sokagi sk
    stwg steenweg
    burg burgemeester burgem
    bgm burgermeister bgmstr
    geschw geschwister
    pr professor prof profesora
    gen general generaal generala gal
    marsz marszalka
    pres president
    mal marechal
    col colonel
    cdt commandant
    n north nord
    s south sud
    e east
    ne northeast
    nw northwest
    se southeast
    sw southwest
    λ λεωφορος λεωφ
    πλ πλατεια
    ул улица
    пр проспект просп
    пер переулок
    пл площадь
    наб набережная
    бул булевард бульвар
  `),
)

/** Abbreviations with another meaning in a country. */
const ofCountry: Readonly<Record<string, ReadonlyMap<string, string>>> = Object.fromEntries(
  Object.entries({
    IT: 'pzz pza',
    GB: 'gve gr',
    IE: 'gve gr',
    ES: 'plz pl',
    DE: 'gr grosse grosser grossen\nkl kleine kleiner kleinen',
    BE: 'gr grote groot\nkl kleine',
  }).map(([country, lines]) => [country, new Map(table(lines))]),
)

/** Kinds of streets before the name: `C/ Mayor`, `ul. Długa`, `R. Augusta`, `V. Roma`. */
const firstWords: ReadonlyMap<string, string> = new Map(
  table(`
    r rue rua
    c calle carrer
    v via
    ul ulica ulice
    ул улица
    οδος οδ
  `),
)
const omitted = new Set(['ul', 'ул', 'οδος'])

const numbered = (text: string): [string, string][] =>
  text.split(' ').map((word, index): [string, string] => [word, `${index + 1}o`])
/** `Fifth Avenue` is `5th Ave`. */
const ordinals: ReadonlyMap<string, string> = new Map([
  ...numbered('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'),
  ...numbered('eerste tweede derde vierde vijfde zesde zevende achtste negende tiende'),
  ...numbered('erste zweite dritte vierte funfte'),
  ...numbered('premiere deuxieme troisieme quatrieme cinquieme'),
  ...numbered('premier seconde'),
  ['ier', '1o'],
  ...numbered('primera segunda tercera cuarta quinta'),
  ...numbered('prima seconda terza quarta'),
  ...numbered('primeira segunda terceira'),
])
const tensBefore = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const tens = tensBefore.map((ten) => ten.replace(/y$/, 'ieth'))

/** Converts ordinals and Roman numerals to figures: `Twenty-Third Street`, `Via XX Settembre`. */
const withFigures = (all: readonly string[]): string[] => {
  const figures: string[] = []
  for (let at = 0; at < all.length; at++) {
    const word = all[at]!
    const [ten, unit] = [tensBefore.indexOf(word), ordinals.get(all[at + 1] ?? '')]
    if (ten >= 0 && unit !== undefined && unit.length === 2) {
      figures.push(`${ten + 2}${unit}`)
      at++
    } else {
      const [, figure] = /^(\d+)(?:st|nd|rd|th|e|de|ste|er|re|ere|eme|o)$/.exec(word) ?? []
      const round = tens.indexOf(word)
      figures.push(
        figure !== undefined
          ? `${figure}o`
          : (ordinals.get(word) ?? (round >= 0 ? `${round + 2}0o` : (romanNumber(word) ?? word))),
      )
    }
  }
  return figures
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 }
/** Reads Roman numerals up to 39. A single letter may be an initial, and longer forms are words. */
const romanNumber = (word: string): string | undefined => {
  if (!/^(?=..)x{0,3}(?:ix|iv|v?i{0,3})$/.test(word)) return undefined
  const values = [...word].map((letter) => romanDigits[letter]!)
  return String(values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0))
}

/** Abbreviated endings: `Hauptstr.`, `Lindeng.`, `Kerkln.`, `Storg.` */
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

/** Joins contractions: `P.zza`, `V.le`. */
const withoutPoints = (street: string): string =>
  street.replace(/(?<!\p{L})(\p{L})\.(\p{L}{2,4})(?!\p{L})/gu, (text, letter: string, end: string) =>
    words.has(foldName(letter + end)) || shortForms.has(foldName(letter + end)) ? letter + end : text,
  )
const shortForms: ReadonlySet<string> = new Set([...words.values(), 'pza'])

/** Returns a street for comparison, ignoring abbreviations, umlauts, accents, case and punctuation. */
export const streetKey = (street: string, country: string): string => {
  const [first = '', ...rest] = withFigures(foldName(withoutPoints(street)).split(' '))
  const short = (word: string) => shortened(word, ofCountry[country])
  if (rest.length === 0) return collapseUmlauts(short(first))
  const kind = firstWords.get(first) ?? first
  return collapseUmlauts([omitted.has(kind) ? '' : kind, ...rest].map(short).join(''))
}

const shortened = (word: string, own: ReadonlyMap<string, string> | undefined): string => {
  const known = own?.get(word) ?? words.get(word) ?? words.get(collapseUmlauts(word))
  if (known !== undefined) return known
  for (const [ending, short] of endings) if (ending.test(word)) return word.replace(ending, short)
  return word
}

/** Kinds of streets after the name: `High Street`. */
const lastWords = wordSet(`
  street st road rd avenue ave av lane ln drive dr close cl crescent cres place pl square sq terrace ter tce way boulevard
  blvd gardens gdns grove gr hill mews row walk highway hwy parkway pkwy parade pde esplanade circuit circle cir trail green quay
  strasse straße str straat weg laan gasse platz plein allee damm ring ufer kade gracht singel dijk dreef steenweg
  gade vej gatan vagen gata veien katu tie utca ut u utja ter korut krt ulice namesti trida ulica namestie tn pst mnt
  caddesi sokak улица ул проспект
`)
/** Kinds of streets before the name: `rue Haute`. */
const kindsBefore = wordSet(`
  rue avenue av boulevard bd bld place pl chemin che chaussee chee route rte quai impasse imp allee square sentier ruelle cours passage
  via viale vle piazza pzza piazzale corso cso largo vicolo strada contrada calle c avenida avda paseo plaza pza camino carretera
  ctra ronda travesia rua travessa praca estrada alameda ulica ul aleja aleje al osiedle os plac str strada bulevardul bd
  calea aleea soseaua улица ул проспект пр οδος λεωφορος
`)
const roadEnding =
  /.(?:strasse|str|straat|weg|laan|gasse|platz|plein|allee|damm|ufer|kade|gracht|singel|dijk|dreef|steenweg|gade|vej|gatan|vagen|gata|veien|katu|tie)$/

/** Returns whether a line contains a kind of street: `High Street`, `Hauptstr.`, `rue Haute`. */
export const hasStreetWord = (line: string): boolean => {
  const words = foldName(line.replace(/^(\p{L})\.(?=\p{L})/u, '$1')).split(' ')
  return words.some(
    (word, at) =>
      (roadEnding.test(word) && word.length > 5) ||
      (words.length > 1 &&
        ((at > 0 && lastWords.has(word)) || (at < words.length - 1 && kindsBefore.has(word)))),
  )
}
