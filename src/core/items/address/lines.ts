import { countryNames } from './country-names.ts'
import { type AddressParts, doorOf, partsOf, postalCodeOf } from './parts.ts'
import type { Recipient } from './schema.ts'

/**
 * The recipient as it stands on paper, from the top: names, second line, street, then what the country wants
 * below it. Mail from abroad has the city in capitals and the country's English name as last line; domestic
 * mail, seen from `originCountry`, has none (UPU addressing rules).
 */
export const addressLines = (recipient: Recipient, originCountry: string): string[] => {
  const parts = partsOf(recipient)
  const abroad = recipient.country !== originCountry
  const names = parts.rule.personFirst ? [parts.name, parts.companyName] : [parts.companyName, parts.name]
  return [
    ...names,
    parts.addressLine2,
    streetLine(parts),
    ...localityLines(parts, abroad),
    ...(abroad ? [(countryNames.get(recipient.country) ?? recipient.country).toUpperCase()] : []),
  ].filter((line) => line !== '')
}

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

const localityLines = (parts: AddressParts, abroad: boolean): string[] => {
  const { rule } = parts
  const capitals = rule.upperCaseCity || abroad
  // One that breaks the pattern is printed as written: the rules doubt it, the sender has the last word.
  const postalCode = postalCodeOf(parts) ?? parts.postalCode
  return rule.locality({
    postalCode: (abroad && postalCode !== '' ? (rule.abroadPrefix ?? '') : '') + postalCode,
    city: capitals ? upperCase(parts.city, rule.locale) : parts.city,
    region: parts.region,
  })
}
