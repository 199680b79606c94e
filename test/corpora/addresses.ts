/**
 * Prints the addresses of OpenCage's test cases and compares their lines: is the house number unchanged, and
 * are number and street, and postal code and city, in the same order?
 *
 * node test/corpora/addresses.ts FOLDER      (`testcases/countries` of OpenCage's address-formatting)
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { addressLines, countries, type Recipient } from '../../src/core/address/index.ts'

const [folder, countryData] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node test/corpora/addresses.ts FOLDER [FILE]')

interface Case {
  components: Readonly<Record<string, string | number>>
  expected: string
}

const known = new Set(countries.map(({ code }) => code))
const words = (text: string): string =>
  ` ${text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')} `
const has = (text: string, part: string): boolean => words(text).includes(words(part))

/** -1 if `one` comes first, 1 if `other` does, 0 if one of them is missing. */
const orderOf = (text: string, one: string, other: string): number => {
  const [first, second] = [one, other].map((part) => words(text).indexOf(words(part)))
  return first! < 0 || second! < 0 ? 0 : Math.sign(first! - second!)
}

const partsOf = ({ components }: Case) => {
  const text = (...names: string[]) =>
    String(names.map((name) => components[name]).find(Boolean) ?? '').trim()
  return {
    country: text('country_code').toUpperCase(),
    street: text('road', 'street', 'pedestrian', 'footway', 'residential'),
    houseNumber: text('house_number', 'street_number', 'housenumber'),
    postalCode: text('postcode'),
    city: text('city', 'town', 'village', 'municipality', 'hamlet'),
    region: text('state_code'),
  }
}

const counts = { read: 0, number: 0, street: 0, 'postal code': 0 }
const differing: string[] = []
for (const name of globSync('*.yaml', { cwd: folder }).sort()) {
  for (const document of parseAllDocuments(readFileSync(join(folder, name), 'utf8'))) {
    const one = document.toJS() as Case | null
    if (!one?.components || !one.expected) continue
    const { region, ...parts } = partsOf(one)
    if (!known.has(parts.country) || parts.street === '' || parts.houseNumber === '' || parts.city === '')
      continue
    const recipient: Recipient = { name: 'Name', ...parts, ...(region === '' ? {} : { region }) }
    const lines = addressLines(recipient, parts.country).join('\n')
    const { houseNumber, street, postalCode, city } = parts
    counts.read++
    const differ = (what: keyof typeof counts): void => {
      counts[what]++
      differing.push(
        `${name}: ${what}: ${lines.replaceAll('\n', ' / ')} | ${one.expected.trim().replaceAll('\n', ' / ')}`,
      )
    }
    if (!has(lines, houseNumber)) differ('number')
    const streets = [lines, one.expected].map((text) => orderOf(text, street, houseNumber))
    if (!streets.includes(0) && streets[0] !== streets[1]) differ('street')
    const codes = [lines, one.expected].map((text) => orderOf(text, postalCode, city))
    if (postalCode !== '' && !codes.includes(0) && codes[0] !== codes[1]) differ('postal code')
  }
}
for (const line of differing) console.log(line)
console.log(
  `${counts.read} addresses; otherwise: number ${counts.number}, street ${counts.street}, postal code ${counts['postal code']}`,
)

/** Prints each country whose order of postal code and city differs from libaddressinput's data. */
const compareWith = (file: string): void => {
  let compared = 0
  for (const [, code, json] of readFileSync(file, 'utf8').matchAll(/^data\/([A-Z]{2})=(.+)$/gm)) {
    const { fmt = '', lfmt = fmt, zipex = '' } = JSON.parse(json!) as Record<string, string>
    const [postalCode] = zipex.split(/[,:]/)
    if (!known.has(code!) || !postalCode || !lfmt.includes('%C')) continue
    compared++
    const recipient = {
      name: 'Name',
      street: 'Main Road',
      houseNumber: '5',
      postalCode,
      city: 'Springfield',
      country: code!,
    }
    const text = addressLines(recipient, code!).join(' ').toLowerCase()
    const order = Math.sign(text.indexOf(postalCode.slice(0, 2).toLowerCase()) - text.indexOf('springfield'))
    if (order !== Math.sign(lfmt.indexOf('%Z') - lfmt.indexOf('%C')))
      console.log(`${code}: ${lfmt} | ${addressLines(recipient, code!).join(' / ')}`)
  }
  console.log(`${compared} countries of libaddressinput compared`)
}
if (countryData !== undefined) compareWith(countryData)
