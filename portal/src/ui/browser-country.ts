/** Region codes known to browsers that aren't countries with addresses. */
const none = ['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']

/** Returns the browser's countries, for visitors without a session. Excludes aliases such as UK and SU. */
export const browserCountries = (): string[] => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !none.includes(code) && names.of(code) && regionOf(`und-${code}`) === code)
}

/** Guesses the country by time zone, else by language, which is less reliable; undefined if unknown. */
export const likelyCountry = (timeZone: string, languages: readonly string[]): string | undefined => {
  const there = browserCountries().filter((code) => zonesOf(code).includes(timeZone))
  const regions = languages.flatMap((language) => regionOf(language) ?? [])
  return regions.find((code) => there.includes(code)) ?? there[0] ?? regions[0]
}

const regionOf = (language: string): string | undefined => {
  try {
    return new Intl.Locale(language).region
  } catch {
    return undefined
  }
}

/** `getTimeZones` is missing in some browsers. */
type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }
const zonesOf = (code: string): readonly string[] =>
  (new Intl.Locale(`und-${code}`) as WithZones).getTimeZones?.() ?? []
