/** English as Europe writes it, with the day before the month and a clock of 24 hours. */
const europeanEnglish = 'en-150'

/**
 * The locale in which dates, times and numbers are written: the browser's own where it is of the language that the
 * portal shows, else that language as the country of the organisation writes it.
 */
export const localeOf = (
  language: string,
  browser: readonly string[],
  country: string | undefined,
): string => {
  const own = browser.find((tag) => tag.split('-')[0]!.toLowerCase() === language)
  // A browser that says `en` and no country says nothing of its dates.
  if (own?.includes('-')) return own
  if (country === undefined) return own ?? language
  const { locale } = new Intl.DateTimeFormat(`${language}-${country}`).resolvedOptions()
  const isKnown = locale !== language || country === 'US'
  return isKnown || language !== 'en' ? locale : europeanEnglish
}
