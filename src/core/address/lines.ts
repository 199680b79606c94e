import { countryNames } from './country-names.ts'
import { type AddressParts, doorOf, partsOf, postalCodeOf } from './parts.ts'
import type { Recipient } from './schema.ts'

const namesOf = ({ rule, name, companyName }: AddressParts): string[] =>
  (rule.personFirst ? [name, companyName] : [companyName, name]).filter((line) => line !== '')

/** How many of the lines, from the first, are names. */
export const nameLines = (recipient: Recipient): number => namesOf(partsOf(recipient)).length

/**
 * The recipient as it stands on paper, from the top: names, second line, street, then what the country wants
 * below it. Mail from abroad has the city in capitals and the country's English name as last line; domestic
 * mail, seen from `originCountry`, has none (UPU addressing rules).
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

/** A flat, a floor or a building with a name stands above the street; a village or a district below it. */
const isWithinBuilding = (line: string): boolean =>
  /\d|^(?:the|c\/o|care of|f\.?a\.?o\.?|attn|attention)\b|\b(?:flat|apartment|apt|unit|suite|room|floor|basement|studio|block|department|dept|office)\b|\b(?:house|building|buildings|court|tower|towers|mansions|lodge|cottage|chambers|centre|hall|works|wing|barn|farmhouse|rectory|vicarage|villas?)$/iu.test(
    line,
  )

/** The street with its number, where the country writes it. */
export const streetLineOf = (recipient: Recipient): string => streetLine(partsOf(recipient))

const streetLine = (parts: AddressParts): string => {
  // A number that the caller wrote into the street stays where the caller put it.
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

/** Few languages have rules of their own, and asking for a locale's takes long. */
const upperCase = (text: string, locale: string | undefined): string =>
  locale ? text.toLocaleUpperCase(locale) : text.toUpperCase()

const cityOf = ({ rule, city }: AddressParts, abroad: boolean): string =>
  rule.upperCaseCity || abroad ? upperCase(city, rule.locale) : city

const localityLines = (parts: AddressParts, abroad: boolean, city: string): string[] => {
  const { rule } = parts
  // One that breaks the pattern is printed as written: the rules doubt it, the sender has the last word.
  const postalCode = postalCodeOf(parts) ?? parts.postalCode
  return rule.locality({
    postalCode: (abroad && postalCode !== '' ? (rule.abroadPrefix ?? '') : '') + postalCode,
    city: rule.cityAboveStreet ? '' : city,
    region: parts.region,
  })
}
