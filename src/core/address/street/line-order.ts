import { foldName, wordSet } from '../fold.ts'
import type { AddressParts } from '../normalise.ts'
import { type DoorParts, doorOf, streetLines } from './door.ts'
import { isAddition, isUnitWord, unitAt, withShortFloors } from './door-words.ts'
import { hasStreetWord } from './street-key.ts'

/**
 * `likely`: letters and a number, which may be a street or a building (`Damrak 12`, `Komplex 7`). `road`: a
 * street without a number. `person`: a receiver within the building.
 */
type LineKind = 'unit' | 'street' | 'likely' | 'road' | 'box' | 'person' | 'name'

/** Numbered or lettered buildings and parts of a site: `Haus 2`, `Gebouw B`, `Torre 1`. */
const buildings = wordSet(`
  building bldg block blk tower wing house level lvl shop warehouse hangar hall gate space trailer bungalow chalet
  lot plot lote kavel perceel dock winkel kantoor lokaal stacaravan garage pand complex portiek ruimte woonboot woonark casa
  gebouw geb blok toren vleugel hal wohnungs loods ingang poort paviljoen residentie flatgebouw woning
  haus gebaude trakt bau halle tor turm flugel eingang zimmer raum buro
  batiment immeuble imm tour residence res pavillon entree pavilion
  edificio edif bloque blq portal torre nave local modulo lotto villa capannone fabbricato
  bloco lote loja predio budynek bud klatka wieza budova vchod epulet lepcsohaz bloc bl scara sc ap etaj et
  bygning bygg byggnad hus opgang oppgang uppgang inngang talo rappu porras rakennus κτιριο здание строение
`)
/** Places within a building without a number. */
const places = wordSet(`
  mezzanine basement studio penthouse attic bgg achterhuis voorhuis bovenhuis benedenhuis bovenwoning benedenwoning
  tussenwoning bovenverdieping kelder hoofdgebouw bijgebouw
  noordvleugel zuidvleugel oostvleugel westvleugel erdgeschoss eg dg dachgeschoss untergeschoss dachboden keller gartenhaus seitenflugel ruckgebaude
  rdc rc bg bajo bajos atico entresuelo entlo izq izda dcha izqda rialzato ammezzato esq dto
`)
/** Sides, floors and buildings in the spelling of keys, in capitals. */
export const unitSpellings: ReadonlyMap<string, string> = new Map(
  `IZDA IZQUIERDA IZQ IZQDA IZQA
  DCHA DERECHA DCH DRCHA DER
  CTRO CENTRO
  BJ BAJO BAJOS BJO
  AT ATICO
  ENTLO ENTRESUELO
  PRAL PRINCIPAL PPAL
  GCHE GAUCHE
  DTE DROITE
  ESQ ESQUERDO ESQUERDA
  DTO DIREITO
  FTE FRENTE
  LI LINKS LKS
  RE RECHTS
  EG ERDGESCHOSS
  DG DACHGESCHOSS
  HH HINTERHAUS HINTERHS
  VH VORDERHAUS VORDERHS
  ST STUEN
  DX DESTRA
  SX SINISTRA
  GROUND GF GND GRD
  BASEMENT BSMT
  BLOK BLOCK BLK BLOC BLOQUE BLQ BL
  GEBOUW GEB
  BUILDING BLDG
  LEVEL LVL
  EDIF EDIFICIO`
    .split('\n')
    .flatMap((line) => {
      const [spelling = '', ...others] = line.trim().split(' ')
      return others.map((other): [string, string] => [other, spelling])
    }),
)

const spellings = new Set([...unitSpellings].flat().map((word) => word.toLowerCase()))
/** Words for floors, which follow a number or an ordinal. */
const floors = wordSet('floor hoog hg grond og ug obergeschoss chaussee terra frente tr trappor pietro')
const ordinals = wordSet('ground first second third fourth fifth upper lower begane rez')
const directions = wordSet('north south east west noord zuid oost nord sud ost')
/** Words between the parts of a unit. */
const fillers = wordSet('no nr n num nummer number numero the de la and en und et y e of im am')

const isDesignator = (word: string): boolean =>
  /^(?:\p{L}{0,2}\d{1,4}\p{L}{0,2}|\p{L}|[ivx]{1,4})$/u.test(word) ||
  isAddition(word) ||
  /^(?:left|right)$/.test(word) ||
  (spellings.has(word) && !buildings.has(word))
const isOrdinal = (word: string): boolean =>
  ordinals.has(word) || /^\d{1,3}(?:st|nd|rd|th|e|de|ste|er|re|eme|me|os|a|o|hg)$/.test(word)
const isNumber = (word: string): boolean => isDesignator(word) || isOrdinal(word) || directions.has(word)
const isBuilding = (word: string): boolean =>
  buildings.has(word) || floors.has(word) || (word.length > 1 && isUnitWord(word))

const wordsOf = (line: string): string[] =>
  foldName(withShortFloors(line).replace(/[ºª°#]/gu, ' ')).split(' ')

/**
 * True if all words describe part of a building: `Flat 3, Block B`, `2. OG links`, `3e etage`, `12`. Each
 * noun needs a number or letter: `Tower House` is a name, `12 Hall Gate` and `Zuid 12` are streets.
 */
export const isUnit = (line: string): boolean => {
  const words = wordsOf(line)
  if (words.length === 1) return places.has(words[0]!) || isDesignator(words[0]!)
  const [nouns, numbers] = [isBuilding, isNumber].map((is) => words.filter(is).length)
  const areDirections = words.some((word) => directions.has(word))
  return (
    words.every((word) => isBuilding(word) || isNumber(word) || places.has(word) || fillers.has(word)) &&
    nouns! <= numbers! &&
    !(/^\d/.test(words[0]!) && buildings.has(words[1]!)) &&
    (!areDirections || nouns! > 0 || words.some((word) => places.has(word)))
  )
}

/** True for numbered or lettered units and places: `flat 3`, `ground floor`, but not `tower house`. */
const isPlaceWithin = (words: readonly string[]): boolean =>
  isUnit(words.join(' ')) &&
  words.some((word) => isBuilding(word) || places.has(word)) &&
  words.some((word) => isNumber(word) || places.has(word))

/** Separates units from the rest of a line: `Flat 3, Victoria Court`, `Acme BV, unit C`. */
export const unitsOf = (line: string): { units: string[]; rest: string } => {
  if (isUnit(line)) return { units: [line], rest: '' }
  const units: string[] = []
  const rest: string[] = []
  for (const part of line.split(/[,;]/u)) {
    const words = part.trim().split(' ')
    let count = words.length
    while (count > 0 && !isPlaceWithin(wordsOf(words.slice(0, count).join(' ')))) count--
    if (count > 0) units.push(words.slice(0, count).join(' '))
    if (count < words.length) rest.push(words.slice(count).join(' '))
  }
  return { units, rest: rest.join(' ') }
}

/** True for a unit, a number, or a word such as `boven` at the start or end of the line. */
export const mayNameDoor = (line: string, parts: DoorParts): boolean => {
  if (line === '') return false
  if (/\p{Nd}/u.test(line) || unitsOf(line).units.length > 0 || unitAt(line) >= 0) return true
  if (kindOfLine(line, parts) === 'person') return false
  const words = wordsOf(line)
  const isPlace = (word: string) => word.length > 1 && (places.has(word) || isAddition(word))
  return [words[0]!, words.at(-1)!].some(isPlace)
}

/** Detects `BFPO 123`, the last line above the postal code in mail to the British forces. */
export const isForcesNumber = (line: string): boolean => /^B\.?F\.?P\.?O\.?[ :]*\d/i.test(line)

const BOX =
  /^(?:(?:gpo |p ?o )?box|post office box|postbus|postfach|boite postale|b ?p|case postale|apartado|apdo|casella postale|postboks|skrytka pocztowa|locked bag|private bag|caixa postal|postilokero) (?:de correos )?(?=.*\d)/
const PERSON =
  /^(?:c ?o|care of|t ?a ?v|z ?hd|zu handen|attn|attention|att|f ?a ?o|p ?a|per adres|a l attention|afd|afdeling|abt|abteilung|dept|department|dienst|service|servizio|ufficio|reparto|postvak|mail ?stop|ms|fam|familie|family) /

const kindOfLine = (line: string, parts: DoorParts): LineKind => {
  const { units, rest } = unitsOf(line)
  // `Flat 3` and `Flat 3, Victoria Court`, but not `Flat 3, 12 High Street`.
  if (units.length > 0 && kindOfLine(rest, parts) === 'name') return 'unit'
  const text = wordsOf(line).join(' ')
  if (BOX.test(text) || isForcesNumber(line)) return 'box'
  if (PERSON.test(`${text} `)) return 'person'
  const own = { ...parts, street: line, houseNumber: '', houseNumberSuffix: '' }
  const { street, number } = doorOf(own)
  if (!/\d/.test(number) || !/\p{L}{2}/u.test(street)) return hasStreetWord(line) ? 'road' : 'name'
  const isFirst = line.startsWith(number) && parts.rule.numberFirst === true
  return isFirst || hasStreetWord(street) ? 'street' : 'likely'
}

/** Which of street and second line is the street. */
interface LineOrder {
  /** The second line is the street, and the other line is printed above it. */
  isExchanged: boolean
  /** The order should be checked. */
  isDoubtful: boolean
  /** The second line is a PO box, printed below the street. */
  isBoxBelow?: boolean
}

const usual: LineOrder = { isExchanged: false, isDoubtful: false }
const doubtful: LineOrder = { isExchanged: false, isDoubtful: true }
const boxBelow: LineOrder = { ...usual, isBoxBelow: true }
const exchanged: LineOrder = { isExchanged: true, isDoubtful: false }
const probablyExchanged: LineOrder = { isExchanged: true, isDoubtful: true }

/** The order of lines by the kinds of the first and the second one; `usual` by default. */
const orders: Readonly<Record<LineKind, Readonly<Partial<Record<LineKind, LineOrder>>>>> = {
  unit: { street: exchanged, likely: exchanged, road: exchanged, box: exchanged, name: doubtful },
  name: { street: exchanged, likely: probablyExchanged, road: probablyExchanged, box: probablyExchanged },
  likely: { street: probablyExchanged, likely: doubtful, road: doubtful, box: doubtful },
  road: { street: doubtful, likely: doubtful, box: doubtful },
  street: { street: doubtful, box: doubtful },
  box: { street: doubtful, likely: doubtful, road: doubtful },
  // A receiver is not a street.
  person: { street: exchanged, likely: exchanged, road: exchanged, box: exchanged },
}

const LEGAL_FORM =
  /(?: (?:inc|llc|ltd|limited|plc|llp|corp|bv|b v|nv|n v|vof|gmbh|ag|kg|ohg|ev|e v|sa|s a|sas|sarl|srl|spa|sl|oy|ab|as|aps|kft|sro))$/

/** Detects legal forms: `Acme Ltd`. */
export const isCompany = (line: string): boolean => LEGAL_FORM.test(foldName(line))

/** Countries where a PO box is printed below the street: `12 rue Haute` and `BP 12`. */
const boxesBelow = new Set(['FR', 'MC', 'DE', 'AT', 'CH', 'LI', 'US', 'CA'])
const isBoxBelow = (parts: AddressParts): boolean =>
  boxesBelow.has(parts.country) && ['street', 'likely'].includes(kindOfLine(wholeLine(parts), parts))

const orderOf = (parts: AddressParts): LineOrder => {
  const { street, houseNumber, addressLine2, rule } = parts
  if (street === '' || addressLine2 === '') return usual
  if (isForcesNumber(street)) return usual
  if (isForcesNumber(addressLine2)) return houseNumber === '' ? exchanged : doubtful
  const second = kindOfLine(addressLine2, parts)
  if (second === 'unit' || second === 'person') return usual
  if (second === 'box' && isBoxBelow(parts)) return boxBelow
  if (houseNumber !== '' && isUnit(street)) {
    if (second === 'road') return exchanged
    // A list may have split `Porras B 12` into `Porras B` and 12.
    if (!/\p{Nd}$/u.test(street)) return orders.unit[second] ?? usual
    return holdsNumber(parts) ? exchanged : doubtful
  }
  const isWholeUnit = isUnit(wholeLine(parts)) || (second !== 'name' && isUnit(`${street} ${houseNumber}`))
  if (houseNumber !== '' && !isWholeUnit) {
    const whole = kindOfLine(wholeLine(parts), parts)
    // The number belongs to the first line: `Afdeling` and 3, `Postbus` and 250.
    if (whole === 'person' && second === 'road' && isOneWord(street)) return probablyExchanged
    if (whole === 'person' || whole === 'box') return orders[whole][second] ?? usual
    if (second === 'street' || second === 'box') return doubtful
    if (second === 'likely') return hasStreetWord(street) ? usual : doubtful
    if (second !== 'road' || rule.localityInSecondLine || kindOfLine(street, parts) !== 'name') return usual
    return isCompany(street) ? probablyExchanged : doubtful
  }
  // Either line may own the number of `Gebouw` and 3 above a street without a number: a user must decide.
  if (houseNumber !== '' && second === 'road') return probablyExchanged
  const first = houseNumber === '' ? kindOfLine(street, parts) : 'unit'
  // A road below the name of a house is already in its place.
  if ((first === 'name' || first === 'likely') && second === 'road' && rule.localityInSecondLine) return usual
  if (first === 'name' && second !== 'name' && isCompany(street)) return exchanged
  // `Plot 12` and `MG Road`: a street's number would come first.
  if (first === 'likely' && second === 'road' && rule.numberFirst) return probablyExchanged
  // `Flat 3` and `Rose Cottage`, in countries where a house needs no number.
  if (first === 'unit' && second === 'name' && !rule.houseNumber)
    return houseNumber === '' ? exchanged : probablyExchanged
  return orders[first][second] ?? usual
}

const wholeLine = (parts: AddressParts): string =>
  streetLines({ ...parts, rule: { ...parts.rule, unitAbove: false } }).line

/** `Flat` and 3 become `Flat 3`, even where house numbers come first. */
const unitLine = (parts: AddressParts): string =>
  parts.rule.numberFirst
    ? [parts.street, parts.houseNumber, parts.houseNumberSuffix].filter((text) => text !== '').join(' ')
    : wholeLine(parts)

const isOneWord = (text: string): boolean => !text.includes(' ')

/** True if the second line has the separately given number. */
const holdsNumber = (parts: AddressParts): boolean => {
  const own: DoorParts = { ...parts, street: parts.addressLine2, houseNumber: '', houseNumberSuffix: '' }
  return doorOf(own).tokens[0] === doorOf({ ...own, street: '', houseNumber: parts.houseNumber }).tokens[0]
}

/** Exchanges street and second line of lists in envelope order: `Flat 3`, `12 High Street`. */
export const inOrder = (parts: AddressParts): { parts: AddressParts; isDoubtful: boolean } => {
  const { isExchanged, isDoubtful, isBoxBelow } = orderOf(parts)
  if (!isExchanged) return { parts: isBoxBelow ? { ...parts, secondLine: 'below' } : parts, isDoubtful }
  const { street, houseNumber, addressLine2 } = parts
  const exchangedParts = { ...parts, street: addressLine2, secondLine: 'above' as const }
  const kind = isUnit(`${street} ${houseNumber}`) ? 'unit' : kindOfLine(wholeLine(parts), parts)
  // The number is the road's in `Flat 3` and 12 above a road, and in `c/o Bergmann` and 5. But `Gebouw` and
  // 3 is building 3.
  const isOfRoad =
    kindOfLine(addressLine2, parts) === 'road' &&
    (kind === 'unit' ? isUnit(street) : kind !== 'person' || !isOneWord(street))
  const isWhole = ['unit', 'person', 'box'].includes(kind) && !isOfRoad && !holdsNumber(parts)
  const keepsNumber = houseNumber === '' || !isWhole
  return {
    parts: keepsNumber
      ? { ...exchangedParts, addressLine2: street }
      : {
          ...exchangedParts,
          addressLine2: kind === 'unit' ? unitLine(parts) : wholeLine(parts),
          houseNumber: '',
          houseNumberSuffix: '',
        },
    isDoubtful,
  }
}
