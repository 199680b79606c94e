import { foldName } from '../../../address/index.ts'
import { partsOf } from '../../../address/normalise.ts'
import { otherNumber } from '../../../address/repetitions.ts'
import type { Source } from '../../../model/mapping.ts'
import { importLimits } from '../../../model/mapping.ts'
import { plainCell } from '../../../ports/csv.ts'
import { type AddressKind, addressKinds } from './address-kinds.ts'
import { type ColumnName, columnNameOf, longestName } from './column-names.ts'
import { likelyFieldOf } from './likely-columns.ts'
import { houseWords, partFieldOf } from './part-words.ts'
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
} from './synonyms.ts'
import { isUnitValue } from './unit-values.ts'
import { countryOf } from './values.ts'

/** A column with what its name means and its values, one for each row. */
export interface Column extends ColumnName {
  name: string
  values: readonly string[]
}

/** What was recognised of a list's columns, for one kind of address. */
export interface Recognised {
  readonly sample: { readonly rows: readonly (readonly string[])[]; readonly country: string }
  readonly columns: readonly Column[]
  readonly kind: AddressKind | undefined
  readonly fields: Readonly<Record<string, Source>>
  readonly used: ReadonlySet<string>
  readonly parts: ReadonlyMap<NamePart, Column>
  /** The field, or the part of a name, that a column is named after. */
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

/** A kind without a street is no address of its own: `Mailing name` beside `Address`. */
export const asIfUnnamed = (columns: Column[]): void => {
  const streets = columns.filter(isStreet)
  const whole = new Set(streets.map(({ kind }) => kind))
  const firstWords = new Set(streets.map(({ name }) => firstWord(name)))
  for (const column of columns) {
    const isOwn = column.kind !== undefined && whole.has(column.kind)
    // A `Business unit` is a part of a firm, and a `Homeroom` one of a school.
    if (!isOwn && unitColumns.has(column.word) && isOfOther(column, firstWords))
      column.word = bare(foldName(column.name.slice(0, longestName)))
    if (!whole.has(column.kind)) column.kind = undefined
  }
}

const firstWord = (name: string): string =>
  foldName(name.slice(0, longestName).replace(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ')).split(' ')[0]!

/**
 * Whether the name begins with a word for something that has no street: `Business unit`, but not `Address: unit`.
 * `ofStreets` are the first words of the names of streets.
 */
const isOfOther = ({ name, isPlain, word }: Column, ofStreets: ReadonlySet<string>): boolean => {
  const first = firstWord(name)
  const isSame = first === word || /^ad+r|anschrift|indirizzo|direccion/.test(first)
  return !isPlain && !isSame && !ofStreets.has(first)
}

const isStreet = ({ word }: Column): boolean =>
  targetWords['recipient.street']!.has(word) || splitWords.streetAndNumber.has(word)

/** The kinds of address that the list holds, the preferred one first; those without a value in any row last. */
export const kindsWithStreet = (columns: readonly Column[]): (AddressKind | undefined)[] => {
  const streets = columns.filter(isStreet)
  const all = [undefined, ...addressKinds].filter((kind) => streets.some((column) => column.kind === kind))
  const filled = all.filter((kind) => streets.some((column) => column.kind === kind && isFilled(column)))
  return filled.length > 0 ? filled : all
}

/** Whether the extra words name a column that belongs to a field without being that field. */
export const extraFieldOf = ({ name, word }: Pick<Column, 'name' | 'word'>): string | undefined =>
  Object.keys(extraWords).find((field) => extraWords[field]!.has(word)) ??
  partFieldOf(word) ??
  partFieldOf(bare(foldName(name.slice(0, longestName))))

/** The folded name of each field. */
const fieldNames = new Map(Object.keys(targetWords).map((field) => [field, bare(foldName(field))]))

/** How many streets numbers are compared with: a list has one or two for each kind of address. */
const comparedStreets = 5

/**
 * Returns the share of the numbers in a column such as `House` that are beside a street with another number, and
 * belong to a district or a team. Compares a few streets and rows, and each column once, since every pair is parsed.
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

/** Where few of the numbers of such a column stand beside another one, it may be the house number all the same. */
export const mayBeHouseNumber = (column: Column, beside: Recognised): boolean => {
  if (!houseWords.has(column.word) || beside.fields['recipient.houseNumber']) return false
  const share = beside.otherNumbers(column)
  return share > 0 && share < 0.5
}

/** Whether the values of a column decide if it is a part of the address: `Room` is one of a house or of a school. */
export const isNamedAsUnit = (name: string): boolean => unitColumns.has(columnNameOf(name).word)

/** The field, or the part of a name, that a column is named after, beside the other columns of its address. */
export const meaningOf = (
  column: Column,
  beside: Pick<Recognised, 'columns' | 'kind' | 'otherNumbers'>,
): string | undefined => {
  const { word } = column
  const others = beside.columns.filter((other) => other !== column && other.kind === beside.kind)
  const hasWord = (field: string) => others.some((other) => targetWords[field]!.has(other.word))
  // `Zusatz` beside a number is a letter, or the name of a building.
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
  // A German `Staat` is a country, a Dutch one a province.
  const namesCountries = isFilled(column) && column.values.every((value) => value === '' || countryOf(value))
  if (statesOrCountries.has(word) && namesCountries && !hasWord('recipient.country'))
    return 'recipient.country'
  // `Č.p.` is a number in Czech, and `C.P.` a postal code in French and Spanish.
  if (word === 'cp' && others.some((other) => other.word === 'psc')) return 'recipient.houseNumber'
  // A Czech or Slovak `Kraj` is a region, a Polish one a country.
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

/** Whether a column is named like a part of a name or an address. */
export const isOfRecipient = (name: string): boolean => {
  const { word } = columnNameOf(name)
  return (
    wordsOfRecipient.some((words) => words.has(word)) ||
    extraFieldOf({ name, word }) !== undefined ||
    likelyFieldOf(name) !== undefined
  )
}
