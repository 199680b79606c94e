/** Two letters that browsers have a name for, and that are no country with addresses. */
const none = ['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']

/**
 * Every country that the browser knows, for a page that asks for one before anybody is signed in: the server tells
 * its list to nobody else. Old codes, such as UK and SU, mean another one and are left out.
 */
export const browserCountries = (): string[] => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !none.includes(code) && names.of(code) && regionOf(`und-${code}`) === code)
}

/**
 * Where a person is likely to be: where the clock of their computer is, which is set once for the place; else what
 * their language says, which is often that of wherever the computer was made. Undefined where neither says.
 */
export const likelyCountry = (timeZone: string, languages: readonly string[]): string | undefined => {
  const there = browserCountries().filter((code) => zonesOf(code).includes(timeZone))
  const spoken = languages.flatMap((language) => regionOf(language) ?? [])
  return spoken.find((code) => there.includes(code)) ?? there[0] ?? spoken[0]
}

const regionOf = (language: string): string | undefined => {
  try {
    return new Intl.Locale(language).region
  } catch {
    return undefined
  }
}

/** Not every browser says them. */
type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }
const zonesOf = (code: string): readonly string[] =>
  (new Intl.Locale(`und-${code}`) as WithZones).getTimeZones?.() ?? []
