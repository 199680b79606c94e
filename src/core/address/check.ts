import type { Finding } from '../kernel/finding.ts'
import type { Sentence } from '../kernel/sentences.ts'
import { adjustedOf, countryWithin, textFields } from './adjust.ts'
import { isCountry, meantCountry } from './countries/names.ts'
import { hasRegions, regionCode } from './countries/regions.ts'
import { maxLineLength, maxLines, maxNameLength } from './countries/rules.ts'
import { hasPiledMarks, invisibleIn } from './fold.ts'
import { addressLines, isSecondLineBelow } from './lines.ts'
import { namesNobody } from './names.ts'
import { type AddressParts, compactPostalCode, postalCodeOf } from './normalise.ts'
import { givenTwice, otherNumber } from './repetitions.ts'
import type { Recipient } from './schema.ts'
import { addressSentences } from './sentences.ts'
import { doorOf, streetLines } from './street/door.ts'
import { isForcesNumber } from './street/line-order.ts'

export interface AddressCheckOptions {
  /** Country of posting, which decides whether a country line is printed. */
  originCountry: string
  /** The sender accepts the address as it is, so doubts become warnings. */
  override: boolean
}

/** Codes of errors that an override turns into warnings. Others prevent printing or delivery. */
export const doubtCodes: readonly string[] = [
  'recipient_name_incomplete',
  'street_missing',
  'postal_code_missing',
  'postal_code_invalid',
  'postal_code_elsewhere',
  'city_doubtful',
  'combining_marks',
  'house_number_missing',
  'region_missing',
  'line_too_long',
  'too_many_lines',
]

/** Returns the findings by the country's rules, offline and without an address register. */
export const checkAddress = (recipient: Recipient, options: AddressCheckOptions): Finding[] => {
  if (!isCountry(recipient.country)) {
    const { country } = recipient
    return [
      error(
        'country',
        addressSentences.sentence('country_unsupported', { country, meant: meantCountry(country) }),
      ),
    ]
  }
  const { parts } = adjustedOf(recipient)
  const findings = [
    ...checkText(recipient),
    ...checkParts(parts),
    ...checkLines(parts, addressLines(recipient, options.originCountry)),
  ]
  if (!options.override) return findings
  return findings.map((finding) =>
    doubtCodes.includes(finding.code) ? { ...finding, severity: 'warning' } : finding,
  )
}

const error = (part: keyof Recipient | undefined, sentence: Sentence): Finding => ({
  ...sentence,
  severity: 'error',
  field: part === undefined ? 'recipient' : `recipient.${part}`,
})

const checkParts = (parts: AddressParts): Finding[] => {
  const { rule, country: countryCode } = parts
  const findings: Finding[] = []
  if (parts.name === '' && parts.companyName === '') {
    findings.push(error('name', addressSentences.sentence('recipient_name_missing')))
  } else if (namesNobody(parts.name)) {
    findings.push(error('name', addressSentences.sentence('recipient_name_incomplete', { name: parts.name })))
  }
  if (parts.street === '') {
    findings.push(error('street', addressSentences.sentence('street_missing')))
  } else if (rule.houseNumber && doorOf(parts).number === '' && !isPostBox(parts.street)) {
    findings.push(error('houseNumber', addressSentences.sentence('house_number_missing', { countryCode })))
  }
  findings.push(...checkPostalCode(parts))
  if (parts.city === '' && !isForcesPost(parts))
    findings.push(error('city', addressSentences.sentence('city_missing')))
  if (rule.region && parts.region === '') {
    findings.push(error('region', addressSentences.sentence('region_missing', { countryCode })))
  }
  return findings
}

/** British forces’ addresses have no city: `BFPO 123`, with a postal code of the area BF1 or none. */
const isForcesPost = ({ country, street, postalCode }: AddressParts): boolean =>
  country === 'GB' && (/^(?:BFPO|BF1)/i.test(postalCode) || isForcesNumber(street))

const warning = (part: keyof Recipient, sentence: Sentence): Finding => ({
  ...error(part, sentence),
  severity: 'warning',
})

/** Checks the text of the fields, and reports differences between input and print. */
const checkText = (recipient: Recipient): Finding[] => {
  const { parts, adjustments, isOrderDoubtful } = adjustedOf(recipient)
  const findings: Finding[] = []
  for (const field of textFields) {
    const text = recipient[field] ?? ''
    // Skips ASCII, which most text is.
    if (/^[ -~]*$/.test(text)) continue
    const characters = invisibleIn(text)
    if (characters !== '')
      findings.push(warning(field, addressSentences.sentence('invisible_characters', { characters })))
    if (hasPiledMarks(text)) findings.push(error(field, addressSentences.sentence('combining_marks')))
  }
  for (const { field, given, printed } of adjustments) {
    findings.push(
      warning(
        field,
        addressSentences.sentence('printed_otherwise', { given: shown(given), printed: shown(printed) }),
      ),
    )
  }
  const twice = givenTwice(parts)
  if (twice)
    findings.push(warning(twice.field, addressSentences.sentence('given_twice', { text: shown(twice.text) })))
  if (otherNumber(parts) !== undefined) {
    const { street, houseNumber: number } = parts
    findings.push(
      warning('houseNumber', addressSentences.sentence('numbers_differ', { street: shown(street), number })),
    )
  }
  if (isOrderDoubtful)
    findings.push(warning('addressLine2', addressSentences.sentence('lines_doubtful', linesInOrder(parts))))
  const { name, region, country } = parts
  if (isFamilyNameFirst(name))
    findings.push(warning('name', addressSentences.sentence('name_order_doubtful', { name })))
  findings.push(...checkCity(parts))
  if (region !== '' && hasRegions(country) && country !== 'IT' && regionCode(country, region) === undefined) {
    findings.push(
      warning('region', addressSentences.sentence('region_unknown', { region, countryCode: country })),
    )
  }
  if (region !== '' && !printsRegion(parts)) {
    findings.push(
      warning('region', addressSentences.sentence('region_not_printed', { region, countryCode: country })),
    )
  }
  return findings
}

const linesInOrder = (parts: AddressParts): { first: string; second: string } => {
  const [second, street] = [shown(parts.addressLine2), shown(streetLines(parts).line)]
  return isSecondLineBelow(parts) ? { first: street, second } : { first: second, second: street }
}

const printsRegion = ({ rule, region, postalCode, city }: AddressParts): boolean => {
  const wanted = region.toUpperCase()
  return rule.locality({ postalCode, city, region }).some((line) => line.toUpperCase().includes(wanted))
}

/** Values in findings are limited to 80 characters. */
const shown = (text: string): string => ([...text].length > 80 ? `${[...text].slice(0, 79).join('')}…` : text)

const checkCity = ({ city, postalCode, country, rule }: AddressParts): Finding[] => {
  const within = countryWithin(city)
  if (within && within.country !== country) {
    const sentence = addressSentences.sentence('city_doubtful.country', {
      city,
      countryCode: within.country,
      own: country,
    })
    return [error('city', sentence)]
  }
  const [first = ''] = city.split(' ')
  const isCode = /^\d{4,6}$/.test(first) && rule.postalCode?.pattern.test(first) === true
  return isCode && postalCode !== ''
    ? [error('city', addressSentences.sentence('city_doubtful.postal_code', { city, postalCode }))]
    : []
}

/** Detects `Berg, van den` and `Jansen, P.`, but not `Jansen, MBA` or `Smith, Jones & Co`. */
const isFamilyNameFirst = (name: string): boolean => {
  const behind = /^[\p{L}’' -]{2,40}, ?(?<first>[^,&]{1,40})$/u.exec(name)?.groups?.first
  if (
    behind === undefined ||
    /^(?:jr|sr|ii|iii|iv|esq|m\.?a|m\.?sc|b\.?sc|b\.?a|ba|ph\.?d|md|mba|ll\.?m|ll\.?b|ra|rn|cpa|obe|mbe|cbe|qc|kc|mp|inc|ltd|llc|bv|gmbh|nv|sa|ag)\b/iu.test(
      behind,
    )
  )
    return false
  return /^(?:(?:van|von|vom|de|der|den|het|’t|'t|te|ter|ten|zu|du|da|di|la|le|op)(?: |$))+$|^\p{Lu}[\p{L}.’' -]*$/u.test(
    behind,
  )
}

/** Codes in one country's range that belong to another, with another country line and price. */
const owners: Readonly<Record<string, readonly (readonly [codes: RegExp, country: string])[]>> = {
  GB: [[/^GX11/, 'GI']],
  FR: [[/^980\d\d$/, 'MC']],
  IT: [
    [/^4789\d$/, 'SM'],
    [/^00120$/, 'VA'],
  ],
  CH: [[/^94(?:8[5-9]|9[0-8])$/, 'LI']],
  DK: [[/^39\d\d$/, 'GL']],
}

/** Returns the other country that a postal code belongs to; undefined if there is none. */
const ownerOfCode = ({
  country,
  postalCode,
}: {
  country: string
  postalCode: string
}): string | undefined => {
  const code = compactPostalCode(postalCode)
  return owners[country]?.find(([codes]) => codes.test(code))?.[1]
}

const checkPostalCode = (parts: AddressParts): Finding[] => {
  const rule = parts.rule.postalCode
  const owner = ownerOfCode(parts)
  if (owner !== undefined) {
    const sentence = addressSentences.sentence('postal_code_elsewhere', {
      postalCode: parts.postalCode,
      countryCode: owner,
    })
    return [parts.country === 'GB' ? error('postalCode', sentence) : warning('postalCode', sentence)]
  }
  if (!rule) return []
  const { postalCode, country: countryCode } = parts
  if (postalCode === '') {
    return rule.required
      ? [error('postalCode', addressSentences.sentence('postal_code_missing', { countryCode }))]
      : []
  }
  if (postalCodeOf(parts) !== undefined) return []
  const { example } = rule
  return [
    error(
      'postalCode',
      addressSentences.sentence('postal_code_invalid', { postalCode, countryCode, example }),
    ),
  ]
}

/** Detects PO boxes: Swiss ones may have no number, and in Norway the post office's name may follow it. */
const isPostBox = (street: string): boolean =>
  /^(?:postfach|case postale|casella postale)$|^(?:postboks|p\.?b\.?|postfach|case postale|casella postale|box|apartado)(?: de correos)? \d/iu.test(
    street,
  )

const checkLines = (parts: AddressParts, lines: readonly string[]): Finding[] => {
  const findings: Finding[] = []
  for (const line of lines) {
    const length = [...line].length
    const limit = line === parts.name || line === parts.companyName ? maxNameLength : maxLineLength
    if (length <= limit) continue
    findings.push(
      error(fieldOfLine(parts, line), addressSentences.sentence('line_too_long', { line, length, limit })),
    )
  }
  if (lines.length > maxLines) {
    findings.push(
      error(undefined, addressSentences.sentence('too_many_lines', { lines: lines.length, limit: maxLines })),
    )
  }
  return findings
}

/** Returns the field that forms mark for a line. */
const fieldOfLine = (parts: AddressParts, line: string): keyof Recipient => {
  if (line === parts.name) return 'name'
  if (line === parts.companyName) return 'companyName'
  if (line === parts.addressLine2) return 'addressLine2'
  return parts.street !== '' && line.includes(parts.street) ? 'street' : 'city'
}
