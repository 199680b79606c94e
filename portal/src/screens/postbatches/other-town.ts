import type { components } from '../../api/types.gen.ts'

type Towns = components['schemas']['ImportTowns']['data']

/** A postal code with its city. */
export interface CodeAndTown {
  code: string
  town: string
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
export const otherTown = (
  { code, town }: CodeAndTown,
  country: string | undefined,
  listed: Towns,
  shown: readonly CodeAndTown[],
): string | undefined => {
  if (town.trim() === '') return undefined
  const known = listed.find(
    ({ postalCode, countryCode }) => compact(postalCode) === compact(code) && countryCode === country,
  )
  const towns = known
    ? known.towns.map(({ city }) => city)
    : shown.filter((other) => compact(other.code) === compact(code)).map((other) => other.town)
  const named = towns.filter((other) => other.trim() !== '')
  return named.some((other) => plain(other) === plain(town)) ? undefined : named[0]
}
