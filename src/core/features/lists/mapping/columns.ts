import { foldName } from '../../../address/index.ts'
import { partsOf } from '../../../address/normalise.ts'
import { otherNumber } from '../../../address/repetitions.ts'
import { importLimits, type Source } from '../../../model/mapping.ts'
import { plainCell } from '../../../ports/csv.ts'
import { type AddressKind, addressKinds } from './address-kinds.ts'
import { type ColumnName, columnNameOf, likelyFieldOf, longestName } from './column-names.ts'
import {
  askedVillages,
  bare,
  besideNumbers,
  extraWords,
  type NamePart,
  nameParts,
  splitWords,
  statesOrCountries,
  targetWords,
  unitColumns,
  vagueCities,
  vagueUnits,
  words,
} from './synonyms.ts'
import { countryOf, isUnitValue } from './values.ts'

/** Words for a building, whose columns have house numbers if no other column does. */
const houseWords = words('house huis haus hus dom premise premises maison casa')

/** Stems of column names that need a question: `Block` matches `Block no.`, `Blocknummer`, `Nr Block`. */
const partWords: Readonly<Record<string, ReadonlySet<string>>> = {
  'recipient.street': words(
    `predir predirection predirectional postdir postdirection postdirectional streetdirection streetdir stdir
     streetsuffix streettype sttype stsuffix streetsuffixtype roadtype`,
  ),
  'recipient.postalCode': words(
    'zip4 plus4 and4 zipplus4 zipand4 zipandplus4 zipfour zipext zipextension zipsuffix zipaddon postalcodesuffix',
  ),
  'recipient.city': words(
    `cedex bureaucedex gemeinde gmina kommune kommun municipality concelho deelgemeente townland parish parroquia
     arrondissement freguesia castobce`,
  ),
  'recipient.houseNumberSuffix': words(
    `letter letters buchstabe lettre letra lettera litera litra indice indicerepetition repetition coderep extension
     esponente barrato cisloorientacni portal bloque planta pta mano esc escal scala int piano palazzina isolato side
     sal toev2 toevoeging2 huisnummertoevoeging2 bloku opgang uppgang trappa trapp vaning oppgang etasje leilighet lejlighed lejl lgh klatka pietro m mieszk
     lok blok stock stockwerk stg emelet em ajto lepcsohaz lph epulet poschodi patro vchod porras rappu kerros andar
     bloco lote fraccao fracao`,
  ),
  'recipient.addressLine2': words(
    `block blk building bldg tower wing entrance entry staircase stair stairs stairwell level storey room rm estate
     hamlet village dorp subbuilding sublocality mailstop maildrop lot space spc rr ruralroute pmb box suite unit flat compound stand complex apt
     apartment ste premisename appartement kamer locatie extraadresregel extraadres trap blok wooneenheid
     portiek ingang hal adresaanvulling adrestoevoeging bijkomendadres buurt gehucht buurtschap perceel kavel vleugel
     deur woning achterhuis wohnung whg geschoss gebaude hinterhaus vorderhaus aufgang eingang zimmer raum treppe
     treppenhaus weiler packstation siedlung wohneinheit adresszusatz2 bat appt apptmt escalier porte entree hameau immeuble imm
     logement lgt logt cs tsa couloir aile villa quartier lotissement appartamento apartamento contrada borgo rione
     lotto quartiere urbanizacion urb barrio pedania colonia km kilometro manzana mz parcela poligono local oficina
     nave loteamento stednavn sted lokalitet ingang port byggnad inngang bolig osiedle os przysiolek wies
     skrytka huone gard`,
  ),
}

const numbers = 'nummer|number|numero|numer|num|nr|no|n'
const withNumber = new RegExp(
  `^(?:(?:${numbers})(?:de|del|du|di|der|dela)?)?(.+?)(?:(?:e?n|e?s)?(?:${numbers}))?$`,
)

/** `blocknummer` → `blocknummer`, `block`. Short stems are ambiguous and excluded. */
const stemsOf = (word: string): string[] => {
  const stem = withNumber.exec(word)?.[1] ?? word
  return stem.length < 3 ? [word] : [word, stem]
}

const partFieldOf = (word: string): string | undefined => {
  const stems = stemsOf(word)
  return (
    Object.keys(partWords).find((field) => stems.some((stem) => partWords[field]!.has(stem))) ??
    (houseWords.has(word) ? 'recipient.addressLine2' : undefined)
  )
}

export interface Column extends ColumnName {
  name: string
  values: readonly string[]
}

/** The recognised columns for one kind of address. */
export interface Recognised {
  readonly sample: { readonly rows: readonly (readonly string[])[]; readonly country: string }
  readonly columns: readonly Column[]
  readonly kind: AddressKind | undefined
  readonly fields: Readonly<Record<string, Source>>
  readonly used: ReadonlySet<string>
  readonly parts: ReadonlyMap<NamePart, Column>
  /** Returns the field or part of a name that a column is named after. */
  meaningOf(column: Column): string | undefined
  /** See `otherNumbersBeside`. */
  otherNumbers(column: Column): number
}

export const valuesOf = (rows: readonly (readonly string[])[], place: number): string[] =>
  rows.map((cells) =>
    plainCell(cells[place] ?? '')
      .trim()
      .replace(/^'(?=\d)/, ''),
  )

export const isFilled = ({ values }: Pick<Column, 'values'>): boolean => values.some((value) => value !== '')

/**
 * Removes the kind of columns whose kind has no street and so is not a separate address: `Mailing name` next
 * to `Address`.
 */
export const asIfUnnamed = (columns: Column[]): void => {
  const streets = columns.filter(isStreet)
  const whole = new Set(streets.map(({ kind }) => kind))
  const firstWords = new Set(streets.map(({ name }) => firstWord(name)))
  for (const column of columns) {
    const isOwn = column.kind !== undefined && whole.has(column.kind)
    // A `Business unit` is part of a company, and a `Homeroom` part of a school.
    if (!isOwn && unitColumns.has(column.word) && isOfOther(column, firstWords))
      column.word = bare(foldName(column.name.slice(0, longestName)))
    if (!whole.has(column.kind)) column.kind = undefined
  }
}

const firstWord = (name: string): string =>
  foldName(name.slice(0, longestName).replace(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ')).split(' ')[0]!

/**
 * True if a unit belongs to something else: `Business unit`, not `Address: unit`. `ofStreets`: first words of
 * street columns.
 */
const isOfOther = ({ name, isPlain, word }: Column, ofStreets: ReadonlySet<string>): boolean => {
  const first = firstWord(name)
  const isSame = first === word || /^ad+r|anschrift|indirizzo|direccion/.test(first)
  return !isPlain && !isSame && !ofStreets.has(first)
}

const isStreet = ({ word }: Column): boolean =>
  targetWords['recipient.street']!.has(word) || splitWords.streetAndNumber.has(word)

/**
 * Returns the kinds of address with a street column, preferred ones first; without empty ones unless all are
 * empty.
 */
export const kindsWithStreet = (columns: readonly Column[]): (AddressKind | undefined)[] => {
  const streets = columns.filter(isStreet)
  const all = [undefined, ...addressKinds].filter((kind) => streets.some((column) => column.kind === kind))
  const filled = all.filter((kind) => streets.some((column) => column.kind === kind && isFilled(column)))
  return filled.length > 0 ? filled : all
}

/** Returns the field that a column may extend although it is not named after the field. */
export const extraFieldOf = ({ name, word }: Pick<Column, 'name' | 'word'>): string | undefined =>
  Object.keys(extraWords).find((field) => extraWords[field]!.has(word)) ??
  partFieldOf(word) ??
  partFieldOf(bare(foldName(name.slice(0, longestName))))

const fieldNames = new Map(Object.keys(targetWords).map((field) => [field, bare(foldName(field))]))

/** Maximum street columns compared; a list has one or two per kind of address. */
const comparedStreets = 5

/**
 * Returns a function for the share (0 to 1) of numbers in a column such as `House` that differ from the
 * number in the street, and so belong to a district or team. Compares a few streets and rows, each column
 * once, since every pair is parsed.
 */
export const otherNumbersBeside = ({
  columns,
  kind,
  sample: { country },
}: Pick<Recognised, 'columns' | 'kind' | 'sample'>): Recognised['otherNumbers'] => {
  const streets = columns
    .filter((other) => other.kind === kind && isStreet(other) && isFilled(other))
    .slice(0, comparedStreets)
  const isOther = (houseNumber: string, row: number) =>
    streets.some(
      ({ values }) => otherNumber(partsOf({ street: values[row]!, houseNumber, country })) !== undefined,
    )
  const shares = new Map<Column, number>()
  return (column) => {
    const known = shares.get(column)
    if (known !== undefined) return known
    const numbers = [...column.values.entries()].filter(([, value]) => value !== '')
    const compared = numbers.slice(0, importLimits.sampleRows)
    const differing = compared.filter(([row, value]) => isOther(value, row))
    const share = differing.length / Math.max(1, compared.length)
    shares.set(column, share)
    return share
  }
}

/** True if some numbers, but fewer than half, differ from the street's. */
export const mayBeHouseNumber = (column: Column, beside: Recognised): boolean => {
  if (!houseWords.has(column.word) || beside.fields['recipient.houseNumber']) return false
  const share = beside.otherNumbers(column)
  return share > 0 && share < 0.5
}

/** True for a unit column, whose values decide: a `Room` may belong to a house or a school. */
export const isNamedAsUnit = (name: string): boolean => unitColumns.has(columnNameOf(name).word)

/**
 * Returns the field or part of a name that a column is named after. Depends on the other columns of the
 * address.
 */
export const meaningOf = (
  column: Column,
  beside: Pick<Recognised, 'columns' | 'kind' | 'otherNumbers'>,
): string | undefined => {
  const { word } = column
  const others = beside.columns.filter((other) => other !== column && other.kind === beside.kind)
  const hasWord = (field: string) => others.some((other) => targetWords[field]!.has(other.word))
  // `Zusatz` next to a number is a letter or a building's name.
  const isWords = word === 'zusatz' && column.values.some((value) => /\p{L}{3}/u.test(value))
  if (besideNumbers[word] && (isWords || !hasWord('recipient.houseNumber'))) return besideNumbers[word]
  const isNumbers = isFilled(column) && column.values.every((value) => value === '' || /^\d/.test(value))
  if (houseWords.has(word) && isNumbers && !hasWord('recipient.houseNumber'))
    return beside.otherNumbers(column) === 0 ? 'recipient.houseNumber' : undefined
  const isDistrict = others.some(
    (other) => targetWords['recipient.city']!.has(other.word) && !vagueCities.has(other.word),
  )
  if (askedVillages.has(word) && isDistrict) return undefined
  if (vagueUnits.has(word) && !column.values.every(isUnitValue)) return undefined
  if (vagueCities.has(word) && isDistrict) return 'recipient.addressLine2'
  // `Staat` is a country in German, a province in Dutch.
  const namesCountries = isFilled(column) && column.values.every((value) => value === '' || countryOf(value))
  if (statesOrCountries.has(word) && namesCountries && !hasWord('recipient.country'))
    return 'recipient.country'
  // `Č.p.` is a number in Czech, `C.P.` a postal code in French and Spanish.
  if (word === 'cp' && others.some((other) => other.word === 'psc')) return 'recipient.houseNumber'
  // `Kraj` is a region in Czech and Slovak, a country in Polish.
  if (word === 'kraj' && isFilled(column) && !namesCountries) return 'recipient.region'
  const [field] = [...fieldNames].find(([key, own]) => targetWords[key]!.has(word) || own === word) ?? []
  return field ?? (Object.keys(nameParts) as NamePart[]).find((part) => nameParts[part].has(word))
}

const wordsOfRecipient: readonly ReadonlySet<string>[] = [
  ...Object.values(nameParts),
  ...Object.values(splitWords),
  ...Object.values(extraWords),
  ...Object.entries(targetWords).flatMap(([field, words]) => (field.startsWith('recipient.') ? [words] : [])),
]

export const isOfRecipient = (name: string): boolean => {
  const { word } = columnNameOf(name)
  return (
    wordsOfRecipient.some((words) => words.has(word)) ||
    extraFieldOf({ name, word }) !== undefined ||
    likelyFieldOf(name) !== undefined
  )
}
