import { adjustedOf } from './adjust.ts'
import { countryNames } from './countries/names.ts'
import { type AddressParts, partsOf, postalCodeOf } from './normalise.ts'
import type { Recipient } from './schema.ts'
import { doorOf, streetLines } from './street/door.ts'
import { isCompany, isForcesNumber, unitsOf } from './street/line-order.ts'

const namesOf = ({ rule, name, companyName }: AddressParts): string[] =>
  (rule.personFirst ? [name, companyName] : [companyName, name]).filter((line) => line !== '')

/** Returns the number of leading address lines that are names. */
export const nameLines = (recipient: Recipient): number => namesOf(adjustedOf(recipient).parts).length

/**
 * Returns the printed lines: names, second line, street, and the country's locality lines. If the mail leaves
 * `originCountry`, the city is in capitals and the country's English name is the last line (UPU addressing
 * rules).
 */
export const addressLines = (recipient: Recipient, originCountry: string): string[] => {
  const { parts } = adjustedOf(recipient)
  const abroad = ![recipient.country, parts.rule.domesticIn].includes(originCountry)
  const { rule, addressLine2 } = parts
  const isBelow = isSecondLineBelow(parts)
  const [above, below] = isBelow ? ['', addressLine2] : [addressLine2, '']
  const city = cityOf(parts, abroad)
  const street = streetLines(parts)
  return [
    ...namesOf(parts),
    above,
    rule.cityAboveStreet ? city : '',
    street.above,
    street.line,
    below,
    ...localityLines(parts, abroad, city),
    ...(abroad ? [countryLine(parts)] : []),
  ].filter((line) => line !== '')
}

export const isSecondLineBelow = ({ rule, street, addressLine2, secondLine }: AddressParts): boolean =>
  secondLine === 'below' ||
  (rule.localityInSecondLine === true &&
    secondLine !== 'above' &&
    !isForcesNumber(street) &&
    !isWithinBuilding(addressLine2) &&
    unitsOf(addressLine2).units.length === 0 &&
    !isCompany(addressLine2))

const countryLine = ({ rule, country }: AddressParts): string => {
  const code = rule.countryLine ?? country
  return (countryNames.get(code) ?? code).toUpperCase()
}

/** True for flats and floors, which belong above the street; villages and districts belong below. */
const isWithinBuilding = (line: string): boolean =>
  /\d|^(?:the|c\/o|care of|f\.?a\.?o\.?|attn|attention)\b|\b(?:flat|apartment|apt|unit|suite|room|floor|basement|studio|block|department|dept|office)\b|\b(?:house|building|buildings|court|tower|towers|mansions|lodge|cottage|chambers|centre|hall|works|wing|barn|farmhouse|rectory|vicarage|villas?)$/iu.test(
    line,
  )

/** Returns the street with its number, in the country's order, after a unit printed above it. */
export const streetLineOf = (recipient: Recipient): string => {
  const { above, line } = streetLines(adjustedOf(recipient).parts)
  return above === '' ? line : `${above}, ${line}`
}

/** Splits a street line into fields; undefined if it has no number or the fields would print differently. */
export const splitStreet = (
  text: string,
  country: string,
): Pick<Recipient, 'street' | 'houseNumber' | 'houseNumberSuffix'> | undefined => {
  const { street, number, unit } = doorOf(partsOf({ street: text, country }))
  if (number === '' || street === '') return undefined
  const printed = text.replace(/[\s,;]+$/u, '')
  const [, digits = '', addition = ''] = /^(\d+)\s*(\p{L}.*)$/u.exec(number) ?? []
  const whole = printed.slice(printed.indexOf(number, printed.startsWith(number) ? 0 : street.length))
  return [
    { street, houseNumber: digits, houseNumberSuffix: addition },
    { street, houseNumber: number, houseNumberSuffix: unit },
    { street, houseNumber: whole },
  ]
    .map(({ houseNumberSuffix, ...rest }) => (houseNumberSuffix ? { ...rest, houseNumberSuffix } : rest))
    .find(
      (parts) =>
        parts.houseNumber !== '' &&
        parts.houseNumber.length <= 20 &&
        streetLineOf({ ...parts, country }) === printed,
    )
}

/** Few languages have special rules, and locale-aware conversion is slow. */
const upperCase = (text: string, locale: string | undefined): string =>
  locale ? text.toLocaleUpperCase(locale) : text.toUpperCase()

const cityOf = ({ rule, city }: AddressParts, abroad: boolean): string =>
  rule.upperCaseCity || abroad ? upperCase(city, rule.locale) : city

const localityLines = (parts: AddressParts, abroad: boolean, city: string): string[] => {
  const { rule } = parts
  // Invalid postal codes are printed as written: the rules doubt them, but the sender decides.
  const postalCode = postalCodeOf(parts) ?? parts.postalCode
  return rule.locality({
    postalCode: (abroad && postalCode !== '' ? (rule.abroadPrefix ?? '') : '') + postalCode,
    city: rule.cityAboveStreet ? '' : city,
    region: parts.region,
  })
}
