import { ruleOf } from './countries/rules.ts'

/** Sorting regions of a country's postal codes. */
interface PostalRegions {
  /** `code` is in capitals without spaces and hyphens. */
  region(code: string): string
  /** Null if the regions are not verified. */
  source: string | null
}

const first = (characters: number, source: string | null = null): PostalRegions => ({
  region: (code) => code.slice(0, characters),
  source,
})
const britishArea: PostalRegions = {
  region: (code) => /^[A-Z]{1,2}/.exec(code)?.[0] ?? '',
  source: 'https://ukpostcode.nin.nz (postcode area, district, sector; sector 0 is the tenth)',
}

/** Regions decide where a tray may end, not a carrier's price: no carrier discount is claimed. */
export const postalRegions: Readonly<Record<string, PostalRegions>> = {
  AT: first(2),
  BE: first(2),
  CA: first(3),
  CH: first(2),
  DE: first(
    2,
    'https://www.hoertkorn-versandservice.de/news/postleitzahlen-deutschland__98.php (Leitregion)',
  ),
  ES: first(2),
  FR: first(2),
  GB: britishArea,
  GG: britishArea,
  IE: first(3),
  IM: britishArea,
  IT: first(2),
  JE: britishArea,
  LU: first(2),
  NL: first(2),
  US: first(3, 'https://pe.usps.com/text/LabelingLists/L005.htm (3-digit ZIP Code prefixes)'),
}

const compact = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase()

/** Removes prefixes such as the `L` of `L-4750`. */
const withoutPrefix = (country: string, code: string): string => {
  const prefix = ruleOf(country).postalCode?.prefix.replace('-', '') ?? ''
  return prefix !== '' && code.startsWith(prefix) ? code.slice(prefix.length) : code
}

const BRITISH = /^([A-Z]{1,2})(\d{1,2})([A-Z]?)(\d)([A-Z]{2})$/

/** Returns a key in postal order. British districts sort as numbers (SW2, SW10); sector 0 is the tenth. */
export const postalSortKey = (country: string, postalCode: string): string => {
  const code = withoutPrefix(country, compact(postalCode))
  const british = postalRegions[country] === britishArea ? BRITISH.exec(code) : null
  if (!british) return code
  const [, area, district, letter, sector, unit] = british as unknown as string[]
  return `${area!.padEnd(2)}${district!.padStart(2, '0')}${letter!.padEnd(1)}${sector === '0' ? 'A' : sector}${unit}`
}

/** Returns the sorting region of a postal code; empty if the country has none. */
export const postalRegion = (country: string, postalCode: string): string =>
  postalRegions[country]?.region(withoutPrefix(country, compact(postalCode))) ?? ''
