/**
 * Writes `names-of-the-world.gen.ts`: names of countries in their official languages and in the languages
 * of Europe, from Node's Unicode CLDR (Unicode Licence). Run it by hand with a new version of Node, and review the
 * difference: `node scripts/generate-country-names.ts`.
 */
import { writeFileSync } from 'node:fs'
import { countryNames } from '../src/core/address/countries/names.ts'
import { foldCountry } from '../src/core/address/countries/words.ts'

/** Languages whose names of all countries are included. */
const everywhere = 'en nl de fr es it pl da sv pt nb fi cs'.split(' ')

/** Official languages of countries, besides the most common one, which `Intl.Locale` returns. */
const official: Readonly<Record<string, string>> = {
  AF: 'fa ps',
  AE: 'ar',
  BA: 'bs hr sr',
  BE: 'nl fr de',
  BO: 'es qu',
  BY: 'be ru',
  CA: 'en fr',
  CH: 'de fr it rm',
  CM: 'fr en',
  CY: 'el tr',
  DJ: 'fr ar',
  DZ: 'ar fr',
  EE: 'et',
  ER: 'ti ar',
  FI: 'fi sv',
  GB: 'en cy gd',
  HK: 'zh-Hant zh',
  IE: 'en ga',
  IL: 'he ar',
  IN: 'hi en bn ta te mr gu',
  IQ: 'ar ku',
  JE: 'en fr',
  KE: 'sw en',
  KG: 'ky ru',
  KZ: 'kk ru',
  LK: 'si ta',
  LU: 'lb fr de',
  MA: 'ar fr',
  MD: 'ro ru',
  ME: 'sr-Latn sr',
  MG: 'mg fr',
  MK: 'mk sq',
  MO: 'zh-Hant pt',
  MT: 'mt en',
  NO: 'nb nn se',
  NZ: 'en mi',
  PE: 'es qu',
  PH: 'fil en',
  PK: 'ur en',
  PY: 'es gn',
  RS: 'sr sr-Latn',
  RU: 'ru',
  SG: 'en zh ms ta',
  SO: 'so ar',
  SK: 'sk',
  TW: 'zh-Hant zh',
  TN: 'ar fr',
  TZ: 'sw en',
  UA: 'uk ru',
  UZ: 'uz uz-Cyrl ru',
  VA: 'it',
  XK: 'sq sr',
  ZA: 'en af zu xh',
  SE: 'sv',
  ES: 'es ca eu gl',
  CN: 'zh zh-Hant',
  AZ: 'az ru',
  LV: 'lv ru',
  MC: 'fr',
  LB: 'ar fr',
  TD: 'fr ar',
  MR: 'ar fr',
  SN: 'fr',
}

const languagesOf = (code: string): string[] => {
  const common = new Intl.Locale(`und-${code}`).maximize().language
  return [...(common === 'und' ? [] : [common]), ...(official[code]?.split(' ') ?? [])]
}

const displayNames = new Map<string, Intl.DisplayNames>()
const nameIn = (language: string, code: string): string => {
  const of =
    displayNames.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  displayNames.set(language, of)
  return of.of(code) ?? ''
}

/** Country codes by word. Each call of `add` skips words that exist already or name several countries. */
const words = new Map<string, string>()
const add = (names: readonly (readonly [name: string, code: string])[]): void => {
  const found = new Map<string, Set<string>>()
  for (const [name, code] of names) {
    const word = foldCountry(name).replaceAll(',', ' ')
    if (word !== '' && !words.has(word)) found.set(word, (found.get(word) ?? new Set<string>()).add(code))
  }
  for (const [word, codes] of found) if (codes.size === 1) words.set(word, [...codes][0]!)
}

const codes = [...countryNames.keys()]
add([...countryNames].map(([code, name]) => [name, code] as const))
const english = new Set(words.keys())
add(codes.flatMap((code) => languagesOf(code).map((language) => [nameIn(language, code), code] as const)))
add(everywhere.flatMap((language) => codes.map((code) => [nameIn(language, code), code] as const)))

const entries = codes.map((code) =>
  [code, ...[...words].filter(([word, of]) => of === code && !english.has(word)).map(([word]) => word)].join(
    ',',
  ),
)
writeFileSync(
  new URL('../src/core/address/countries/names-of-the-world.gen.ts', import.meta.url),
  `// Written by scripts/generate-country-names.ts from Unicode CLDR (Unicode Licence).\n/** Names of countries in the folded form of \`foldCountry\`, behind their codes. */\nexport const countryNamesOfTheWorld =\n  ${JSON.stringify(entries.join(';'))}\n`,
)
