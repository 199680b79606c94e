const languageIn = (tag: string): string => tag.split('-')[0]!.toLowerCase()

/** Returns the chosen language, otherwise the browser's first language that is known, otherwise English. */
export const languageOf = <Known extends string>(
  known: readonly Known[],
  chosen: string | null,
  browser: readonly string[],
): Known | 'en' => {
  const wanted = [chosen ?? '', ...browser].map(languageIn)
  return wanted.flatMap((language) => known.filter((one) => one === language))[0] ?? 'en'
}

/** European English: day before month, 24-hour clock. */
const europeanEnglish = 'en-150'

/**
 * Returns the locale for dates, times and numbers: the browser's if it has the portal's language and a
 * region, otherwise that language in the organisation's country.
 */
export const localeOf = (
  language: string,
  browser: readonly string[],
  country: string | undefined,
): string => {
  const own = browser.find((tag) => languageIn(tag) === language)
  // Plain `en` without a country says nothing about date formats.
  if (own?.includes('-')) return own
  if (country === undefined) return own ?? language
  const { locale } = new Intl.DateTimeFormat(`${language}-${country}`).resolvedOptions()
  const isKnown = locale !== language || country === 'US'
  return isKnown || language !== 'en' ? locale : europeanEnglish
}
