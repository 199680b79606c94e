/** An amount in hundredths of its currency. */
export interface Money {
  cents: number
  currency: string
}

/**
 * Functions that compiled messages call: one for each type of value (`portal/words/message.ts`), and plural
 * rules. They follow the user's locale and the organisation's time zone when they are called.
 */
export interface Formats {
  number: (value: number) => string
  /** A number that identifies something, without separators. */
  ungrouped: (value: number) => string
  percent: (share: number) => string
  bytes: (size: number) => string
  money: (amount: Money) => string
  day: (iso: string) => string
  /** `YYYY-MM-DD` */
  calendarDay: (day: string) => string
  /** `YYYY-MM` */
  month: (month: string) => string
  moment: (iso: string) => string
  /** `YYYY-MM-DD`, without its year */
  weekday: (day: string) => string
  weekdayLong: (day: string) => string
  weekdayMoment: (iso: string) => string
  time: (iso: string) => string
  /** A time, with its date unless it is today. */
  near: (iso: string) => string
  /** The same with seconds, to compare with a program's log. */
  seconds: (iso: string) => string
  country: (code: string) => string
  allOf: (texts: readonly string[]) => string
  anyOf: (texts: readonly string[]) => string
  plural: (value: number, cases: Readonly<Record<string, string>>) => string
  ordinal: (value: number, cases: Readonly<Record<string, string>>) => string
}

/** Formats of values that only messages of the API have (`portal/words/message.ts`). */
export interface ApiFormats {
  /** A thing that the API names in English, by its name in a group of `api-names.json`. */
  name: (value: string, group: string) => string
  /** Several of them, separated by spaces. */
  names: (value: string, group: string) => string
  /** The label of a state; without a kind, the label on which all kinds agree. */
  state: (value: string, kind?: string, isLower?: boolean) => string
  /** Prices of quantity steps in hundredths: `89, 79 (500+)`. */
  prices: (value: string) => string
  /** A row of a list (`row 7`), or the id of an item. */
  piece: (value: string) => string
}

/** Messages of an area in one language. `ownMail` overrides some for organisations that print their own mail. */
export interface Texts<Words> {
  words: Words
  ownMail: Partial<Words>
}

/** A message without values, with values, or messages of a code by case. */
export interface ApiTexts {
  readonly [key: string]: string | ((values: object) => string) | ApiTexts
}

/** The API's messages in one language by code, and names by group. Imports nothing, like a `Catalogue`. */
export type ApiCatalogue = (formats: Formats & ApiFormats) => ApiTexts

/** A compiled catalogue. It imports nothing, so that a language can be loaded at any time. */
export type Catalogue<Words> = (formats: Formats) => Texts<Words>
