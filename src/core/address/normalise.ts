import { type CountryRule, ruleOf } from './country-rules.ts'
import type { Recipient } from './schema.ts'

/** A recipient without nulls, with normalised spaces and the house number separate from the street. */
export interface AddressParts {
  rule: CountryRule
  name: string
  companyName: string
  /** The street as written, which may include the number. */
  street: string
  houseNumber: string
  houseNumberSuffix: string
  addressLine2: string
  postalCode: string
  city: string
  region: string
  country: string
}

/** Rules, lines and keys all use the same parts of a recipient. Recipients are never changed in place. */
const known = new WeakMap<Recipient, AddressParts>()

export const partsOf = (recipient: Recipient): AddressParts => {
  let parts = known.get(recipient)
  if (!parts) {
    parts = readParts(recipient)
    known.set(recipient, parts)
  }
  return parts
}

const readParts = (recipient: Recipient): AddressParts => ({
  rule: ruleOf(recipient.country),
  name: tidy(recipient.name),
  companyName: tidy(recipient.companyName),
  street: tidy(recipient.street),
  houseNumber: tidy(recipient.houseNumber),
  houseNumberSuffix: tidy(recipient.houseNumberSuffix),
  addressLine2: tidy(recipient.addressLine2),
  postalCode: tidy(recipient.postalCode),
  city: tidy(recipient.city),
  region: tidy(recipient.region),
  country: recipient.country,
})

const tidy = (text: string | null | undefined): string => {
  if (!text) return ''
  // Most text is ASCII with single spaces, and needs no change.
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** The recipient's name in lists and messages: the person, or else the company. */
export const recipientName = (recipient: Recipient): string =>
  tidy(recipient.name) || tidy(recipient.companyName)

/**
 * The postal code in the form of the country's post; undefined where it does not match the pattern. Spaces,
 * hyphens, lower case and a country prefix (`NL-1012ab`, `D-10115`) are accepted.
 */
export const postalCodeOf = ({ rule, postalCode }: AddressParts): string | undefined => {
  if (!rule.postalCode) return postalCode.toUpperCase()
  const compact = compactPostalCode(postalCode)
  const { pattern, separator, prefix } = rule.postalCode
  const match = pattern.exec(compact) ?? pattern.exec(compact.replace(/^[A-Z]{1,2}/, ''))
  if (!match) return undefined
  return (
    prefix +
    match
      .slice(1)
      .filter((group) => group !== undefined)
      .join(separator)
  )
}

/** A postal code as it is compared: in capitals, without spaces and hyphens. */
export const compactPostalCode = (text: string): string =>
  text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')

interface FirstDoor {
  street: string
  number: string
  suffix: string
}

/**
 * Street, number and suffix as address keys of the first version read them: without the separators within a
 * number. Stored keys were made with it, so it does not change; `doorOf` reads doors for everything else.
 */
export const firstDoorOf = (parts: AddressParts): FirstDoor => {
  if (parts.houseNumber !== '') return splitSuffix(parts.street, parts.houseNumber, parts.houseNumberSuffix)
  const { street } = parts
  const found = isNumberFirst(parts.country)
    ? /^(?<number>\d\S*?(?: (?:bis|ter|quater))?),? (?<street>(?!(?:bis|ter|quater) )\S.*)$/iu.exec(street)
    : /^(?<street>.*?\D),? ?(?<number>\d+(?:[ /-]?[^\s,]{1,4}(?: [^\s,]{1,4})?)?)$/u.exec(street)
  if (!found?.groups) return { street, number: '', suffix: parts.houseNumberSuffix }
  return splitSuffix(found.groups.street!.trim(), found.groups.number!, parts.houseNumberSuffix)
}

/** The countries that had the number first when the keys of the first version were made. */
const isNumberFirst = (country: string): boolean =>
  /^(?:AU|CA|FR|GB|GG|IE|IM|JE|LU|MC|MT|NZ|US)$/.test(country)

/** Splits `12a` into 12 and a; a suffix that is given separately follows. */
const splitSuffix = (street: string, number: string, given: string): FirstDoor => {
  const match = /^(\d+)[\s/-]*(.*)$/u.exec(number)
  if (!match) return { street, number, suffix: given }
  return { street, number: match[1]!, suffix: [match[2]!, given].filter((part) => part !== '').join(' ') }
}
