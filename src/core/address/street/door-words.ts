const list = (text: string): string => text.trim().split(/\s+/).join('|')

/** Words before a unit's number, in the languages of countries with their own rules. */
const numberedUnits = list(`
  flat apartment apt unit suite ste room rm floor fl lot
  bus bte boîte boite b\\. appt app appartement étage etage esc escalier bât bat bâtiment batiment porte
  kamer etage verdieping appartementnr
  stiege stg tür tuer top wohnung whg wohnungs-?nr etage stock aufgang eingang
  piso planta puerta pta esc escalera dpto depto departamento apto interior int oficina
  interno scala piano palazzina
  andar sala bloco fração
  lejl lejlighed dør sal lgh lägenhet leil leilighet
  mieszkanie lokal lok m\\. byt poschodie patro em emelet ajtó ép krt korter
  διαμ όροφος кв квартира офис подъезд этаж оф корп корпус стр
`)
/** Words that are units on their own. */
const namedUnits = list('basement studio penthouse hinterhaus vorderhaus seitenflügel')
/** Matches the word of a unit. `m` counts only before a number, and not in the range `12 t/m 16`. */
const UNIT = new RegExp(
  String.raw`(?:^|(?<=[\s,;/-]))(?:(?:${numberedUnits}|${namedUnits})(?![\p{L}])\.? ?(?=$|[\p{L}\p{N}#.°º-])|(?<!t[./])m ?(?=\d))`,
  'iu',
)

/** Returns the index of the first unit with a word, or -1: 4 in `12A Flat 2`. */
export const unitAt = (text: string): number => UNIT.exec(text)?.index ?? -1

/** Code points of the digit 0 in other scripts that occur in lists. */
const zeros = [0x660, 0x6f0, 0x966, 0xe50, 0xff10]

/** Converts digits, full-width letters, dashes and slashes to ASCII, preserving length. */
export const plainDoor = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text
        .replace(/[\u2010-\u2015\u2212\uFF0D]/gu, '-')
        .replace(/[\uFF0F\u2044]/gu, '/')
        .replace(/[\uFF21-\uFF3A\uFF41-\uFF5A]/gu, (letter) =>
          String.fromCharCode(letter.charCodeAt(0) - 0xfee0),
        )
        .replace(/\p{Nd}/gu, (digit) => {
          const zero = zeros.find((first) => digit.charCodeAt(0) >= first && digit.charCodeAt(0) < first + 10)
          return zero === undefined ? digit : String(digit.charCodeAt(0) - zero)
        })

/** Uses capitals without accents. */
const folded = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()

/** A door for comparison. */
export interface Reading {
  /**
   * Number, letter and units in capitals, from street to flat, without separators and words for numbers and
   * units: `12B, 1. th` → 12, B, 1, TH; `Stiege 2 Tür 5` → 2, 5.
   */
  tokens: readonly string[]
  /**
   * The first token is the house number and the others belong to one door. False for a possible range, an
   * unknown form, and a number in an unusual position. Carrier codes need a certain reading.
   */
  certain: boolean
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.split('|').map(folded))

const labels = setOf(list('no nr n nº num nummer number hnr huisnummer hausnummer d дом д km'))
const unitLabels = setOf(numberedUnits.replaceAll(/\\\.|\?|-/g, ''))
/** Unit words kept before a letter: `bâtiment A` of number 12 is not 12A. */
const parts: ReadonlyMap<string, string> = new Map(
  [
    'bât bat bâtiment batiment',
    'esc escalier escalera',
    'stg stiege',
    'aufgang',
    'eingang',
    'scala',
    'palazzina',
    'bloco',
    'корп корпус',
    'стр',
  ].flatMap((words) =>
    words.split(' ').map((word): [string, string] => [folded(word), folded(words.split(' ')[0]!)]),
  ),
)
const unitFirst = new Set(['AU', 'NZ'])
/** Additions without a word: floors and sides of a house. */
const additions = setOf(
  list(`hs hg boven beneden bg bgg bel bov rd rood zw zwart wit bis ter quater quinquies
    i ii iii iv v vi th tv mf st kl`),
)
/** Words for sides and floors after a house number. */
const sides = setOf(
  list(`boven beneden achter voor links rechts midden begane grond souterrain parterre onder zolder rosso zwart huis
    hinten vorne oben unten mitte hinterhaus vorderhaus
    droite gauche fond cour izquierda derecha izqda dcha rear front upper lower`),
)

/** True for words before a unit's number: `flat`, `bus`, `Tür`. */
export const isUnitWord = (word: string): boolean => unitLabels.has(folded(word))
/** True for words that may follow a house number on their own: `hs`, `bis`, `links`. */
export const isAddition = (word: string): boolean =>
  [additions, sides].some((words) => words.has(folded(word)))

/** Matches words for an address opposite a number: `12 t/o`. */
const opposite = /(?<!\p{L})t[./] ?o(?!\p{L})|tegenover/iu

/** Reads the tokens of a door from its house number and the unit that follows it. */
export const readTokens = (number: string, unit: string, country: string): Reading => {
  const house = unitFirst.has(country) ? number.replace(/^u(?:nit)? ?(?=\d+ ?\/)/i, '') : number
  const [own, units] = [house, unit].map((text) => tokensOf(country === 'BE' ? withBox(text) : text, country))
  const tokens = (unitFirst.has(country) ? unitBehind(house, own!) : own!).concat(units!)
  return {
    tokens,
    certain:
      isCertain(own!) &&
      isCertainUnit(own!, country === 'NL' ? wordsOf(unit, country) : units!) &&
      !hasFloor(`${number} ${unit}`) &&
      ![number, unit].some((text) => opposite.test(text)),
  }
}

/** Belgian boxes: `12b3` and `b3` are box 3. */
const withBox = (text: string): string => text.replace(/(?<!\p{L})b\.?(?=\d)/iu, ' bus ')

/** Patterns of ranges: `12 t/m 16`, `12 à 14`. */
const rangeWords = [
  String.raw`t[./]? ?e?[./]? ?m\.?|t\. ?o\. ?m\.?|tot(?: en met)?|jusqu[’']à`,
  list('à au to thru through al hasta até ao do až ig til till tom kuni līdz iki έως ως до'),
].join('|')

/** Patterns of lists: `12 en 14`. */
const listWords = list('en et und and og och oder ja és in un ir și si και u\\.? e y i a и or')

const RANGE_OR_LIST = new RegExp(String.raw`^(?:bis|${rangeWords}|${listWords})\s*(?=\d)`, 'iu')
/** `12 a 14` is a range in Italy, and `12A` with flat 14 elsewhere. */
const LETTER = /^[aeiy]\s*\d/iu

/** Continues a range or list: `à 14`, `en 16`. A capital letter counts only if `isLetterEnough`. */
export const continuesNumbers = (text: string, isLetterEnough: boolean): boolean =>
  RANGE_OR_LIST.test(text) && (!LETTER.test(text) || isLetterEnough || /^\p{Ll}\s/u.test(text))

export const isBetweenNumbers = (word: string): boolean => RANGE_OR_LIST.test(`${word} 1`)

const RANGE = new RegExp(
  String.raw`(?<=\d ?(?:\p{L}|bis|ter|quater)?)\s*(?<!\p{L})(?:${rangeWords})\s*(?=\d)`,
  'giu',
)
const GERMAN_RANGE = /(?<=\d\p{L}?)\s*bis\s*(?=\d)/giu
const german = new Set(['DE', 'AT', 'LI'])

/** Replaces range words by hyphens; `bis` only in German, as `12 bis` is a number in French and Italian. */
const withHyphens = (text: string, country: string): string => {
  const hyphened = text.replace(RANGE, '-')
  return german.has(country) ? hyphened.replace(GERMAN_RANGE, '-') : hyphened
}

const RANGE_IN_HYPHENS = /^\d+ ?(?:\p{L}|bis|ter|quater)?-\d/iu

/** True if range words make a number cover several doors: `12 t/m 16`. */
export const isRangeInWords = (number: string, country: string): boolean =>
  RANGE_IN_HYPHENS.test(withHyphens(number, country)) && !RANGE_IN_HYPHENS.test(number)

const wordsOf = (text: string, country: string): string[] =>
  (withHyphens(plainDoor(text), country).match(/\d+|(?![ªº])\p{L}+|[½¼¾]/gu) ?? []).map(folded)

const floorOrdinals: ReadonlyMap<string, string> = new Map(
  [
    'first second third fourth fifth sixth seventh eighth ninth tenth',
    'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende',
  ].flatMap((words) => words.split(' ').map((word, index): [string, string] => [word, String(index + 1)])),
)
const FLOOR = String.raw`(?=[\s.]+(?:floor|fl|étage|etage|ét|verdieping|woonlaag)(?!\p{L}))`
const FLOOR_IN_FIGURES = new RegExp(String.raw`(?<=\d)(?:st|nd|rd|th|er|ère|e|ème|eme|de|ste)${FLOOR}`, 'giu')
const FLOOR_IN_WORDS = new RegExp(
  String.raw`(?<!\p{L})(?:${[...floorOrdinals.keys()].join('|')})${FLOOR}`,
  'giu',
)
/** `2nd floor` and `second floor` → `2 floor`, `til højre` → `th`. */
export const withShortFloors = (text: string): string => (NAMES_FLOOR.test(text) ? rewritten(text) : text)
/** A fast test, since most texts name no floor. */
const NAMES_FLOOR = /floor|fl|tage|ét|verdieping|woonlaag|til |rez|r[/.]c|r[ée]s|begane/i
const rewritten = (text: string): string =>
  text
    .replace(FLOOR_IN_FIGURES, '')
    .replace(FLOOR_IN_WORDS, (word) => floorOrdinals.get(word.toLowerCase())!)
    .replace(/(?<!\p{L})til (?:(h)øjre|(v)enstre)(?!\p{L})/giu, (_text, right) => (right ? 'th' : 'tv'))
    .replace(/(?<!\p{L})begane grond(?!\p{L})/giu, 'bg')
    .replace(/(?<!\p{L})rez[ -]de[ -]chauss[ée]e(?!\p{L})/giu, 'rdc')
    .replace(/(?<!\p{L})(?:r[/.]c(?!\p{L})|rés[ -]do[ -]chão)/giu, 'rc')

const FLOORS = 'floor|fl|étage|etage|verdieping|og|obergeschoss|stock'
const FLOOR_BEHIND = new RegExp(String.raw`(?<![\p{L}\p{N}])(\d{1,2})[. ]*(?:${FLOORS})(?!\p{L})`, 'giu')
const ROMAN_FLOOR = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:I{1,3}|IV|VI{0,3})(?=[. ]+(?:${FLOORS})(?!\p{L}))`,
  'giu',
)
const romanFloors = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII']
const FLOOR_BEFORE = /(?<!\p{L})(?:floor|fl|étage|etage)[. ]+(\d{1,2})(?!\d)/giu
const FLOOR_WORD = new RegExp(FLOORS, 'iu')
/** Countries where the floor precedes every door, with or without a word: `2. th`, `Stiege 2/3/5`. */
const floorsInDoors = new Set(['DK', 'NO', 'AT'])
/** Writes floors as `level 2`, unlike flats. In the Netherlands, the second floor of number 12 is 12-2. */
const withFloors = (text: string, country: string): string => {
  if (country === 'NL' || !FLOOR_WORD.test(text)) return text
  const inFigures = text.replace(ROMAN_FLOOR, (floor) => String(romanFloors.indexOf(floor.toUpperCase()) + 1))
  if (floorsInDoors.has(country)) return inFigures
  return inFigures.replace(FLOOR_BEHIND, 'level $1').replace(FLOOR_BEFORE, 'level $1')
}

const tokensOf = (text: string, country: string): string[] => {
  const words = wordsOf(withFloors(withShortFloors(text), country), country)
  const kept = words.filter((word, index) => {
    const next = words[index + 1] ?? ''
    if (index === 0 && labels.has(word) && /^\d/.test(next)) return false
    if (word === 'M' && index > 0 && words[index - 1] !== 'T' && /^\d/.test(next)) return false
    if (parts.has(word) && isLetter(next)) return true
    return !(unitLabels.has(word) && word.length > 1)
  })
  return kept.map((word) => parts.get(word) ?? word)
}

/** True for words with digits, short ones and names of units. */
export const isDoorWord = (word: string): boolean =>
  /\d/.test(word) ||
  /^[^\p{L}]*$/u.test(word) ||
  /^\p{L}(?:[-/+]\p{L})+$/u.test(word) ||
  (/^\P{L}*\p{L}{1,4}\P{L}*$/u.test(word) && !months.has(lettersOf(word))) ||
  isBetweenNumbers(word) ||
  sides.has(lettersOf(word)) ||
  unitAt(`${word} 1`) === 0

const lettersOf = (word: string): string => folded(word.replace(/\P{L}/gu, ''))

/** Months, which occur in street names: `Straße des 17. Juni`. */
const months = setOf(
  list(
    'jan feb mär mar maj mai mei may mag jun juin juni jul juil juli aug août sep sept okt oct nov dez dec',
  ),
)

/** Moves a unit after its number: `3/45` is unit 3 of number 45 in Australia and New Zealand. */
const unitBehind = (number: string, tokens: string[]): string[] =>
  /^\p{L}?\d+\s?\/\s?\d+\p{L}?$/u.test(plainDoor(number)) ? [...tokens.slice(1), tokens[0]!] : tokens

const isKnown = (token: string): boolean => /^\d+$|^\p{L}$/u.test(token) || additions.has(token)

/** True for one door: `12`, `12B`, `12 hs`, `12-2`, but not for the range `12-14`. */
const isCertain = ([number = '', ...more]: readonly string[]): boolean =>
  /^\d{1,5}$/.test(number) &&
  more.length <= 3 &&
  more.every((token) => isKnown(token) && !(Number(token) > Number(number))) &&
  !more.some((token, index) => isLetter(token) && isLetter(more[index + 1] ?? ''))

const isLetter = (token: string): boolean => /^\p{L}$/u.test(token)

/** True for known words: `A`, `2`, `hs`, but in the Netherlands not `kamer 214`. */
const isCertainUnit = (own: readonly string[], words: readonly string[]): boolean => {
  const [first = ''] = words
  return words.every(isKnown) && first !== own[0] && !(isLetter(first) && isLetter(own.at(-1) ?? ''))
}

/** Detects a floor rather than an addition: `12 3e etage`. */
const hasFloor = (door: string): boolean => /\D\d{1,2}(?:e|de|ste)(?!\p{L})/iu.test(door)

/** Locates an address relative to another number: `tegenover 12`. */
const RELATION =
  /(?:^|[\s,])(?:t[./]?o\.?|t\.?h\.?v\.?|ter hoogte van|tegenover|naast|nabij|bij|achter|hoek|gegenüber|neben|hinter|bei|en face(?: du)?|face au|à côté du|opposite|opp|near|next to|behind|beside|junto al?|frente al?)\.?$/iu

/**
 * True if a street has a number of its own, `Dorpsstraat 12 gebouw B` before 3, or ends with a word such as
 * “opposite”. Years are parts of names: `Plein 1944`.
 */
export const saysMoreOfDoor = (street: string): boolean =>
  RELATION.test(street) ||
  /(?<![\p{L}\p{N}'’.])(?!(?:1[5-9]|20)\d\d(?!\d))\d+(?![\p{L}\p{N}.])/u.test(plainDoor(street))
