import { nearest } from '../../kernel/nearest.ts'
import type { Condition, Scalar } from '../../kernel/query.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { characterCount } from '../../kernel/text.ts'
import { dayMs, isCalendarDay } from '../../kernel/time.ts'
import { type FieldType, type FilterField, type FilterOperator, limits } from './fields.ts'
import { listLanguageSentences } from './sentences.ts'

const { sentence } = listLanguageSentences

/** `several` is the name of the filter if the value looks like a list, which its operator `in` takes. */
export interface Place {
  parameter: string
  several?: string | undefined
}

/** Creates the sentence for a refused value. */
export type Refusal = (place: Place) => Sentence

type Value = string | number | boolean
type Bound = 'gte' | 'gt' | 'lte' | 'lt'

/** Ends the parsing of a parameter; caught in this file. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super()
    this.refusal = refusal
  }
}

/** Returns a filter's conditions, or why its value is refused. */
export const readFilter = (
  field: FilterField,
  column: string,
  operator: FilterOperator,
  text: string,
): { conditions: Condition[] } | { refusal: Refusal } => {
  try {
    return { conditions: conditionsOf(field, column, operator, text) }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal }
    throw error
  }
}

const conditionsOf = (
  field: FilterField,
  column: string,
  operator: FilterOperator,
  text: string,
): Condition[] => {
  if (text === '') throw new Refused((at) => sentence('empty.value', at))
  if (operator === 'null') return [{ field: column, op: 'null', value: readBoolean(text) }]
  if (operator === 'in') return [oneOf(column, 'in', text.split(','), field)]
  if (field.type === 'entry') return [{ field: column, op: 'has', value: readEntry(text, field) }]
  if (field.type === 'label') return [{ field: column, op: 'has', value: [readText(text, field), ''] }]
  if (operator === 'startsWith') return [{ field: column, op: operator, value: readPrefix(text, field) }]
  if (operator === 'contains') return [{ field: column, op: 'contains', value: readText(text, field) }]
  if (field.type === 'dateTime') return dateTimeConditions(column, operator, text)
  if (operator === 'eq' || operator === 'ne') {
    if (groupOf(field, text)) return [oneOf(column, operator === 'eq' ? 'in' : 'notIn', [text], field)]
    return [{ field: column, op: operator, value: stored(field, readValue(field, text)) }]
  }
  return [{ field: column, op: operator, value: stored(field, readValue(field, text)) as string | number }]
}

const oneOf = (column: string, op: 'in' | 'notIn', parts: string[], field: FilterField): Condition => {
  if (parts.length > limits.inValues) {
    const values = { limit: limits.inValues, count: parts.length }
    throw new Refused((at) => sentence('too_many', { ...at, ...values }))
  }
  const values = new Set<Scalar>()
  for (const part of parts) {
    if (part === '') throw new Refused((at) => sentence('empty.one', at))
    for (const member of groupOf(field, part) ?? [readValue(field, part)]) values.add(stored(field, member))
  }
  return { field: column, op, value: [...values] }
}

const groupOf = (field: FieldType, text: string): readonly string[] | undefined =>
  field.type === 'enum' && field.groups && Object.hasOwn(field.groups, text) ? field.groups[text] : undefined

const stored = (field: FilterField, value: Value): Scalar => field.stored?.[String(value)] ?? value

const readValue = (field: FieldType, text: string): Value => {
  switch (field.type) {
    case 'text':
    case 'entry':
    case 'label':
      return readText(text, field)
    case 'enum':
      if (field.values.includes(text)) return text
      throw new Refused((at) =>
        sentence('invalid_value.one_of', {
          ...at,
          value: quote(text),
          known: namesOf(field).join(', '),
          meant: nearest(text, field.values),
        }),
      )
    case 'integer': {
      const value = /^(0|-?[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
      if (Number.isSafeInteger(value)) return value
      throw new Refused((at) => sentence('invalid_value.integer', { ...at, value: quote(text) }))
    }
    case 'boolean':
      return readBoolean(text)
    case 'date':
      return isCalendarDay(text) ? text : new Date(spanOf(text).from).toISOString().slice(0, 10)
    case 'dateTime':
      return spanOf(text).from
  }
}

const namesOf = (field: { values: readonly string[]; groups?: Readonly<Record<string, unknown>> }) => [
  ...field.values,
  ...Object.keys(field.groups ?? {}),
]

const readBoolean = (text: string): boolean => {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new Refused((at) => sentence('invalid_value.boolean', { ...at, value: quote(text) }))
}

const readText = (text: string, field: FieldType): string => {
  const most = ('maxLength' in field && field.maxLength) || limits.textLength
  if (characterCount(text) > most)
    throw new Refused((at) => sentence('too_long.text', { ...at, limit: most }))
  if (!text.isWellFormed() || text.includes('\0')) {
    throw new Refused((at) => sentence('invalid_value.characters', at))
  }
  const read = field.type === 'text' && field.normalised ? field.normalised(text) : text
  if (read === '') throw new Refused((at) => sentence('empty.normalised', at))
  return read
}

const readPrefix = (text: string, field: FieldType): string => {
  const prefix = readText(text, field)
  const least = (field.type === 'text' && field.prefixLength) || 1
  if (characterCount(prefix) >= least) return prefix
  throw new Refused((at) => sentence('too_short', { ...at, limit: least }))
}

/** The name ends at the first colon that is not escaped by `\`. */
const writtenEntry = /^((?:[^:\\]|\\[:\\])+):(.*)$/s

const readEntry = (
  written: string,
  { nameLength, textLength }: Extract<FieldType, { type: 'entry' }>,
): readonly [name: string, text: string] => {
  const [, escaped, text] = writtenEntry.exec(written) ?? []
  if (escaped === undefined || text === undefined) {
    throw new Refused((at) => sentence('invalid_value.entry', { ...at, value: quote(written) }))
  }
  const name = readText(escaped.replace(/\\(.)/g, '$1'), { type: 'text', maxLength: nameLength })
  return [name, text === '' ? '' : readText(text, { type: 'text', maxLength: textLength })]
}

/** Treats every date-time as a half-open range of ms, so that one rule covers instants and days. */
const dateTimeConditions = (column: string, operator: FilterOperator, text: string): Condition[] => {
  const { from, to } = spanOf(text)
  const bound = (op: Bound, value: number): Condition => ({ field: column, op, value })
  switch (operator) {
    case 'eq':
      return [bound('gte', from), bound('lt', to)]
    case 'gte':
      return [bound('gte', from)]
    case 'gt':
      return [bound('gte', to)]
    case 'lt':
      return [bound('lt', from)]
    case 'lte':
      return [bound('lt', to)]
    default:
      throw new TypeError(`A date-time field cannot declare the operator ${operator}.`)
  }
}

const rfc3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,12}))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Returns the range of a day or instant in ms. An instant between two ms is an empty range. */
const spanOf = (text: string): { from: number; to: number } => {
  if (isCalendarDay(text)) {
    const from = Date.parse(`${text}T00:00:00Z`)
    return { from, to: from + dayMs }
  }
  const [, day = '', time, fraction = '', zone] = rfc3339.exec(text) ?? []
  if (!isCalendarDay(day)) {
    const plus = / \d{2}:\d{2}$/.test(text) ? '+' : undefined
    throw new Refused((at) => sentence('invalid_value.time', { ...at, value: quote(text), plus }))
  }
  const seconds = Date.parse(`${day}T${time}${zone!.toUpperCase()}`)
  const from = seconds + Number(fraction.slice(0, 3).padEnd(3, '0'))
  return /[1-9]/.test(fraction.slice(3)) ? { from: from + 1, to: from + 1 } : { from, to: from + 1 }
}

/** Shortens the caller's text for a message. */
export const quote = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
