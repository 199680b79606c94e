import { type Answer, columnsOfSource, locales, type Mapping, type Source } from '../../../model/mapping.ts'
import { choiceMade } from '../questions.ts'
import {
  type Kind,
  type Notation,
  type NotationCode,
  notationCodeOf,
  notationOf,
  notations,
  numberWith,
  read,
  readingsOf,
} from './notation.ts'
import { placeOf } from './sources.ts'
import { countryOf, truthOf } from './values.ts'

/** Types of merge fields: days and numbers are parsed in the list's notation. */
export type Variables = Readonly<Record<string, Pick<Kind, 'type' | 'currency'>>>

export interface MappedField {
  field: string
  source: Source
  places: readonly number[]
  /** How the field takes a workbook's number: as stored, in the list's notation, or as displayed. */
  takes: 'value' | 'number' | 'text'
  /** Set for fields that hold days or numbers. */
  writing: Writing | undefined
  convert(text: string): unknown
}

export interface Writing {
  code: NotationCode
  kind: Kind
  notation: Notation | undefined
}

interface FieldOptions {
  heading: readonly string[]
  variables: Variables
  /** `answers` are the user's, `decided` those derived from the values. */
  answers?: readonly Answer[] | null
  decided?: readonly Answer[] | undefined
}

export const fieldsOf = (mapping: Mapping, options: FieldOptions): MappedField[] => {
  const { heading, variables } = options
  return Object.entries({ ...overrideOf(mapping, heading), ...mapping.fields }).map(([field, source]) => {
    const places = columnsOfSource(source).map((column) => placeOf(heading, column))
    const kind = kindOf(field, variables, mapping.locale ? [mapping.locale] : locales)
    const code = kind && notationCodeOf(kind)
    const column = places.length === 0 ? null : heading[places[0]!]
    const notation = code && notationFor({ code, column: column ?? null }, mapping, options)
    const writing = code && { code, kind, notation }
    return { field, source, places, takes: takesOf(kind), writing, convert: conversionOf(field, writing) }
  })
}

/** Returns a column's notation by the user's answer, the mapping's locale or the values, in this order. */
const notationFor = (
  question: { code: NotationCode; column: string | null },
  { locale }: Mapping,
  { answers = null, decided = [] }: FieldOptions,
): Notation | undefined => {
  const made = choiceMade(answers, question)
  const notation = notations[question.code].find((one) => one === made)
  if (made !== undefined) return notation
  const known = choiceMade(decided, question)
  return notationOf(question.code, locale) ?? notations[question.code].find((one) => one === known)
}

/**
 * Returns the text of a formatted workbook cell for all its fields: displayed, in the list's notation, or as
 * stored.
 */
export const printedCell = (
  fields: readonly MappedField[],
  place: number,
  { cell, shown }: { cell: string; shown: string },
): string => {
  const uses = fields.filter(({ places }) => places.includes(place))
  if (uses.length === 0) return cell
  if (uses.every(({ takes }) => takes === 'text')) return shown
  const [first] = uses
  return uses.every(({ takes }) => takes === 'number') ? numberWith(cell, first!.writing?.notation) : cell
}

/**
 * Maps the column `addressOverride` of `errors.csv`, with which users accept a doubtful address, even if the
 * mapping lacks it.
 */
const overrideOf = (mapping: Mapping, heading: readonly string[]): Mapping['fields'] =>
  heading.includes(overrideColumn) && !mapping.fields.addressOverride
    ? { addressOverride: { column: overrideColumn } }
    : {}

export const overrideColumn = 'addressOverride'

export const textOf = (
  source: Source,
  places: readonly number[],
  cellAt: (place: number) => string,
): string => {
  if (source.value !== undefined) return source.value
  const texts = places.map(cellAt).filter((text) => text !== '')
  return texts.join(source.separator ?? ' ') || (source.default ?? '')
}

const kindOf = (field: string, variables: Variables, languages: readonly string[]): Kind | undefined => {
  if (!field.startsWith('data.')) return undefined
  const name = field.slice('data.'.length)
  return Object.hasOwn(variables, name) ? { ...variables[name]!, languages } : { type: 'text', languages }
}

const takesOf = (kind: Kind | undefined): MappedField['takes'] => {
  if (!kind || kind.type === 'date') return 'value'
  return notationCodeOf(kind) ? 'number' : 'text'
}

const conversionOf = (field: string, writing: Writing | undefined): MappedField['convert'] => {
  if (field === 'recipient.country') return (text) => countryOf(text) ?? text
  if (field === 'addressOverride') return (text) => truthOf(text) ?? text
  if (!writing) return (text) => text
  const { code, kind, notation } = writing
  if (notation) return (text) => read(text, notation, kind)
  return (text) => {
    const { decides, values, isAmbiguous } = readingsOf(text, code, kind)
    if (isAmbiguous) return text
    return read(text, decides ?? notations[code][values[0] === undefined ? 1 : 0], kind)
  }
}

/** Fields whose values never start with an apostrophe. */
const plainFields: readonly string[] = [
  'recipient.houseNumber',
  'recipient.houseNumberSuffix',
  'recipient.postalCode',
  'recipient.country',
]

/** True if a leading apostrophe is never part of this field's value. */
export const isNeverMarked = (field: string): boolean => plainFields.includes(field)

/** True for text fields, in which an apostrophe may be intended. */
export const mayHaveMark = ({ field, writing }: Pick<MappedField, 'field' | 'writing'>): boolean =>
  /^(?:recipient|data)\./.test(field) && !isNeverMarked(field) && writing === undefined

/** Apostrophes that are part of the word: `'s-Gravenhage`, `'t Hooft`, `'n`. */
const ownApostrophe = /^'(?:[stnkmrd](?![\p{L}\d])|em |er |ie |ns )/iu

/** A closing quotation mark, `'De Eik'`, `'Het Anker' BV`, rather than an apostrophe within a word. */
const closing = /['’](?![\p{L}\d'’])/u

/** True if the leading apostrophe is half of a pair of quotation marks. */
export const isQuoted = (text: string): boolean => text.startsWith("'") && closing.test(text.slice(1))

/** True if a spreadsheet may have put the leading apostrophe there. */
export const hasTextMark = (text: string): boolean =>
  text.startsWith("'") && text.length > 1 && !ownApostrophe.test(text) && !isQuoted(text)

export const withoutTextMark = (text: string): string => (hasTextMark(text) ? text.slice(1) : text)
