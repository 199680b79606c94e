import { answered, api, type Schemas } from '../api/client.ts'
import { Resource } from '../api/resource.svelte.ts'
import { preferences } from '../messages/index.svelte.ts'

export type Country = Schemas['Country']

/** Every country that mail can go to, with what its addresses need. Made while a component starts. */
export const countriesResource = (): Resource<Country[]> =>
  new Resource(
    () => 'countries',
    async () => (await answered(api.GET('/v1/meta/countries'))).data,
  )

/** What a country is called in the reader's language. */
export const countryName = (code: string): string =>
  new Intl.DisplayNames(preferences.language, { type: 'region', fallback: 'code' }).of(code) ?? code

/** Codes with names, in the order of the reader's alphabet. `code` is among them though the list is on its way. */
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

/**
 * Countries to look for by name, in the order of the reader's alphabet: each is found by its code and by what it is
 * called in the other language as well.
 */
export const countryWords = (
  codes: readonly string[],
): (readonly [code: string, name: string, also: string])[] => {
  const both = (['en', 'nl'] as const).map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }),
  )
  const { compare } = new Intl.Collator(preferences.language)
  return codes
    .map((code) => [code, countryName(code), both.map((names) => names.of(code)).join('|')] as const)
    .sort(([, left], [, right]) => compare(left, right))
}
