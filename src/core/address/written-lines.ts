import { streetLines } from './door.ts'
import { partsOf } from './normalise.ts'
import type { Recipient } from './schema.ts'

/**
 * Street and locality in the order of the country, for screens: without names, country and capitals, and with
 * a region that the country does not print (`addressLines` are the printed ones).
 */
export const writtenLines = (recipient: Recipient): string[] => {
  const parts = partsOf(recipient)
  const { rule, city, postalCode, region } = parts
  const { above, line } = streetLines(parts)
  const cityAbove = rule.cityAboveStreet === true
  const locality = rule.locality({ city: cityAbove ? '' : city, postalCode, region })
  const isRegionShown = locality.some((text) => text.toUpperCase().includes(region.toUpperCase()))
  return [cityAbove ? city : '', above, line, ...locality, isRegionShown ? '' : region]
    .map((text) => text.replace(/\s+/g, ' '))
    .filter((text) => text !== '')
}
