import { memoisedByObject } from '../kernel/text.ts'
import { regionCode } from './countries/regions.ts'
import { ruleOf } from './countries/rules.ts'
import { countryOf } from './countries/words.ts'
import { collapseUmlauts, foldName, visible } from './fold.ts'
import { isSameName } from './names.ts'
import { type AddressParts, compactPostalCode, partsOf, ruleOfScript, tidy } from './normalise.ts'
import { withoutRepetitions } from './repetitions.ts'
import type { Recipient } from './schema.ts'
import { streetLines } from './street/door.ts'
import { inOrder } from './street/line-order.ts'

export type TextField = Exclude<keyof Recipient, 'country'>

/** A part that is printed differently from the input. Each becomes a finding, so that users see it. */
export interface Adjustment {
  field: TextField
  given: string
  printed: string
}

export interface AdjustedParts {
  parts: AddressParts
  adjustments: readonly Adjustment[]
  /** Street and second line may be in the wrong order. */
  isOrderDoubtful: boolean
}

/** Returns the parts as printed, without invisible characters and repetitions; keys use them too. */
export const adjustedOf = memoisedByObject((recipient: Recipient) => adjust(recipient))

export const textFields: readonly TextField[] = [
  ...(['name', 'companyName', 'street', 'houseNumber', 'houseNumberSuffix', 'addressLine2'] as const),
  ...(['postalCode', 'city', 'region'] as const),
]

const adjust = (recipient: Recipient): AdjustedParts => {
  let parts = { ...partsOf(recipient) }
  // Comes before spaces are tidied: a byte order mark counts as a space and would split a word.
  for (const field of textFields) {
    const text = recipient[field]
    if (text && !/^[ -~]*$/.test(text)) parts[field] = tidy(visible(text))
  }
  const adjustments: Adjustment[] = []
  const set = (field: TextField, printed: string, from = parts[field]) => {
    adjustments.push({ field, given: from, printed })
    parts[field] = printed
  }
  for (const field of ['name', 'companyName', 'street', 'addressLine2', 'city'] as const) {
    if (!/[,;]$/.test(parts[field])) continue
    const printed = parts[field].replace(/[\s,;]+$/u, '')
    if (printed !== '') set(field, printed)
  }
  const { parts: ordered, isDoubtful: isOrderDoubtful } = inOrder(parts)
  parts = { ...ordered, rule: ruleOfScript(ruleOf(ordered.country), ordered.street) }
  const { name, companyName } = parts
  if (name !== '' && companyName !== '' && isSameName(name, companyName)) {
    // Prefers the name with more information: `Dhr. J. Bos` over `J. Bos`.
    const [ofPerson, ofCompany] = [name, companyName].map(
      (text) => collapseUmlauts(foldName(text).replaceAll(' ', '')).length,
    )
    const field = ofPerson! > ofCompany! ? 'companyName' : 'name'
    const printed = field === 'name' ? companyName : name
    adjustments.push({ field, given: `${companyName} / ${name}`, printed })
    parts[field] = ''
  }
  const { street, addressLine2 } = parts
  if (isRepeatedIn(street, addressLine2)) {
    adjustments.push({ field: 'addressLine2', given: `${addressLine2} / ${street}`, printed: street })
    parts.addressLine2 = ''
  }
  const city = cityAlone(parts)
  if (city !== parts.city) set('city', city)
  const region = regionCode(parts.rule.domesticIn ?? parts.country, parts.region)
  if (region !== undefined && region !== parts.region.toUpperCase()) set('region', region)
  const { parts: once, shortened } = withoutRepetitions(parts)
  adjustments.push(...shortened)
  const { line, repeated } = streetLines(once)
  if (repeated !== '') {
    const printed = line
    adjustments.push({ field: 'houseNumber', given: `${once.street} ${repeated}`, printed })
  }
  return { parts: once, adjustments, isOrderDoubtful: isOrderDoubtful && once.addressLine2 !== '' }
}

/** True if the street ends with the second line, as in some exports: `Rokin 5, 2 hoog` and `2 hoog`. */
const isRepeatedIn = (street: string, line2: string): boolean =>
  /\p{L}{2}/u.test(line2) && ` ${foldName(street)}`.endsWith(` ${foldName(line2)}`)

/** Removes a postal code and country from the city if separate fields have them too. */
const cityAlone = ({ city, postalCode, country }: AddressParts): string => {
  let alone = city
  const own = countryWithin(alone)
  if (own?.country === country) alone = own.city
  return postalCode === '' ? alone : (withoutCode(alone, compactPostalCode(postalCode)) ?? alone)
}

const withoutCode = (city: string, code: string): string | undefined => {
  if (!/\d/.test(city)) return undefined
  const words = city.split(/[\s,]+/u)
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const [first, last] = [words.slice(0, count).join(''), words.slice(-count).join('')]
    if (isCode(first, code)) return words.slice(count).join(' ')
    if (isCode(last, code)) return words.slice(0, -count).join(' ')
  }
  return undefined
}

/** Compares postal codes, also with the country’s prefix: `NL-1012AB`. */
const isCode = (text: string, code: string): boolean => {
  const compact = compactPostalCode(text)
  return compact === code || compact.replace(/^[A-Z]{1,2}(?=\d)/, '') === code
}

/** Finds a country after a comma, dash or slash, or in brackets: `Amsterdam, Nederland`. */
export const countryWithin = (text: string): { city: string; country: string } | undefined => {
  const found =
    /^(?<city>.*[\p{L}\p{N})])\s*(?:[,/]\s*|\s[-–]\s|\s*\()(?<name>[\p{L}.’' -]{3,40}?)\)?$/u.exec(text)
  const country = found && countryOf(found.groups!.name!)
  return country ? { city: found.groups!.city!, country } : undefined
}
