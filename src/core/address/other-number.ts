import { type DoorParts, doorOf, streetLines } from './door.ts'

/** Names of streets that are years: `Plein 1944`, `Laan 1940-1945`. */
const YEAR = /^(?:1[89]|20)\d\d(?!\d)/
/** `12 Street`, `C 4` and `ul. 3 Maja` are names of streets. */
const NAMED_BY_NUMBER = /^(?:(?:street|st|avenue|ave|road|rd|lane)\b|\p{L}{1,2}\.?$)/iu

/** The house number that a street holds where another one is given beside it; undefined for none. */
export const otherNumber = (parts: DoorParts): string | undefined => {
  const { street, houseNumber, rule } = parts
  if (street === '' || !/^\d/.test(houseNumber) || streetLines(parts).repeated !== '') return undefined
  const own = doorOf({ ...parts, houseNumber: '', houseNumberSuffix: '' })
  if (own.number === '' || own.number === houseNumber || NAMED_BY_NUMBER.test(own.street)) return undefined
  // `Highway 50` has a number, but no house number, where that precedes the street.
  const isName = rule.numberFirst ? !street.startsWith(own.number) : YEAR.test(own.number)
  return isName ? undefined : own.number
}
