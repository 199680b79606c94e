import type { Finding } from '../kernel/finding.ts'
import type { Said } from '../kernel/sentences.ts'
import { isCountry, meantCountry } from './country-names.ts'
import { maxLineLength, maxLines, maxNameLength } from './country-rules.ts'
import { doorOf } from './door.ts'
import { addressLines } from './lines.ts'
import { type AddressParts, partsOf, postalCodeOf } from './normalise.ts'
import { namesNobody } from './salutations.ts'
import type { Recipient } from './schema.ts'
import { addressSentences } from './sentences.ts'

const { say } = addressSentences

export interface AddressCheckOptions {
  /** The country in which the mail is posted, which decides whether a country line is printed. */
  originCountry: string
  /** The sender accepts the address as it is: doubts become warnings. */
  override: boolean
}

/**
 * Codes that an override turns into warnings. The other errors make an address impossible to print or
 * deliver.
 */
export const doubtCodes: readonly string[] = [
  'recipient_name_incomplete',
  'postal_code_missing',
  'postal_code_invalid',
  'house_number_missing',
  'region_missing',
  'line_too_long',
  'too_many_lines',
]

/**
 * Checks an address by its country's rules, offline, without a register of addresses; empty for a good one.
 */
export const checkAddress = (recipient: Recipient, options: AddressCheckOptions): Finding[] => {
  if (!isCountry(recipient.country)) {
    const { country } = recipient
    return [error('country', say('country_unsupported', { country, meant: meantCountry(country) }))]
  }
  const parts = partsOf(recipient)
  const findings = [
    ...checkParts(parts),
    ...checkLines(parts, addressLines(recipient, options.originCountry)),
  ]
  if (!options.override) return findings
  return findings.map((finding) =>
    doubtCodes.includes(finding.code) ? { ...finding, severity: 'warning' } : finding,
  )
}

const error = (part: keyof Recipient | undefined, said: Said): Finding => ({
  ...said,
  severity: 'error',
  field: part === undefined ? 'recipient' : `recipient.${part}`,
})

const checkParts = (parts: AddressParts): Finding[] => {
  const { rule, country: countryCode } = parts
  const findings: Finding[] = []
  if (parts.name === '' && parts.companyName === '') {
    findings.push(error('name', say('recipient_name_missing')))
  } else if (namesNobody(parts.name)) {
    findings.push(error('name', say('recipient_name_incomplete', { name: parts.name })))
  }
  if (parts.street === '') {
    findings.push(error('street', say('street_missing')))
  } else if (rule.houseNumber && doorOf(parts).number === '' && !isPostBox(parts.street)) {
    findings.push(error('houseNumber', say('house_number_missing', { countryCode })))
  }
  findings.push(...checkPostalCode(parts))
  if (parts.city === '') findings.push(error('city', say('city_missing')))
  if (rule.region && parts.region === '') {
    findings.push(error('region', say('region_missing', { countryCode })))
  }
  return findings
}

const checkPostalCode = (parts: AddressParts): Finding[] => {
  const rule = parts.rule.postalCode
  if (!rule) return []
  const { postalCode, country: countryCode } = parts
  if (postalCode === '') {
    return rule.required ? [error('postalCode', say('postal_code_missing', { countryCode }))] : []
  }
  if (postalCodeOf(parts) !== undefined) return []
  const { example } = rule
  return [error('postalCode', say('postal_code_invalid', { postalCode, countryCode, example }))]
}

/** Swiss post-office boxes may have no number. */
const isPostBox = (street: string): boolean => /^(?:postfach|case postale|casella postale)$/iu.test(street)

const checkLines = (parts: AddressParts, lines: readonly string[]): Finding[] => {
  const findings: Finding[] = []
  for (const line of lines) {
    const length = [...line].length
    const limit = line === parts.name || line === parts.companyName ? maxNameLength : maxLineLength
    if (length <= limit) continue
    findings.push(error(fieldOfLine(parts, line), say('line_too_long', { line, length, limit })))
  }
  if (lines.length > maxLines) {
    findings.push(error(undefined, say('too_many_lines', { lines: lines.length, limit: maxLines })))
  }
  return findings
}

/** The field that a printed line comes from, for forms to mark. */
const fieldOfLine = (parts: AddressParts, line: string): keyof Recipient => {
  if (line === parts.name) return 'name'
  if (line === parts.companyName) return 'companyName'
  if (line === parts.addressLine2) return 'addressLine2'
  return parts.street !== '' && line.includes(parts.street) ? 'street' : 'city'
}
