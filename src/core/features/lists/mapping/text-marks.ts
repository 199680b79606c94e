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

/** Whether a text begins with an apostrophe that a spreadsheet may have put there. */
export const hasTextMark = (text: string): boolean =>
  text.startsWith("'") && text.length > 1 && !ownApostrophe.test(text)

export const withoutTextMark = (text: string): string => (hasTextMark(text) ? text.slice(1) : text)
