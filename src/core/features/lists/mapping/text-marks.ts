import type { MappedField } from './fields.ts'

/** Fields of which no value begins with an apostrophe. */
const plainFields: readonly string[] = [
  'recipient.houseNumber',
  'recipient.houseNumberSuffix',
  'recipient.postalCode',
  'recipient.country',
]

/** Whether an apostrophe at the beginning of this field is never part of its value. */
export const isNeverMarked = (field: string): boolean => plainFields.includes(field)

/** Fields of words, in which an apostrophe may be meant. */
export const mayHaveMark = ({ field, writing }: Pick<MappedField, 'field' | 'writing'>): boolean =>
  /^(?:recipient|data)\./.test(field) && !isNeverMarked(field) && writing === undefined

/** `'s-Gravenhage`, `'t Hooft`, `'n`: the apostrophe is part of the word. */
const ownApostrophe = /^'(?:[stnkmrd](?![\p{L}\d])|em |er |ie |ns )/iu

/** The second of a pair of quotation marks: `'De Eik'`, `'Het Anker' BV`. Within a word it is part of it. */
const closing = /['’](?![\p{L}\d'’])/u

/** Whether a text begins with an apostrophe that is half of a pair of quotation marks. */
export const isQuoted = (text: string): boolean => text.startsWith("'") && closing.test(text.slice(1))

/** Whether a text begins with an apostrophe that a spreadsheet may have put there. */
export const hasTextMark = (text: string): boolean =>
  text.startsWith("'") && text.length > 1 && !ownApostrophe.test(text) && !isQuoted(text)

export const withoutTextMark = (text: string): string => (hasTextMark(text) ? text.slice(1) : text)
