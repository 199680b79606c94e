/** The languages of designs that people choose from. */
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

/** The language that letters of an organisation in this country are likely to be in, or else that of the portal. */
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
