import { countryNames } from './country-names.ts'
import { countryRules, ruleOf } from './country-rules.ts'

/** A country in `/meta/countries`. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  /** The English name. */
  name: string
  /** `own`: checked by the country's own rules; `generic`: only names, street and city are required. */
  rules: 'own' | 'generic'
  postalCodeRequired: boolean
  postalCodeExample: string | null
  houseNumberRequired: boolean
  regionRequired: boolean
}

/** Every country that mail can go to, by code. */
export const countries: readonly Country[] = [...countryNames].map(([code, name]) => {
  const rule = ruleOf(code)
  return {
    code,
    name,
    rules: Object.hasOwn(countryRules, code) ? 'own' : 'generic',
    postalCodeRequired: rule.postalCode?.required ?? false,
    postalCodeExample: rule.postalCode?.example ?? null,
    houseNumberRequired: rule.houseNumber,
    regionRequired: rule.region,
  }
})

/**
 * Countries that carriers price as Europe: the continent with its islands and microstates, not only the EU.
 */
const european: ReadonlySet<string> = new Set(
  (
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GL GR HR HU IE IM IS IT JE LI LT LU LV MC MD ' +
    'ME MK MT NL NO PL PT RO RS SE SI SJ SK SM TR UA VA XK'
  ).split(' '),
)

/** A zone of prices, seen from the country where the organisation posts its mail. */
export type PriceZone = 'domestic' | 'europe' | 'world'

/** The price zone of a piece, seen from the country where the organisation posts its mail. */
export const countryZone = (originCountry: string, country: string): PriceZone => {
  if (country === originCountry) return 'domestic'
  return european.has(originCountry) && european.has(country) ? 'europe' : 'world'
}
