import type { components } from '../../api/types.gen.ts'

type Towns = components['schemas']['ImportTowns']['data']

/** A postal code beside a town. */
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
/** A postal code without what people write in different ways. */
export const compact = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '')

/**
 * The town that other rows have with the postal code of this one; undefined where it has the same, or none has the
 * code. `listed` are the towns of the whole list as it came, and count before the rows that are being mended.
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
