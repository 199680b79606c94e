/** Languages offered for designs. */
export const designLocales = [
  'nl-NL',
  'nl-BE',
  'en-GB',
  'en-US',
  'de-DE',
  'fr-FR',
  'fr-BE',
  'es-ES',
  'it-IT',
  'pl-PL',
  'da-DK',
  'sv-SE',
  'ar',
  'he',
]

/** Returns the likely locale of letters in this country; else of the portal's language, else `en-GB`. */
export const likelyLocale = (country: string, portalLanguage: string): string => {
  const { language } = new Intl.Locale('und', { region: country }).maximize()
  const isIn = (tag: string) => (locale: string) => locale === tag || locale.startsWith(`${tag}-`)
  return (
    designLocales.find(isIn(`${language}-${country}`)) ??
    designLocales.find(isIn(language ?? '')) ??
    designLocales.find(isIn(portalLanguage)) ??
    'en-GB'
  )
}
