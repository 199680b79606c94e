import { answered, api, type Schemas } from '../api/client.ts'
import { Resource } from '../api/resource.svelte.ts'
import { languages, preferences } from '../messages/index.svelte.ts'

export type Country = Schemas['Country']

/** All destination countries with their address requirements. Create it during component initialisation. */
export const countriesResource = (): Resource<Country[]> =>
  new Resource(
    () => 'countries',
    async () => (await answered(api.GET('/v1/meta/countries'))).data,
  )

/** Returns a country's name in the user's language. */
export const countryName = (code: string): string =>
  new Intl.DisplayNames(preferences.language, { type: 'region', fallback: 'code' }).of(code) ?? code

/** Returns codes with names in alphabetical order, always including `code`. */
export const countryChoices = (
  countries: readonly Country[] | undefined,
  code: string,
): (readonly [code: string, name: string])[] => {
  const codes = new Set([...(countries ?? []).map((country) => country.code), ...(code ? [code] : [])])
  const { compare } = new Intl.Collator(preferences.language)
  return [...codes]
    .map((one) => [one, countryName(one)] as const)
    .sort(([, left], [, right]) => compare(left, right))
}

/** Returns searchable countries in alphabetical order, found by code and by name in any language. */
export const countryWords = (
  codes: readonly string[],
): (readonly [code: string, name: string, also: string])[] => {
  const all = Object.keys(languages).map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }),
  )
  const { compare } = new Intl.Collator(preferences.language)
  return codes
    .map((code) => [code, countryName(code), all.map((names) => names.of(code)).join('|')] as const)
    .sort(([, left], [, right]) => compare(left, right))
}
