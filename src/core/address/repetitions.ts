import { countryOf } from './countries/words.ts'
import { foldName } from './fold.ts'
import type { AddressParts } from './normalise.ts'
import type { Recipient } from './schema.ts'
import { type DoorParts, doorOf, NUMBERED_STREET, streetLines } from './street/door.ts'

/** A part printed without text that another part repeats. */
export interface Shortened {
  field: 'street' | 'houseNumberSuffix' | 'addressLine2' | 'city'
  /** Both parts as given. */
  given: string
  /** The printed text. */
  printed: string
}

const compact = (text: string): string => foldName(text).replaceAll(' ', '')

/** Shortens parts whose text another part repeats literally. */
export const withoutRepetitions = (
  given: AddressParts,
): { parts: AddressParts; shortened: readonly Shortened[] } => {
  const parts = { ...given }
  const shortened: Shortened[] = []
  const city = cityWithoutRegion(parts)
  if (city !== parts.city) {
    shortened.push({
      field: 'city',
      given: `${parts.city} ${parts.region}`,
      printed: `${city} ${parts.region}`,
    })
    parts.city = city
  }
  const street = streetWithoutPlace(parts)
  if (street !== parts.street) {
    shortened.push({ field: 'street', given: parts.street, printed: street })
    parts.street = street
  }
  const { houseNumberSuffix: suffix, addressLine2: line } = parts
  if (repeatsTail(parts)) {
    parts.houseNumberSuffix = ''
    const printed = streetLines(parts).line
    shortened.push({ field: 'houseNumberSuffix', given: `${printed} ${suffix}`, printed })
  }
  const other = line === '' ? undefined : lineThatSays(parts, compact(line))
  if (other !== undefined) {
    shortened.push({ field: 'addressLine2', given: `${line} / ${other}`, printed: other })
    parts.addressLine2 = ''
  }
  return { parts, shortened }
}

/** Removes the region from the city `New York NY`, if the region is printed too. */
const cityWithoutRegion = ({ city, region, postalCode, rule }: AddressParts): string => {
  if (!/^[\p{L}.]{2,40}$/u.test(region) || !city.toUpperCase().endsWith(` ${region.toUpperCase()}`))
    return city
  const alone = city.slice(0, -region.length).replace(/[\s,]+$/u, '')
  const isPrinted = rule.locality({ postalCode, city: alone, region }).some((line) => line.includes(region))
  // `New York New York` and `Roma Roma` may be the city twice, which `givenTwice` reports.
  return isPrinted && foldName(alone) !== foldName(region) ? alone : city
}

/** Shortens streets such as `Damrak 12, 1012 LG Amsterdam`. */
const streetWithoutPlace = ({ street, postalCode, city }: AddressParts): string => {
  for (const comma of [...street.matchAll(/,\s*/gu)].slice(-4)) {
    const before = street.slice(0, comma.index).trim()
    const behind = street.slice(comma.index + comma[0].length)
    const wanted = [postalCode + city, city, postalCode, city + postalCode].map((text) => compact(text))
    if (before !== '' && behind !== '' && wanted.includes(compact(behind)) && compact(behind) !== '')
      return before
  }
  return street
}

/** True for `12A` and `A`, `12 bus 3` and `bus 3`. Digits alone may be a flat with the house's number. */
const repeatsTail = (parts: AddressParts): boolean => {
  const { houseNumber, houseNumberSuffix: suffix } = parts
  if (!/^\p{L}/u.test(suffix)) return false
  const { number, unit } = doorOf({ ...parts, houseNumberSuffix: '' })
  return [houseNumber, number, unit].some((text) => isTail(text, suffix))
}

const isTail = (text: string, tail: string): boolean => {
  const before = text.slice(0, -tail.length)
  return text.endsWith(tail) && !/\p{L}$/u.test(before) && text !== ''
}

/** Returns the part that repeats the second line, or the unit that does; undefined if none does. */
const lineThatSays = (parts: AddressParts, wanted: string): string | undefined => {
  const { name, companyName, city, postalCode, street } = parts
  const { unit } = doorOf(parts)
  const others = [name, companyName, city, `${postalCode} ${city}`, street, streetLines(parts).line]
  if (/\p{L}{2}/u.test(unit)) others.push(unit)
  return others.find((other) => compact(other) === wanted)
}

/** First words of doubled place names, such as `Wagga Wagga`. */
const doubled = new Set(['wagga', 'baden', 'pago', 'walla', 'bora', 'mai', 'gin', 'kai', 'bella', 'puka'])

/** Returns a part that may be a repetition but is printed as given; undefined if there is none. */
export const givenTwice = (parts: AddressParts): { field: keyof Recipient; text: string } | undefined => {
  const { city, country, street, houseNumber, houseNumberSuffix: suffix } = parts
  if (suffix !== '' && houseNumber !== '' && compact(suffix) === compact(houseNumber))
    return { field: 'houseNumberSuffix', text: `${houseNumber} ${suffix}` }
  if (/^\p{L}$/u.test(suffix) && houseNumber.toUpperCase().endsWith(suffix.toUpperCase()))
    return { field: 'houseNumberSuffix', text: `${houseNumber} ${suffix}` }
  const [first] = /^\d+\p{L}?(?= )/u.exec(street) ?? []
  if (!parts.rule.numberFirst && first !== undefined && compact(first) === compact(houseNumber))
    return { field: 'street', text: `${street} ${houseNumber}` }
  return namesTwice(city, country) ? { field: 'city', text: city } : undefined
}

/** Detects `Roma Roma`, `Amsterdam Nederland`, `NL-Amsterdam`. */
const namesTwice = (city: string, country: string): boolean => {
  const words = foldName(city).split(' ')
  if (words.length < 2) return false
  const half = words.length / 2
  const isDoubled = words.slice(0, half).join(' ') === words.slice(half).join(' ')
  if (isDoubled && !(words.length === 2 && doubled.has(words[0]!))) return true
  const written = city.split(/[ -]/)
  if (written[0] === country || written.at(-1) === country) return true
  return [1, 2].some((count) => {
    const name = words.slice(-count)
    const before = words.slice(0, -count)
    const isOfName = [before.at(-1) ?? '', name[0]!].some((word) => joins.has(word))
    return before.length > 0 && !isOfName && name.join('').length > 3 && countryOf(name.join(' ')) === country
  })
}

/** Words before a country's name that is part of a city's: `Ciudad de México`. */
const joins = new Set(['de', 'del', 'of', 'du', 'do', 'da', 'la', 'el', 'san', 'new', 'nova', 'nueva'])

/** Years in street names: `Plein 1944`, `Laan 1940-1945`. */
const YEAR = /^(?:1[89]|20)\d\d(?!\d)/
/** Detects `12 Street`, `C 4`, `ul. 3 Maja`. */
const isNamedByNumber = (street: string): boolean =>
  NUMBERED_STREET.test(street) || /^\p{L}{1,2}\.?$/u.test(street)

/** Returns the house number in the street if it differs from the separate one. */
export const otherNumber = (parts: DoorParts): string | undefined => {
  const { street, houseNumber, rule } = parts
  if (street === '' || !/^\d/.test(houseNumber) || streetLines(parts).repeated !== '') return undefined
  const own = doorOf({ ...parts, houseNumber: '', houseNumberSuffix: '' })
  if (own.number === '' || own.number === houseNumber || isNamedByNumber(own.street)) return undefined
  // `Highway 50` has no house number where house numbers precede the street.
  const isName = rule.numberFirst ? !street.startsWith(own.number) : YEAR.test(own.number)
  return isName ? undefined : own.number
}
