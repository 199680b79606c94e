import { foldName, type Recipient } from '../../../address/index.ts'
import { doorOf, partsOf, postalCodeOf } from '../../../address/parts.ts'
import type { ParameterError } from '../../../kernel/errors.ts'
import { columnsOfSource, type Mapping, type Source } from '../../../model/mapping.ts'
import { plainCell } from '../../../ports/csv.ts'
import type { TemplateVariable } from '../../../template/document.ts'
import { countryOf, dayOf, integerOf, type Locale, truthOf } from './values.ts'

/** What a file's rows are read with. */
export interface Reader {
  /** The row as somebody would send it to the API; its schema says what is wrong with it. */
  read(cells: readonly string[]): Record<string, unknown>
  /** How the file calls what a field comes from, for messages. */
  columnOf(field: string): string
}

export interface ReaderOptions {
  heading: readonly string[]
  /** ISO 3166-1 of rows for which the mapping says no country. */
  country: string
  /** The template's merge fields: days and numbers are read as the list writes them. */
  variables: Readonly<Record<string, Pick<TemplateVariable, 'type'>>>
}

/** Columns that the mapping names and the file does not have; each as the caller wrote it. */
export const unknownColumns = (mapping: Mapping, heading: readonly string[]): ParameterError[] => {
  const known = heading.slice(0, 50).join(', ').slice(0, 1_000)
  return Object.entries(mapping.fields).flatMap(([field, source]) =>
    columnsOfSource(source).flatMap((column, index) => {
      if (placeOf(heading, column) >= 0) return []
      const own = source.column === undefined ? `columns[${index}]` : 'column'
      return [
        {
          parameter: `mapping.fields.${field}.${own}`,
          location: 'body' as const,
          code: 'unknown_column',
          message: `The file has no column ${column}, but ${known}.`,
        },
      ]
    }),
  )
}

/** As written; or else whatever case, accents and punctuation. */
export const placeOf = (heading: readonly string[], column: string): number => {
  const exact = heading.indexOf(column)
  if (exact >= 0) return exact
  const folded = foldName(column)
  return folded === '' ? -1 : heading.findIndex((name) => foldName(name) === folded)
}

export const createReader = (mapping: Mapping, options: ReaderOptions): Reader => {
  const { heading, country, variables } = options
  const locale = mapping.locale ?? 'nl'
  const given = { ...overrideOf(mapping, heading), ...mapping.fields }
  const fields = Object.entries(given).map(([field, source]) => {
    const places = columnsOfSource(source).map((column) => placeOf(heading, column))
    return { field, source, places, convert: conversionOf(field, variables, locale) }
  })
  return {
    read(cells) {
      const row: Row = { recipient: { country }, data: {}, metadata: {} }
      const found: Record<string, string> = {}
      for (const { field, source, places, convert } of fields) {
        const text = textOf(source, places, cells)
        if (text === '') continue
        found[field] = text
        put(row, field, convert(text))
      }
      for (const { field, source } of fields) {
        if (source.split && found[field] !== undefined) splitField(row.recipient, source.split, found[field])
      }
      return { ...row, metadata: Object.keys(row.metadata).length > 0 ? row.metadata : null }
    },
    columnOf: (field) => columnOf(mapping, field),
  }
}

/**
 * A column that is called `addressOverride` counts, whether it is mapped or not: `errors.csv` has one, so that somebody
 * can vouch for an address that the rules doubt.
 */
const overrideOf = (mapping: Mapping, heading: readonly string[]): Mapping['fields'] =>
  heading.includes(overrideColumn) && !mapping.fields.addressOverride
    ? { addressOverride: { column: overrideColumn } }
    : {}

export const overrideColumn = 'addressOverride'

interface Row {
  recipient: Record<string, unknown>
  data: Record<string, unknown>
  metadata: Record<string, unknown>
  reference?: unknown
  addressOverride?: unknown
}

const textOf = (source: Source, places: readonly number[], cells: readonly string[]): string => {
  if (source.value !== undefined) return source.value
  const texts = places.map((place) => tidy(plainCell(cells[place] ?? ''))).filter((text) => text !== '')
  return texts.join(source.separator ?? ' ') || (source.default ?? '')
}

/** Line breaks and hard spaces are what copying left behind; no paper has them. */
const tidy = (text: string): string => text.replace(/[\s\u00A0]+/gu, ' ').trim()

type Conversion = (text: string) => unknown

const conversionOf = (field: string, variables: ReaderOptions['variables'], locale: Locale): Conversion => {
  if (field === 'recipient.country') return (text) => countryOf(text) ?? text
  if (field === 'addressOverride') return (text) => truthOf(text) ?? text
  if (field.startsWith('data.')) {
    const name = field.slice('data.'.length)
    const type = Object.hasOwn(variables, name) ? variables[name]!.type : 'text'
    if (type === 'date') return (text) => dayOf(text, locale)
    if (type === 'integer') return (text) => integerOf(text, locale)
  }
  return (text) => text
}

const put = (row: Row, field: string, value: unknown): void => {
  const dot = field.indexOf('.')
  if (dot < 0) row[field as 'reference'] = value
  else row[field.slice(0, dot) as 'data'][field.slice(dot + 1)] = value
}

/** Street and number, or postal code and city, out of one text; what another column gives wins. */
const splitField = (recipient: Row['recipient'], split: NonNullable<Source['split']>, text: string): void => {
  const country = String(recipient.country)
  if (split === 'streetAndNumber') {
    const door = doorOf(partsOf({ street: text, country } as Recipient))
    const given = recipient.houseNumber
    if (door.number === '' || (given !== undefined && given !== door.number)) return
    recipient.street = door.street
    recipient.houseNumber = door.number
    if (door.suffix !== '') recipient.houseNumberSuffix ??= door.suffix
    return
  }
  const words = text.split(' ')
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const postalCode = words.slice(0, count).join(' ')
    const valid = /\d/.test(postalCode) && postalCodeOf(partsOf({ postalCode, country } as Recipient))
    if (!valid) continue
    recipient.postalCode = postalCode
    recipient.city ??= words.slice(count).join(' ')
    return
  }
}

/** Fields that a split fills have no column of their own. */
const splitFrom: Readonly<Record<string, string>> = {
  'recipient.houseNumber': 'recipient.street',
  'recipient.houseNumberSuffix': 'recipient.street',
  'recipient.city': 'recipient.postalCode',
}

const columnOf = ({ fields }: Mapping, field: string): string => {
  const own =
    field === 'recipient' ? (fields['recipient.name'] ?? fields['recipient.companyName']) : fields[field]
  const from = splitFrom[field]
  const source = own ?? (from === undefined ? undefined : fields[from]?.split && fields[from])
  const columns = source ? columnsOfSource(source) : []
  return columns.length > 0 ? columns.join(' + ') : field.replace(/^(?:recipient|data|metadata)\./, '')
}
