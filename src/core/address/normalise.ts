import { type CountryRule, ruleOf } from './countries/rules.ts'
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
  /** Set where the lines decide their order: `above` where they are exchanged here, `below` of a post-office box. */
  secondLine?: 'above' | 'below'
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
  rule: ruleOfScript(ruleOf(recipient.country), recipient.street ?? ''),
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

/** In Chinese, Japanese and Korean writing the number follows the street, also where Latin letters have it first. */
export const ruleOfScript = (rule: CountryRule, street: string): CountryRule => {
  if (!rule.numberFirst || /^[ -~]*$/.test(street)) return rule
  return /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(street)
    ? { ...rule, numberFirst: false, separator: ' ' }
    : rule
}

/** A text in NFC with single spaces. */
export const tidy = (text: string | null | undefined): string => {
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
