import { foldName, type Recipient, splitStreet } from '../../../address/index.ts'
import { partsOf, postalCodeOf } from '../../../address/normalise.ts'
import { asError, type ParameterError } from '../../../kernel/errors.ts'
import { columnsOfSource, type Mapping, type Source } from '../../../model/mapping.ts'
import { plainCell } from '../../../ports/csv.ts'
import type { TemplateVariable } from '../../../template/document.ts'
import { listSentences } from '../sentences.ts'
import { countryOf, dayOf, integerOf, type Locale, truthOf } from './values.ts'

/** Converts the rows of a file. */
export interface Reader {
  /** The row as a body of the API, which its schema then validates. */
  read(cells: readonly string[]): Record<string, unknown>
  /** The column that a field comes from, for messages. */
  columnOf(field: string): string
}

export interface ReaderOptions {
  heading: readonly string[]
  /** The country (ISO 3166-1) of rows for which the mapping gives none. */
  country: string
  /** The template's merge fields: days and numbers are parsed in the list's notation. */
  variables: Readonly<Record<string, Pick<TemplateVariable, 'type'>>>
}

/** An error for each column that the mapping names and the file does not have. */
export const unknownColumns = (mapping: Mapping, heading: readonly string[]): ParameterError[] => {
  const known = heading.slice(0, 50).join(', ').slice(0, 1_000)
  return Object.entries(mapping.fields).flatMap(([field, source]) =>
    columnsOfSource(source).flatMap((column, index) => {
      if (placeOf(heading, column) >= 0) return []
      const own = source.column === undefined ? `columns[${index}]` : 'column'
      return [
        asError(
          listSentences.say('unknown_column.list', { column, known }),
          `mapping.fields.${field}.${own}`,
        ),
      ]
    }),
  )
}

/**
 * The index of a column: by its exact name, or else regardless of case, accents and punctuation; -1 where
 * there is none.
 */
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
 * The source of `addressOverride`: a column of that name counts even where it is not mapped. `errors.csv` has
 * one, so that a person can accept an address that the rules doubt.
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
  billingGroup?: unknown
  addressOverride?: unknown
}

const textOf = (source: Source, places: readonly number[], cells: readonly string[]): string => {
  if (source.value !== undefined) return source.value
  const texts = places.map((place) => tidy(plainCell(cells[place] ?? ''))).filter((text) => text !== '')
  return texts.join(source.separator ?? ' ') || (source.default ?? '')
}

/** Line breaks and non-breaking spaces are left over from copying and cannot be printed. */
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

/** Splits street and number, or postal code and city, from one text; a column of its own takes precedence. */
const splitField = (recipient: Row['recipient'], split: NonNullable<Source['split']>, text: string): void => {
  const country = String(recipient.country)
  if (split === 'streetAndNumber') {
    const divided = splitStreet(text, country)
    // A column of its own says the same, or the street keeps its number.
    const agrees = (field: 'houseNumber' | 'houseNumberSuffix') =>
      recipient[field] === undefined || recipient[field] === divided?.[field]
    if (agrees('houseNumber') && agrees('houseNumberSuffix')) Object.assign(recipient, divided)
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

/** Fields that a split fills, which have no column of their own. */
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
