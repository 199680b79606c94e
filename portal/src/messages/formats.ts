import { Area, type Translations } from './area.svelte.ts'
import { inOwnMail } from './own-mail.svelte.ts'
import { type Language, preferences } from './preferences.svelte.ts'
import { writeTime } from './times.ts'
import type { Catalogue, Formats } from './value-types.ts'
import {
  bytes,
  count,
  day,
  dayOptions,
  moment,
  money,
  nearTime,
  percent,
  secondsTime,
  timeOfDay,
  weekday,
  weekdayLong,
  weekdayMoment,
} from './written.ts'

const pluralIn = (language: Language, type: 'cardinal' | 'ordinal'): Formats['plural'] => {
  const rules = new Intl.PluralRules(language, { type })
  return (value, cases) => cases[value] ?? cases[rules.select(value)] ?? cases.other!
}

const inUtc = (options: Intl.DateTimeFormatOptions, day: string): string =>
  writeTime(preferences.locale, 'UTC', options, `${day}T00:00Z`)

const formats: Omit<Formats, 'country' | 'allOf' | 'anyOf' | 'plural' | 'ordinal'> = {
  number: count,
  ungrouped: (value) => new Intl.NumberFormat(preferences.locale, { useGrouping: false }).format(value),
  percent,
  bytes,
  money: ({ cents, currency }) => money(cents, currency),
  day,
  calendarDay: (day) => inUtc(dayOptions, day),
  month: (month) => inUtc({ month: 'long', year: 'numeric' }, `${month}-01`),
  moment,
  weekday,
  weekdayLong,
  weekdayMoment,
  time: timeOfDay,
  near: nearTime,
  seconds: secondsTime,
}

/** Words follow the language of the message, numbers and dates the user's locale. */
export const formatsIn = (language: Language): Formats => ({
  ...formats,
  country: (code) => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }).of(code) ?? code,
  allOf: (texts) => new Intl.ListFormat(language, { type: 'conjunction' }).format(texts),
  anyOf: (texts) => new Intl.ListFormat(language, { type: 'disjunction' }).format(texts),
  plural: pluralIn(language, 'cardinal'),
  ordinal: pluralIn(language, 'ordinal'),
})

/** Returns a function for an area's texts, by default in the chosen language. Called by the modules `words:AREA`. */
export const areaOf = <Words extends object>(
  english: Catalogue<Words>,
  translations: Translations<Words>,
): ((language?: Language) => Words) => {
  const area = new Area(english, translations, formatsIn)
  return (language = preferences.language) => {
    const { words, ownMail } = area.in(language)
    return inOwnMail(words, ownMail)
  }
}
