import { join } from 'node:path'
import { type Translate, translator } from '../../portal/src/messages/api-messages.ts'
import type { ApiCatalogue, Formats } from '../../portal/src/messages/value-types.ts'
import { readCatalogues } from '../../portal/words/catalogues.ts'
import { apiModule } from '../../portal/words/emit.ts'

export const catalogues = readCatalogues(join(import.meta.dirname, '../../portal/messages'))

/** Formats as in the portal, in UTC. */
export const formatsIn = (language: string): Formats => {
  const date = (options: Intl.DateTimeFormatOptions) => (iso: string) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(new Date(iso))
  const number = (options?: Intl.NumberFormatOptions) => (value: number) =>
    new Intl.NumberFormat(language, options).format(value)
  const list = (type: 'conjunction' | 'disjunction') => (texts: readonly string[]) =>
    new Intl.ListFormat(language, { type }).format(texts)
  const plural = (type: 'cardinal' | 'ordinal') => (value: number, cases: Readonly<Record<string, string>>) =>
    cases[value] ?? cases[new Intl.PluralRules(language, { type }).select(value)] ?? cases.other!
  return {
    number: number(),
    ungrouped: String,
    percent: number({ style: 'percent' }),
    bytes: String,
    money: ({ cents, currency }) => number({ style: 'currency', currency })(cents / 100),
    day: date({ dateStyle: 'medium' }),
    calendarDay: date({ dateStyle: 'medium' }),
    month: date({ month: 'long', year: 'numeric' }),
    moment: date({ dateStyle: 'medium', timeStyle: 'short' }),
    weekday: date({ weekday: 'short', day: 'numeric', month: 'short' }),
    weekdayLong: date({ weekday: 'long', day: 'numeric', month: 'long' }),
    weekdayMoment: date({
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    }),
    time: date({ timeStyle: 'short' }),
    near: date({ timeStyle: 'short' }),
    seconds: date({ timeStyle: 'medium' }),
    country: (code) => new Intl.DisplayNames(language, { type: 'region' }).of(code)!,
    allOf: list('conjunction'),
    anyOf: list('disjunction'),
    plural: plural('cardinal'),
    ordinal: plural('ordinal'),
  }
}

/** The labels of states in a language, as on the portal of an organisation without its own mail. */
const statesIn = async (language: string) => {
  const { default: states } = await import(`../../portal/messages/${language}/states.json`, {
    with: { type: 'json' },
  })
  return states as Record<string, Record<string, string>>
}

/** Runs the compiled code of a module. */
export const compiled = async <Module>(code: string): Promise<Module> =>
  ((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: Module }).default

/** Returns the portal's function for messages of the API in a language. */
export const translatorIn = async (language: string): Promise<Translate> => {
  const catalogue = await compiled<ApiCatalogue>(apiModule(catalogues.areas, language))
  const states = await statesIn(language)
  return translator(catalogue, { formats: formatsIn(language), locale: () => language, states: () => states })
}
