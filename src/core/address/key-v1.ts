import { checksum, memoisedByObject } from '../kernel/text.ts'
import type { Recipient } from './schema.ts'

/*
 * Servers of 0.2.0 compute, store and look up these keys. Never change the results of this file, which shares
 * no rules with the current keys. It can be removed once no supported version computes them
 * (docs/design/addresses.md).
 */

interface KeyRule {
  code?: RegExp
  prefix?: string
  numberFirst?: true
}

const four = /^([1-9]\d{3})$/
const anyFour = /^(\d{4})$/
const five = /^(\d{5})$/
const british: KeyRule = {
  code: /^(GIR(?=0AA)|[A-Z]{1,2}\d[A-Z\d]?)(\d[ABD-HJLNP-UW-Z]{2})$/,
  numberFirst: true,
}

const rules: Readonly<Record<string, KeyRule>> = {
  AT: { code: four },
  AU: { code: anyFour, numberFirst: true },
  BE: { code: four },
  BG: { code: four },
  CA: { code: /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(\d[ABCEGHJ-NPRSTV-Z]\d)$/, numberFirst: true },
  CH: { code: four },
  CY: { code: four },
  CZ: { code: /^([1-7]\d{2})(\d{2})$/ },
  DE: { code: /^((?!00)\d{5})$/ },
  DK: { code: anyFour },
  EE: { code: /^([1-9]\d{4})$/ },
  ES: { code: /^((?:0[1-9]|[1-4]\d|5[0-2])\d{3})$/ },
  FI: { code: five },
  FR: { code: /^((?!00|99)\d{5})$/, numberFirst: true },
  GB: british,
  GG: british,
  GR: { code: /^([1-9]\d{2})(\d{2})$/ },
  HR: { code: /^([1-5]\d{4})$/ },
  HU: { code: four },
  IE: { code: /^([AC-FHKNPRTV-Y]\d{2}|D6W)([\dAC-FHKNPRTV-Y]{4})$/, numberFirst: true },
  IM: british,
  IS: { code: /^([1-9]\d{2})$/ },
  IT: { code: five },
  JE: british,
  LI: { code: /^(94[89]\d)$/ },
  LT: { code: /^(?:LT)?(\d{5})$/, prefix: 'LT' },
  LU: { code: anyFour, prefix: 'L', numberFirst: true },
  LV: { code: /^(?:LV)?(\d{4})$/, prefix: 'LV' },
  MC: { code: /^(980\d{2})$/, numberFirst: true },
  MT: { code: /^([A-Z]{3})(\d{4})$/, numberFirst: true },
  NL: { code: /^([1-9]\d{3})((?!SA|SD|SS)[A-Z]{2})$/ },
  NO: { code: anyFour },
  NZ: { code: anyFour, numberFirst: true },
  PL: { code: /^(\d{2})(\d{3})$/ },
  PT: { code: /^([1-9]\d{3})(\d{3})$/ },
  RO: { code: /^(\d{6})$/ },
  SE: { code: /^([1-9]\d{2})(\d{2})$/ },
  SI: { code: four },
  SK: { code: /^([089]\d{2})(\d{2})$/ },
  US: { code: /^(\d{5})(\d{4})?$/, numberFirst: true },
}

export const foldNameV1 = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
    : text
        .normalize('NFKD')
        .slice(0, 4 * text.length + 16)
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/ß/g, 'ss')
        .replace(/ø/g, 'o')
        .replace(/æ/g, 'ae')
        .replace(/ł/g, 'l')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()

const streetWords: Readonly<Record<string, string>> = {
  street: 'st',
  saint: 'st',
  sint: 'st',
  avenue: 'ave',
  road: 'rd',
}

const foldStreet = (street: string): string =>
  foldNameV1(street)
    .replace(/stra(?:ss|at)e?(?= |$)/g, 'str')
    .replace(/\b(?:street|saint|sint|avenue|road)\b/g, (word) => streetWords[word]!)
    .replaceAll(' ', '')

const tidy = (text: string | null | undefined): string => {
  if (!text) return ''
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

const bounded = (key: string, length: number): string => {
  if (key.length <= length) return key
  const sum = checksum(key)
  return `${key.slice(0, length - sum.length - 1)}~${sum}`.toWellFormed()
}

export const addressKeyV1 = memoisedByObject((recipient: Recipient) => bounded(wholeKey(recipient), 300))

export const nameKeyV1 = (name: string): string => bounded(foldNameV1(name), 150)

const wholeKey = (recipient: Recipient): string => {
  const { country } = recipient
  const rule = Object.hasOwn(rules, country) ? rules[country]! : {}
  const given = tidy(recipient.postalCode)
  const code = given === '' ? undefined : codeOf(rule, given)
  const { street, number, suffix } = doorOf(recipient, rule)
  const door = foldNameV1(`${number} ${suffix}`).replaceAll(' ', '').toUpperCase()
  const addressLine2 = tidy(recipient.addressLine2)
  if (code && number !== '') {
    const base = `${country}|${code}|${door}`
    if (country === 'NL') return base
    const line2 = addressLine2 === '' ? '' : `|${foldNameV1(addressLine2).replaceAll(' ', '')}`
    return `${base}|${foldStreet(street)}${line2}`
  }
  const lines = [foldStreet(tidy(recipient.street)), door, foldNameV1(addressLine2)]
  const place = code ?? foldNameV1(`${given} ${tidy(recipient.city)} ${tidy(recipient.region)}`)
  return [country, place, ...lines].filter((line) => line !== '').join('|')
}

const codeOf = ({ code, prefix = '' }: KeyRule, postalCode: string): string | undefined => {
  if (!code) return postalCode.toUpperCase().replace(/[\s-]/g, '')
  const compact = postalCode.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
  const match = code.exec(compact) ?? code.exec(compact.replace(/^[A-Z]{1,2}/, ''))
  return match ? prefix + match.slice(1).join('') : undefined
}

interface Door {
  street: string
  number: string
  suffix: string
}

const doorOf = (recipient: Recipient, { numberFirst }: KeyRule): Door => {
  const street = tidy(recipient.street)
  const houseNumber = tidy(recipient.houseNumber)
  const suffix = tidy(recipient.houseNumberSuffix)
  if (houseNumber !== '') return splitSuffix(street, houseNumber, suffix)
  const found = numberFirst
    ? /^(?<number>\d\S*?(?: (?:bis|ter|quater))?),? (?<street>(?!(?:bis|ter|quater) )\S.*)$/iu.exec(street)
    : /^(?<street>.*?\D),? ?(?<number>\d+(?:[ /-]?[^\s,]{1,4}(?: [^\s,]{1,4})?)?)$/u.exec(street)
  if (!found?.groups) return { street, number: '', suffix }
  return splitSuffix(found.groups.street!.trim(), found.groups.number!, suffix)
}

const splitSuffix = (street: string, number: string, given: string): Door => {
  const match = /^(\d+)[\s/-]*(.*)$/u.exec(number)
  if (!match) return { street, number, suffix: given }
  return { street, number: match[1]!, suffix: [match[2]!, given].filter((part) => part !== '').join(' ') }
}
