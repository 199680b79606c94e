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
  /** `YYYY-MM` */
  month: (month: string) => string
  moment: (iso: string) => string
  time: (iso: string) => string
  country: (code: string) => string
  allOf: (texts: readonly string[]) => string
  anyOf: (texts: readonly string[]) => string
  plural: (value: number, cases: Readonly<Record<string, string>>) => string
  ordinal: (value: number, cases: Readonly<Record<string, string>>) => string
}

/** Messages of an area in one language. `ownMail` overrides some for organisations that print their own mail. */
export interface Texts<Words> {
  words: Words
  ownMail: Partial<Words>
}

/** A compiled catalogue. It imports nothing, so that a language can be loaded at any time. */
export type Catalogue<Words> = (formats: Formats) => Texts<Words>
