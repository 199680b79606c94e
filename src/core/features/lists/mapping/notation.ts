import { isCalendarDay } from '../../../kernel/time.ts'
import type { Mapping } from '../../../model/mapping.ts'
import type { TemplateVariable } from '../../../template/document.ts'
import { numberFrom, readDay, readNamedDay, withoutCurrency } from '../../../template/written-values.ts'

/** Possible notations by the code of the question about them. */
export const notations = {
  date_order: ['day_first', 'month_first'],
  decimal_sign: ['comma', 'point'],
} as const
export type NotationCode = keyof typeof notations
export type Notation = (typeof notations)[NotationCode][number]
export type Locale = NonNullable<Mapping['locale']>

export const isNotationCode = (code: string): code is NotationCode => Object.hasOwn(notations, code)

const ofLocale: Readonly<Record<Locale, Readonly<Record<NotationCode, Notation>>>> = {
  nl: { date_order: 'day_first', decimal_sign: 'comma' },
  de: { date_order: 'day_first', decimal_sign: 'comma' },
  fr: { date_order: 'day_first', decimal_sign: 'comma' },
  'en-GB': { date_order: 'day_first', decimal_sign: 'point' },
  'en-US': { date_order: 'month_first', decimal_sign: 'point' },
}

export const notationOf = (code: NotationCode, locale: Locale | undefined): Notation | undefined =>
  locale && ofLocale[locale][code]

/** The type of a value. `languages` are those of month names and currency signs. */
export interface Kind extends Pick<TemplateVariable, 'type' | 'currency'> {
  languages: readonly string[]
}

/** Returns the question that decides how a type is written; undefined for text. */
export const notationCodeOf = ({ type }: Pick<Kind, 'type'>): NotationCode | undefined => {
  if (type === 'date') return 'date_order'
  return type === 'integer' || type === 'decimal' || type === 'money' ? 'decimal_sign' : undefined
}

const dayIn = (given: string, notation: Notation, { languages }: Kind): string | undefined => {
  const text = withoutMark(given)
  const day = readDay(text, notation === 'month_first')
  return [day, ...languages.map((language) => readNamedDay(text, language))].find(isCalendarDay)
}

const isSign = (notation: Notation): notation is 'comma' | 'point' =>
  notation === 'comma' || notation === 'point'

const plainText = (given: string, { type, currency, languages }: Kind): string => {
  const text = withoutMark(given)
  return type === 'money' ? withoutCurrency(text, currency, languages) : text
}

/** Removes the apostrophe with which spreadsheets mark text. */
const withoutMark = (text: string): string => text.replace(/^'/, '')

/**
 * Matches the sign before the dash of an amount without cents, if the other sign groups digits: `1.250,-`.
 * Looks back from the dash, since a cell may have thousands of either sign.
 */
const roundAmount = /([.,])(?=(?:--?|[–—])(?!\d))(?<=\.[\d.\s]*,|,[\d,\s]*\.)/u

/** True if the end of an amount contradicts the decimal sign. */
const endsOtherwise = (text: string, notation: 'comma' | 'point', { type }: Kind): boolean => {
  const [, sign] = (type === 'money' && roundAmount.exec(text)) || []
  return sign === (notation === 'comma' ? '.' : ',')
}

/** Returns a day as `2026-12-31` or a number as `1234.50`; undefined for other text. */
export const valueIn = (text: string, notation: Notation, kind: Kind): string | undefined => {
  if (!isSign(notation)) return dayIn(text, notation, kind)
  return endsOtherwise(text, notation, kind) ? undefined : numberFrom(plainText(text, kind), notation)
}

/**
 * Returns the value, or the text if it has none. A point that can't group digits is a decimal sign: `12.5`.
 */
export const read = (text: string, notation: Notation, kind: Kind): string => {
  if (!isSign(notation)) return dayIn(text, notation, kind) ?? text
  if (endsOtherwise(text, notation, kind)) return text
  const plain = plainText(text, kind).trim()
  const value = numberFrom(plain, notation)
  if (kind.type === 'integer') return value === undefined || value.includes('.') ? text : value
  return value ?? plain
}

interface Readings {
  values: readonly [string | undefined, string | undefined]
  /** The only valid notation, if exactly one is. */
  decides: Notation | undefined
  isAmbiguous: boolean
}

export const readingsOf = (text: string, code: NotationCode, kind: Kind): Readings => {
  const [one, other] = notations[code]
  const first = valueIn(text, one, kind)
  const second = valueIn(text, other, kind)
  return {
    values: [first, second],
    decides: (first === undefined) === (second === undefined) ? undefined : first === undefined ? other : one,
    isAmbiguous: first !== undefined && second !== undefined && first !== second,
  }
}

/** Writes a number, `12.5`, in a list's notation. */
export const numberWith = (text: string, notation: Notation | undefined): string =>
  notation === 'comma' ? text.replace('.', ',') : text
