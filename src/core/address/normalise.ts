import { memoisedByObject } from '../kernel/text.ts'
import { type CountryRule, ruleOf } from './countries/rules.ts'
import type { Recipient } from './schema.ts'

/** A recipient without nulls and with normalised spaces, and its country's rule. */
export interface AddressParts {
  rule: CountryRule
  name: string
  companyName: string
  /** As written; may include the number. */
  street: string
  houseNumber: string
  houseNumberSuffix: string
  addressLine2: string
  /** Place of the second line if not the country's: `above` after an exchange, `below` for a PO box. */
  secondLine?: 'above' | 'below'
  postalCode: string
  city: string
  region: string
  country: string
}

/** Returns the parts as given, cached by recipient. */
export const partsOf = memoisedByObject((recipient: Recipient) => readParts(recipient))

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

/** In Chinese, Japanese and Korean script, the number follows a street that it precedes in Latin letters. */
export const ruleOfScript = (rule: CountryRule, street: string): CountryRule => {
  if (!rule.numberFirst || /^[ -~]*$/.test(street)) return rule
  return /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(street)
    ? { ...rule, numberFirst: false, separator: ' ' }
    : rule
}

/** Normalises to NFC with single spaces. */
export const tidy = (text: string | null | undefined): string => {
  if (!text) return ''
  // Fast path for ASCII with single spaces.
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** Returns the person, or else the company, for lists and messages. */
export const recipientName = (recipient: Recipient): string =>
  tidy(recipient.name) || tidy(recipient.companyName)

/**
 * Returns the postal code as the country's post formats it; undefined if it doesn't match the pattern.
 * Accepts spaces, hyphens, lower case and a country prefix (`NL-1012ab`, `D-10115`).
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

/** Removes spaces and hyphens, and uses capitals. */
export const compactPostalCode = (text: string): string =>
  text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
