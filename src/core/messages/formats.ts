/** An amount in hundredths of its currency. */
export interface Money {
  cents: number
  currency: string
}

/** Functions that compiled messages call for values by their type (`portal/words/message.ts`). */
export interface Formats {
  number: (value: number) => string
  money: (amount: Money) => string
  /** `YYYY-MM` */
  month: (month: string) => string
  /** Day and time of an instant, with the time zone. */
  moment: (iso: string) => string
  plural: (value: number, cases: Readonly<Record<string, string>>) => string
}

/** Mails in English use British dates and a clock of 24 hours, because they go to all of Europe. */
const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language)

/** Returns the formats of a language, with times in a time zone. */
export const formatsIn = (language: string, timeZone: string): Formats => {
  const locale = localeOf(language)
  const plurals = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(locale)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return {
    number: (value) => number.format(value),
    money: ({ cents, currency }) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents / 100),
    month: (text) => month.format(new Date(`${text}-01T00:00Z`)),
    // Apart, because versions of Unicode's data join them by different words.
    moment: (iso) => `${date.format(new Date(iso))}, ${time.format(new Date(iso))}`,
    plural: (value, cases) => cases[value] ?? cases[plurals.select(value)] ?? cases.other!,
  }
}
