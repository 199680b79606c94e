/** The parts of an address below the street. */
export interface LocalityParts {
  postalCode: string
  city: string
  region: string
}

/**
 * The lines of the locality in countries without rules of their own: `C` city, `S` region, `Z` postal code, `|`
 * the end of a line. After libaddressinput (Apache 2.0) where it names the city, otherwise after OpenCage’s
 * address-formatting (MIT).
 */
const localities: Readonly<Record<string, string>> = {
  'Z C|S':
    'AD AR AZ BA BL BQ BV CL CR CV DO DZ EH ET FO GE GF GL GN GP GW HT KG KW KZ LA LR MA MD ME MF MG MK MQ MY MZ NC NE ' +
    'PF PH PM PS PY RE RS SJ SM SN SY TF TJ TM TN TZ UZ VA WF XK YT ZM',
  'C|Z': 'AF AI FK GI GS IO KE LK NA PN SD SH SZ TC TT VG ZA',
  'Z|C|S': 'AL AM EC MU OM PA',
  'C|S|Z': 'EG IR KR RU UA',
  'C|S Z': 'ID MN TH VN',
  'C S Z': 'AQ CC CX HM NF UM',
  'C Z S': 'PG',
  'C, S Z': 'BB BS JP KN SO TW',
  'C|S, Z': 'CN KP',
  'C S|Z': 'CU',
  'C, Z': 'AO MM',
  'C - Z': 'BD',
  'C-Z': 'PK',
  'C-S|Z': 'BR',
  'C, S|Z': 'HN IQ',
  'C, S, Z': 'CO',
  'Z C, S': 'MX',
  'Z C S': 'UY',
  'Z C/S': 'TR',
  'C Z, S': 'VE',
  'Z, C|S': 'BY',
  'Z-C|S': 'GT SV',
  'Z|C, S': 'NI',
}
const otherwise = 'C Z|S'

/** Where the number precedes the street, and the text between them, after OpenCage. */
const numberFirst: Readonly<Record<string, string>> = {
  ' ':
    'AD AE AG AM AZ BB BD BF BH BL BM BZ CC CI CK CN CX DJ DM DZ EG FJ FK GA GF GH GI GM GN GP GS GY HK ' +
    'HM IO IQ IR JM JP KE KH KN KR KY LB LK LS MA MF MG MM MQ MS MV MW MY NA NC NE NF NG NR NU OM PF PG ' +
    'PH PK PM PN RE RW SA SC SG SH SL SN TC TF TH TK TN TO TT TV TZ UG UM VG VN WF YT ZA ZM ZW',
  ', ': 'BJ BN CD CG IN LA MR MU TG TM TW XK YE',
}
/** Where a comma precedes the number behind the street, after OpenCage. */
const commaBeforeNumber = 'BY KG KZ MD MZ RU SY UA'

const byCountry = (groups: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(groups).flatMap(([value, countries]) =>
      countries.split(' ').map((country): [string, string] => [country, value]),
    ),
  )
const localityOf = byCountry(localities)
const numberFirstOf = byCountry(numberFirst)
const commas = new Set(commaBeforeNumber.split(' '))

/** The order of an address in a country without rules of its own. */
export interface AddressOrder {
  numberFirst: boolean
  separator: string
  locality(parts: LocalityParts): string[]
}

export const orderOf = (country: string): AddressOrder => {
  const separator = numberFirstOf.get(country)
  const pattern = localityOf.get(country) ?? otherwise
  return {
    numberFirst: separator !== undefined,
    separator: separator ?? (commas.has(country) ? ', ' : ' '),
    locality: (parts) => localityLines(pattern, parts),
  }
}

/** Fills a pattern. Every part is printed: one that the pattern lacks has a line of its own. */
const localityLines = (pattern: string, { postalCode, city, region }: LocalityParts): string[] => {
  const parts = new Map([
    ['C', city],
    ['S', region],
    ['Z', postalCode],
  ])
  const lines = pattern.split('|').map((line) => {
    let text = ''
    for (const [, separator = '', part] of line.matchAll(/([^CSZ]*)([CSZ])/g)) {
      const value = parts.get(part!)!
      if (value !== '') text += (text === '' ? '' : separator) + value
    }
    return text
  })
  return [...lines, ...[...parts].map(([part, value]) => (pattern.includes(part) ? '' : value))]
}
