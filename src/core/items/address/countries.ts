import { countryNames } from './country-names.ts'
import { countryRules, ruleOf } from './rules.ts'

/** What `/meta/countries` tells of a country. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  /** In English. */
  name: string
  /** `own`: checked by the country's own rules; `generic`: only names, street and city are asked for. */
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
