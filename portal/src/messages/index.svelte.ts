import type { Said } from './dutch.ts'
import { en, type Messages } from './en.ts'
import { localeOf } from './locale.ts'
import { moveInEnglish, moveOf, wordedStates } from './moves.ts'
import { payer, sharedOwnMail, stateOwnMail } from './own-mail.svelte.ts'
import { english, type States } from './states.ts'
import { zone } from './time-zone.svelte.ts'
import { dayIn, writeTime } from './times.ts'

export type Language = 'en' | 'nl'
export type Theme = 'system' | 'light' | 'dark'

const languageKey = 'lettershop.language'
const themeKey = 'lettershop.theme'

const firstLanguage = (): Language => {
  const kept = localStorage.getItem(languageKey) ?? navigator.language
  return kept.startsWith('nl') ? 'nl' : 'en'
}

/** The Dutch words that all screens share and what the API says in Dutch: loaded by who reads Dutch. */
let dutch = $state.raw<typeof import('./dutch.ts') | undefined>()
const loadDutch = async (): Promise<void> => {
  dutch ??= await import('./dutch.ts').catch(() => undefined)
}

/** The language and the appearance that a person chose, kept in this browser. */
class Preferences {
  language = $state<Language>(firstLanguage())
  theme = $state<Theme>((localStorage.getItem(themeKey) as Theme | null) ?? 'system')
  /** Settles once the words of the first language are there; where they cannot be loaded, words are English. */
  readonly ready: Promise<void>
  #asked: Language | undefined

  constructor() {
    this.ready = this.show()
  }

  /** In which dates, times and numbers are written. */
  get locale(): string {
    return localeOf(this.language, navigator.languages, zone.country)
  }

  /** Takes effect once the words are there, so that no screen stands in two languages. */
  async setLanguage(language: Language): Promise<void> {
    localStorage.setItem(languageKey, language)
    this.#asked = language
    if (language === 'nl') await loadDutch()
    // Another may have been chosen while the words came.
    if (this.#asked !== language) return
    this.language = language
    void this.show()
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    localStorage.setItem(themeKey, theme)
    void this.show()
  }

  private show(): Promise<void> {
    document.documentElement.lang = this.language
    if (this.theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = this.theme
    return this.language === 'nl' ? loadDutch() : Promise.resolve()
  }
}

export const preferences = new Preferences()

/** Words with what is said instead to an organisation that prints its own mail; made once for each language. */
const replaced = new WeakMap<object, object>()
const inOwnMail = <Words extends object>(usual: Words, instead: Partial<Words> | undefined): Words => {
  if (!payer.isOwnMail || !instead) return usual
  const known = replaced.get(usual) ?? { ...usual, ...instead }
  replaced.set(usual, known)
  return known as Words
}

/** The words in the chosen language. */
export const t = (): Messages => {
  const isDutch = preferences.language === 'nl' && dutch !== undefined
  return inOwnMail(isDutch ? dutch!.nl : en, sharedOwnMail[isDutch ? 'nl' : 'en'])
}

/**
 * The words of a group of screens, which are loaded with them: every one in both languages. `ownMail` has those
 * that are others for an organisation that prints its own mail.
 */
export const words =
  <Words extends object>(both: {
    en: Words
    nl: NoInfer<Words>
    ownMail?: { en: NoInfer<Partial<Words>>; nl: NoInfer<Partial<Words>> }
  }): (() => Words) =>
  () =>
    inOwnMail(both[preferences.language], both.ownMail?.[preferences.language])

/** What the API says, with the portal's own words for states. */
const inEnglish = (said: Said): string => {
  const names = statesOf(english, 'en')
  const move = moveOf(said)
  return (move && moveInEnglish(move, names)) ?? wordedStates(said, names)
}

/** What the API says of something that is wrong, in the chosen language; English where it has no words. */
export const sentenceOf = (said: Said): string =>
  (preferences.language === 'nl' ? dutch?.inDutch(said) : undefined) ?? inEnglish(said)

/** A reason in the chosen language where the program gave it, else as a person typed it. */
export const wordsOf = (typed: string | null, said: Said | null): string =>
  said ? sentenceOf(said) : (typed ?? '')

/** How states are called, also by an organisation that prints its own mail. */
const statesOf = (usual: States, language: 'en' | 'nl'): States => {
  if (!payer.isOwnMail) return usual
  const word = stateOwnMail[language]
  return inOwnMail<States>(usual, {
    ItemStatus: { ...usual.ItemStatus, IN_PRODUCTION: word },
    RunStatus: { ...usual.RunStatus, HANDED_TO_PRINTER: word },
  })
}

/** How states are called in the chosen language. */
export const states = (): States =>
  preferences.language === 'nl' && dutch ? statesOf(dutch.states, 'nl') : statesOf(english, 'en')

/** A moment or its day in the chosen language, by the organisation's clock. */
export const written = (options: Intl.DateTimeFormatOptions, iso: string): string =>
  writeTime(preferences.locale, zone.name, options, iso)

/** The day that an instant falls on by the organisation's clock, as `YYYY-MM-DD`. */
export const dayOf = (iso: string): string => dayIn(zone.name, iso)

/** A time of day, by the organisation's clock. */
export const timeOfDay = (iso: string): string => written({ hour: 'numeric', minute: '2-digit' }, iso)

/** A moment as people of the language write it, without seconds, and without the year where it is this one. */
export const moment = (iso: string): string => {
  const yearOf = (at: string) => dayOf(at).slice(0, 4)
  const year = yearOf(iso) === yearOf(new Date().toISOString()) ? undefined : 'numeric'
  return written({ year, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }, iso)
}

/** An amount of money, which the API gives in hundredths. */
export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat(preferences.locale, { style: 'currency', currency }).format(cents / 100)

/** What a currency is called: `Swiss francs`; its code where the platform has no name. */
export const nameOfCurrency = (currency: string): string =>
  new Intl.NumberFormat(preferences.language, { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** A number with the separators of the locale. */
export const count = (value: number): string => new Intl.NumberFormat(preferences.locale).format(value)

/** The size of a file, in the unit that suits it. */
/** Where a box lies on its page, with the decimal separator of the language. */
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

/** A day as people of the language write it, with the year. */
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
/** A moment to the second, with its year and time zone: to find it in the log of another server. */
export const second = (iso: string): string => written(toTheSecond, iso)
/** A moment to the thousandth of a second, with its time zone: to find it in the log of a program. */
export const instant = (iso: string): string => written({ ...toTheSecond, fractionalSecondDigits: 3 }, iso)
