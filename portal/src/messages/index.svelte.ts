import { loadPart } from '../loading.ts'
import { loadAreas } from './area.svelte.ts'
import type { ApiMessage } from './dutch.ts'
import { en, type Messages } from './en.ts'
import { localeOf } from './locale.ts'
import { moveInEnglish, moveOf, wordedStates } from './moves.ts'
import { payer, sharedOwnMail, stateOwnMail } from './own-mail.svelte.ts'
import { english, type States } from './states.ts'
import { zone } from './time-zone.svelte.ts'
import { dayIn, writeTime } from './times.ts'

const languages = ['en', 'nl'] as const
export type Language = (typeof languages)[number]
export type Theme = 'system' | 'light' | 'dark'

const languageKey = 'lettershop.language'
const themeKey = 'lettershop.theme'

const firstLanguage = (): Language => {
  const stored = localStorage.getItem(languageKey) ?? navigator.language
  return languages.find((language) => stored.startsWith(language)) ?? 'en'
}

/** Shared Dutch texts and API messages, loaded only for Dutch. */
let dutch = $state.raw<typeof import('./dutch.ts') | undefined>()
const loadDutch = async (): Promise<void> => {
  dutch ??= await loadPart(() => import('./dutch.ts'))
}

/** The user's language and appearance, stored in this browser. */
class Preferences {
  language = $state<Language>(firstLanguage())
  theme = $state<Theme>((localStorage.getItem(themeKey) as Theme | null) ?? 'system')
  #requested: Language | undefined

  constructor() {
    this.show()
  }

  /** Locale of dates, times and numbers. */
  get locale(): string {
    return localeOf(this.language, navigator.languages, zone.country)
  }

  /** Switches the language once its texts are loaded, so that no screen mixes languages. */
  async setLanguage(language: Language): Promise<void> {
    localStorage.setItem(languageKey, language)
    this.#requested = language
    await this.load(language)
    // Another language may have been chosen while loading.
    if (this.#requested !== language) return
    this.language = language
    this.show()
    // Loads the texts of screens that were opened in the meantime.
    void this.load()
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    localStorage.setItem(themeKey, theme)
    this.show()
  }

  /** Loads the texts of all loaded screens; texts that can't be loaded stay English. */
  async load(language = this.language): Promise<void> {
    await Promise.all([language === 'nl' ? loadDutch() : undefined, loadAreas(language)])
  }

  private show(): void {
    document.documentElement.lang = this.language
    if (this.theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = this.theme
  }
}

export const preferences = new Preferences()

/** Returns a module once its texts are loaded. Apply it to the `import` of a screen or of a part. */
export const worded = async <Module>(module: Module): Promise<Module> => {
  await preferences.load()
  return module
}

/** Cache, by the usual texts, of texts with overrides for organisations that print their own mail. */
const replaced = new WeakMap<object, object>()
export const inOwnMail = <Words extends object>(usual: Words, instead: Partial<Words> | undefined): Words => {
  if (!payer.isOwnMail || !instead) return usual
  const known = replaced.get(usual) ?? { ...usual, ...instead }
  replaced.set(usual, known)
  return known as Words
}

export const t = (): Messages => {
  const isDutch = preferences.language === 'nl' && dutch !== undefined
  return inOwnMail(isDutch ? dutch!.nl : en, sharedOwnMail[isDutch ? 'nl' : 'en'])
}

/** Returns the API's message with the portal's labels for states. */
const inEnglish = (message: ApiMessage): string => {
  const names = statesOf(english, 'en')
  const move = moveOf(message)
  return (move && moveInEnglish(move, names)) ?? wordedStates(message, names)
}

/** Returns a message in the chosen language; English without a translation. */
export const sentenceOf = (message: ApiMessage): string =>
  (preferences.language === 'nl' ? dutch?.inDutch(message) : undefined) ?? inEnglish(message)

/** Translates a reason given by the program; returns one typed by a user unchanged. */
export const wordsOf = (typed: string | null, message: ApiMessage | null): string =>
  message ? sentenceOf(message) : (typed ?? '')

/** State labels, with overrides for organisations that print their own mail. */
const statesOf = (usual: States, language: 'en' | 'nl'): States => {
  if (!payer.isOwnMail) return usual
  const word = stateOwnMail[language]
  return inOwnMail<States>(usual, {
    ItemStatus: { ...usual.ItemStatus, IN_PRODUCTION: word },
    RunStatus: { ...usual.RunStatus, HANDED_TO_PRINTER: word },
  })
}

/** State labels in the chosen language. */
export const states = (): States =>
  preferences.language === 'nl' && dutch ? statesOf(dutch.states, 'nl') : statesOf(english, 'en')

/** Formats an instant in the organisation's time zone. */
export const written = (options: Intl.DateTimeFormatOptions, iso: string): string =>
  writeTime(preferences.locale, zone.name, options, iso)

/** Returns the day of an instant in the organisation's time zone, `YYYY-MM-DD`. */
export const dayOf = (iso: string): string => dayIn(zone.name, iso)

/** Formats a time of day in the organisation's time zone. */
export const timeOfDay = (iso: string): string => written({ hour: 'numeric', minute: '2-digit' }, iso)

/** Formats date and time without seconds, and without the year if it is the current one. */
export const moment = (iso: string): string => {
  const yearOf = (at: string) => dayOf(at).slice(0, 4)
  const year = yearOf(iso) === yearOf(new Date().toISOString()) ? undefined : 'numeric'
  return written({ year, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }, iso)
}

/** Formats an amount given in hundredths. */
export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat(preferences.locale, { style: 'currency', currency }).format(cents / 100)

/** Returns a currency's name (`Swiss francs`), or its code if unknown. */
export const nameOfCurrency = (currency: string): string =>
  new Intl.NumberFormat(preferences.language, { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? currency

export const count = (value: number): string => new Intl.NumberFormat(preferences.locale).format(value)

/** Formats the position of a box with the language's decimal separator. */
export const placeOnPage = (box: { x: number; y: number; w: number; h: number }): string => {
  const { format } = new Intl.NumberFormat(preferences.locale, { maximumFractionDigits: 1 })
  return t().placeOnPage(format(box.x), format(box.y), format(box.w), format(box.h))
}

export const bytes = (size: number): string => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = size < 1000 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), units.length - 1)
  const value = size / 1000 ** power
  const format = { style: 'unit', unit: units[power]!, maximumSignificantDigits: 3 } as const
  return new Intl.NumberFormat(preferences.locale, format).format(value)
}

/** Formats a date with its year. */
export const day = (iso: string): string => written({ dateStyle: 'medium' }, iso)

const toTheSecond = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
} as const
/** Formats an instant to the second with year and time zone, to find it in another server's log. */
export const second = (iso: string): string => written(toTheSecond, iso)
/** Formats an instant to the millisecond with time zone, to find it in a program's log. */
export const instant = (iso: string): string => written({ ...toTheSecond, fractionalSecondDigits: 3 }, iso)
