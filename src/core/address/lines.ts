import { countryNames } from './country-names.ts'
import { type AddressParts, doorOf, partsOf, postalCodeOf } from './normalise.ts'
import type { Recipient } from './schema.ts'

const namesOf = ({ rule, name, companyName }: AddressParts): string[] =>
  (rule.personFirst ? [name, companyName] : [companyName, name]).filter((line) => line !== '')

/** The number of leading lines that are names. */
export const nameLines = (recipient: Recipient): number => namesOf(partsOf(recipient)).length

/**
 * The printed lines of a recipient, from the top: names, second line, street, then the country's locality
 * lines. Mail from abroad has the city in capitals and the country's English name as last line; domestic
 * mail, seen from `originCountry`, has neither (UPU addressing rules).
 */
export const addressLines = (recipient: Recipient, originCountry: string): string[] => {
  const parts = partsOf(recipient)
  const abroad = recipient.country !== originCountry
  const { rule, addressLine2 } = parts
  const isBelow = rule.localityInSecondLine && !isWithinBuilding(addressLine2)
  const [above, below] = isBelow ? ['', addressLine2] : [addressLine2, '']
  const city = cityOf(parts, abroad)
  return [
    ...namesOf(parts),
    above,
    rule.cityAboveStreet ? city : '',
    streetLine(parts),
    below,
    ...localityLines(parts, abroad, city),
    ...(abroad ? [(countryNames.get(recipient.country) ?? recipient.country).toUpperCase()] : []),
  ].filter((line) => line !== '')
}

/**
 * Whether the second line is within the building, such as a flat or a floor, and belongs above the street. A
 * village or district belongs below it.
 */
const isWithinBuilding = (line: string): boolean =>
  /\d|^(?:the|c\/o|care of|f\.?a\.?o\.?|attn|attention)\b|\b(?:flat|apartment|apt|unit|suite|room|floor|basement|studio|block|department|dept|office)\b|\b(?:house|building|buildings|court|tower|towers|mansions|lodge|cottage|chambers|centre|hall|works|wing|barn|farmhouse|rectory|vicarage|villas?)$/iu.test(
    line,
  )

/** The line with the street and its number, in the country's order. */
export const streetLineOf = (recipient: Recipient): string => streetLine(partsOf(recipient))

const streetLine = (parts: AddressParts): string => {
  // A number within the street stays where the caller wrote it.
  if (parts.houseNumber === '') return [parts.street, parts.houseNumberSuffix].filter(Boolean).join(' ')
  const { rule } = parts
  const separator = rule.separator ?? ' '
  const { street, number, suffix } = doorOf(parts)
  if (street === '') return number + suffixText(parts, suffix)
  if (!rule.numberFirst) return street + separator + number + suffixText(parts, suffix)
  // `12A High Street` and `12 bis rue …`, but `12 Main Street Apt 4`.
  if (/^(?:\p{L}|bis|ter|quater|\d\/\d)$/iu.test(suffix)) {
    return number + (suffix.length === 1 ? '' : ' ') + suffix + separator + street
  }
  return number + separator + street + (suffix === '' ? '' : ` ${suffix}`)
}

const suffixText = ({ rule }: AddressParts, suffix: string): string =>
  suffix === '' ? '' : (rule.suffix?.(suffix) ?? ` ${suffix}`)

/** Only a few languages have rules of their own, and locale-aware conversion is slow. */
const upperCase = (text: string, locale: string | undefined): string =>
  locale ? text.toLocaleUpperCase(locale) : text.toUpperCase()

const cityOf = ({ rule, city }: AddressParts, abroad: boolean): string =>
  rule.upperCaseCity || abroad ? upperCase(city, rule.locale) : city

const localityLines = (parts: AddressParts, abroad: boolean, city: string): string[] => {
  const { rule } = parts
  // A postal code that breaks the pattern is printed as written: the rules doubt it, but the sender decides.
  const postalCode = postalCodeOf(parts) ?? parts.postalCode
  return rule.locality({
    postalCode: (abroad && postalCode !== '' ? (rule.abroadPrefix ?? '') : '') + postalCode,
    city: rule.cityAboveStreet ? '' : city,
    region: parts.region,
  })
}
