import type { Finding } from '../kernel/finding.ts'
import { countryNames, isCountry, noCountry } from './country-names.ts'
import { addressLines } from './lines.ts'
import { type AddressParts, doorOf, partsOf, postalCodeOf } from './parts.ts'
import { maxLineLength, maxLines, maxNameLength } from './rules.ts'
import { namesNobody } from './salutations.ts'
import type { Recipient } from './schema.ts'

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
    return [error('country_unsupported', 'recipient.country', noCountry(recipient.country))]
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

const error = (code: string, field: string, message: string): Finding => ({
  code,
  severity: 'error',
  message,
  field,
})

const checkParts = (parts: AddressParts): Finding[] => {
  const { rule } = parts
  const country = countryNames.get(parts.country)!
  const findings: Finding[] = []
  if (parts.name === '' && parts.companyName === '') {
    findings.push(
      error('recipient_name_missing', 'recipient.name', 'The address needs a name or a company name.'),
    )
  } else if (namesNobody(parts.name)) {
    const message = `“${parts.name}” names no person: add a first or last name.`
    findings.push(error('recipient_name_incomplete', 'recipient.name', message))
  }
  if (parts.street === '') {
    findings.push(error('street_missing', 'recipient.street', 'The address needs a street.'))
  } else if (rule.houseNumber && doorOf(parts).number === '' && !isPostBox(parts.street)) {
    findings.push(
      error(
        'house_number_missing',
        'recipient.houseNumber',
        `An address in ${country} needs a house number.`,
      ),
    )
  }
  findings.push(...checkPostalCode(parts, country))
  if (parts.city === '') findings.push(error('city_missing', 'recipient.city', 'The address needs a city.'))
  if (rule.region && parts.region === '') {
    findings.push(
      error('region_missing', 'recipient.region', `An address in ${country} needs a state or province.`),
    )
  }
  return findings
}

const checkPostalCode = (parts: AddressParts, country: string): Finding[] => {
  const rule = parts.rule.postalCode
  if (!rule) return []
  if (parts.postalCode === '') {
    return rule.required
      ? [
          error(
            'postal_code_missing',
            'recipient.postalCode',
            `An address in ${country} needs a postal code.`,
          ),
        ]
      : []
  }
  if (postalCodeOf(parts) !== undefined) return []
  const message = `${parts.postalCode} is no postal code of ${country}; one looks like ${rule.example}.`
  return [error('postal_code_invalid', 'recipient.postalCode', message)]
}

/** Swiss post-office boxes may have no number. */
const isPostBox = (street: string): boolean => /^(?:postfach|case postale|casella postale)$/iu.test(street)

const checkLines = (parts: AddressParts, lines: readonly string[]): Finding[] => {
  const findings: Finding[] = []
  for (const line of lines) {
    const length = [...line].length
    const room = line === parts.name || line === parts.companyName ? maxNameLength : maxLineLength
    if (length <= room) continue
    const message = `The line “${line}” has ${length} characters; on paper there is room for ${room}.`
    findings.push(error('line_too_long', fieldOfLine(parts, line), message))
  }
  if (lines.length > maxLines) {
    const message = `The address has ${lines.length} lines; on paper there is room for ${maxLines}.`
    findings.push(error('too_many_lines', 'recipient', message))
  }
  return findings
}

/** The field that a printed line comes from, for forms to mark. */
const fieldOfLine = (parts: AddressParts, line: string): string => {
  if (line === parts.name) return 'recipient.name'
  if (line === parts.companyName) return 'recipient.companyName'
  if (line === parts.addressLine2) return 'recipient.addressLine2'
  return parts.street !== '' && line.includes(parts.street) ? 'recipient.street' : 'recipient.city'
}
