import type { components } from '../../api/types.gen.ts'

type Cities = components['schemas']['ImportTowns']['data']

/** A postal code with its city. */
export interface CodeAndCity {
  code: string
  city: string
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
/** Normalises a postal code. */
export const compact = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '')

/**
 * Returns the city of other rows with this postal code; undefined if it is the same or the code is unknown.
 * `listed`, the cities of the original list, take precedence over edited rows.
 */
export const otherCity = (
  { code, city }: CodeAndCity,
  country: string | undefined,
  listed: Cities,
  edited: readonly CodeAndCity[],
): string | undefined => {
  if (city.trim() === '') return undefined
  const known = listed.find(
    ({ postalCode, countryCode }) => compact(postalCode) === compact(code) && countryCode === country,
  )
  const cities = known
    ? known.towns.map(({ city }) => city)
    : edited.filter((other) => compact(other.code) === compact(code)).map((other) => other.city)
  const named = cities.filter((other) => other.trim() !== '')
  return named.some((other) => plain(other) === plain(city)) ? undefined : named[0]
}
