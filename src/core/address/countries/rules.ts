/** Parts that most countries print below the street. */
interface LocalityParts {
  postalCode: string
  city: string
  region: string
}

/**
 * Locality lines of countries without their own rules: `C` city, `S` region, `Z` postal code, `|` line end.
 * After libaddressinput (Apache 2.0) if it names the city, otherwise OpenCage’s address-formatting (MIT).
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

/** Countries whose house number precedes the street, by separator. After OpenCage. */
const numberFirst: Readonly<Record<string, string>> = {
  ' ':
    'AD AE AG AM AZ BB BD BF BH BL BM BZ CC CI CK CN CX DJ DM DZ EG FJ FK GA GF GH GI GM GN GP GS GY HK ' +
    'HM IO IQ IR JM JP KE KH KN KR KY LB LK LS MA MF MG MM MQ MS MV MW MY NA NC NE NF NG NR NU OM PF PG ' +
    'PH PK PM PN RE RW SA SC SG SH SL SN TC TF TH TK TN TO TT TV TZ UG UM VG VN WF YT ZA ZM ZW',
  ', ': 'BJ BN CD CG IN LA MR MU TG TM TW XK YE',
}
/** Countries with a comma before the number after the street. After OpenCage. */
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

export interface AddressOrder {
  numberFirst: boolean
  separator: string
  locality(parts: LocalityParts): string[]
}

const orderOf = (country: string): AddressOrder => {
  const separator = numberFirstOf.get(country)
  const pattern = localityOf.get(country) ?? otherwise
  return {
    numberFirst: separator !== undefined,
    separator: separator ?? (commas.has(country) ? ', ' : ' '),
    locality: (parts) => localityLines(pattern, parts),
  }
}

/** Fills in the pattern. Parts that it lacks are printed on their own lines. */
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

/** Required parts, checks and printed lines of a country. */
export interface CountryRule {
  postalCode?: PostalCodeRule
  /** A house number is required. One within `street` counts. */
  houseNumber: boolean
  region: boolean
  /** The number precedes the street. */
  numberFirst?: boolean
  separator?: string
  /** Separator of a unit given separately from the house number; a space by default. */
  unitJoiner?: string
  /** A letter given separately follows the number directly, `12B`. Otherwise it is joined as a unit. */
  letterAttached?: boolean
  /** A unit with a word, `Flat 2`, has its own line above the street. */
  unitAbove?: boolean
  /** A unit given as a bare number precedes the house number: `3/45`. */
  unitBefore?: boolean
  /** The word before a bare letter box number. */
  boxWord?(parts: { street: string; postalCode: string }): string
  /** The person is printed above the company (Britain, Ireland, America). */
  personFirst?: boolean
  /** The post requires capitals for the city. Mail from abroad always has them (UPU). */
  upperCaseCity?: boolean
  /** Locale for capitals: Greek ones have no accents, Turkish has two letters i. */
  locale?: string
  /** Last line of mail from abroad, if it differs from the country's name. */
  countryLine?: string
  /** Another country whose mail to this one is domestic: `US` for American territories. */
  domesticIn?: string
  /** Prefix of the postal code in mail from abroad. */
  abroadPrefix?: string
  /** The second line may be a village or district, printed between street and city. */
  localityInSecondLine?: boolean
  /** The city is printed above the street, and the rest of the locality below it. */
  cityAboveStreet?: boolean
  /** Returns the lines below the street. */
  locality(parts: LocalityParts): string[]
  /** A postal code identifies one side of one street, so that code and number are the whole address. */
  postalCodeIsStreet?: boolean
}

interface PostalCodeRule {
  /** Tested on capitals without spaces and hyphens. */
  pattern: RegExp
  /** Separates the pattern's groups: `1234 AB`, `00-950`. */
  separator: string
  /** Prefix such as `L-` in `L-4750`. */
  prefix: string
  required: boolean
  example: string
}

/** In characters; fits any address window. The renderer measures whether a line fits a product's zone. */
export const maxLineLength = 50
/** Names may use two lines. */
export const maxNameLength = 2 * maxLineLength
/** Includes the country line. */
export const maxLines = 7

const joined = (separator: string, ...parts: string[]) => parts.filter((part) => part !== '').join(separator)
const codeCity = ({ postalCode, city }: LocalityParts) => [joined(' ', postalCode, city)]
const code = (
  pattern: RegExp,
  example: string,
  more: Partial<Omit<PostalCodeRule, 'pattern' | 'example'>> = {},
): PostalCodeRule => ({ pattern, example, separator: ' ', prefix: '', required: true, ...more })
const comma = { letterAttached: true, unitJoiner: ', ' }
const slash = { letterAttached: true, unitJoiner: '/' }
const dash = { letterAttached: true, unitJoiner: '-' }
const attached = { letterAttached: true }

/** Most of continental Europe: postal code before the city, number after the street. */
const continental = (postalCode: PostalCodeRule, more: Partial<CountryRule> = {}): CountryRule => ({
  postalCode,
  houseNumber: true,
  region: false,
  locality: codeCity,
  ...more,
})
/** English-speaking countries: person above company, number before the street, capitals. */
const english = (postalCode: PostalCodeRule | undefined, more: Partial<CountryRule>): CountryRule => ({
  ...(postalCode ? { postalCode } : {}),
  houseNumber: false,
  region: false,
  numberFirst: true,
  personFirst: true,
  upperCaseCity: true,
  locality: codeCity,
  ...more,
})

const fourDigits = /^([1-9]\d{3})$/
const fiveDigits = /^(\d{5})$/
const upper = { upperCaseCity: true }
const british = english(
  code(/^(?:(GIR(?=0AA)|[A-Z]{1,2}\d[A-Z\d]?)(\d[ABD-HJLNP-UW-Z]{2})|(BFPO)(\d{1,4}))$/, 'SW1A 2AA'),
  {
    localityInSecondLine: true,
    unitAbove: true,
    locality: ({ city, postalCode }) => [city, postalCode],
  },
)
/** True if an address is French: by the street's language in Brussels, by the province elsewhere. */
const isInFrench = (street: string, postalCode: string): boolean =>
  /^\D*1[01]\d\d$/.test(postalCode)
    ? /^(?:rue|avenue|av|boulevard|bd|place|chemin|chaussée|route|quai|impasse|allée|square|clos|cours)\b/iu.test(
        street,
      )
    : /^\D*(?:1[34]|[4-7]\d)\d\d$/.test(postalCode)
const cityRegionCode = (separator: string) => (parts: LocalityParts) => [
  joined(separator, joined(' ', parts.city, parts.region.toUpperCase()), parts.postalCode),
]

/** The American post treats territories as states, with their code before the ZIP Code. */
const american = (state: string, isState: boolean): CountryRule =>
  english(code(/^(\d{5})(\d{4})?$/, '00901', { separator: '-', required: false }), {
    domesticIn: 'US',
    ...(isState ? {} : { countryLine: 'US' }),
    locality: ({ city, region, postalCode }) => {
      const isCode = region === '' || region.toUpperCase() === state
      return [...(isCode ? [] : [region]), joined(' ', city, state, postalCode)]
    },
  })

export const countryRules: Readonly<Record<string, CountryRule>> = {
  AS: american('AS', false),
  AT: continental(code(fourDigits, '1010'), { ...slash }),
  AU: english(code(/^(\d{4})$/, '2000'), { unitBefore: true, region: true, locality: cityRegionCode(' ') }),
  AX: continental(code(/^(22\d{3})$/, '22100', { required: false }), {
    ...upper,
    houseNumber: false,
    abroadPrefix: 'AX-',
  }),
  BE: continental(code(fourDigits, '1000'), {
    ...upper,
    boxWord: ({ street, postalCode }) => (isInFrench(street, postalCode) ? 'bte' : 'bus'),
  }),
  BG: continental(code(fourDigits, '1000'), upper),
  CA: english(
    code(/^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(\d[ABCEGHJ-NPRSTV-Z]\d)$/, 'K1A 0B1'),
    // Canada Post uses two spaces between province and code.
    { region: true, locality: cityRegionCode('  ') },
  ),
  CH: continental(code(fourDigits, '8001'), attached),
  CY: continental(code(fourDigits, '1010'), { ...upper, houseNumber: false }),
  CZ: continental(code(/^([1-7]\d{2})(\d{2})$/, '110 00'), { ...slash }),
  DE: continental(code(/^((?!00)\d{5})$/, '10115')),
  DK: continental(code(/^(\d{4})$/, '1050'), { ...comma }),
  // Four-digit codes were used until 1997 and still occur in lists.
  EE: continental(code(/^(\d{4,5})$/, '10111'), { ...dash }),
  ES: continental(code(/^((?:0[1-9]|[1-4]\d|5[0-2])\d{3})$/, '28013'), {
    ...upper,
    separator: ', ',
    unitJoiner: ', ',
    // The province has its own line, unless the city has the same name.
    locality: (parts) => [
      ...codeCity(parts),
      ...(parts.region.toUpperCase() === parts.city.toUpperCase() ? [] : [parts.region.toUpperCase()]),
    ],
  }),
  FI: continental(code(fiveDigits, '00100'), { ...upper, abroadPrefix: 'FI-' }),
  FM: american('FM', true),
  FR: continental(code(/^((?!00|99)\d{5})$/, '75001'), {
    ...upper,
    numberFirst: true,
    unitAbove: true,
    houseNumber: false,
  }),
  GB: british,
  GG: british,
  GU: american('GU', false),
  GR: continental(code(/^([1-9]\d{2})(\d{2})$/, '105 57'), { ...upper, locale: 'el' }),
  HR: continental(code(/^([1-5]\d{4})$/, '10000'), attached),
  HU: continental(code(fourDigits, '1055'), { ...upper, cityAboveStreet: true }),
  IE: english(code(/^([AC-FHKNPRTV-Y]\d{2}|D6W)([\dAC-FHKNPRTV-Y]{4})$/, 'D02 X285', { required: false }), {
    localityInSecondLine: true,
    unitAbove: true,
    locality: ({ city, region, postalCode }) => [city, region, postalCode],
  }),
  IM: british,
  IS: continental(code(/^([1-9]\d{2})$/, '101'), upper),
  IT: continental(code(fiveDigits, '00184'), {
    ...upper,
    unitJoiner: '/',
    locality: ({ postalCode, city, region }) => [joined(' ', postalCode, city, region.toUpperCase())],
  }),
  JE: british,
  LI: continental(code(/^(94[89]\d)$/, '9490'), attached),
  LT: continental(code(/^(?:LT)?(\d{5})$/, 'LT-01100', { prefix: 'LT-' }), {
    ...dash,
  }),
  LU: continental(code(/^(\d{4})$/, 'L-4750', { prefix: 'L-' }), {
    ...upper,
    numberFirst: true,
    separator: ', ',
  }),
  LV: continental(code(/^(?:LV)?(\d{4})$/, 'LV-1050', { prefix: 'LV-' }), {
    ...dash,
    locality: ({ city, postalCode }) => [joined(', ', city, postalCode)],
  }),
  MC: continental(code(/^(980\d{2})$/, '98000'), {
    ...upper,
    numberFirst: true,
    unitAbove: true,
    houseNumber: false,
  }),
  MH: american('MH', true),
  MP: american('MP', false),
  MT: continental(code(/^([A-Z]{3})(\d{4})$/, 'VLT 1117'), {
    ...upper,
    numberFirst: true,
    houseNumber: false,
    locality: ({ city, postalCode }) => [city, postalCode],
  }),
  NL: continental(code(/^([1-9]\d{3})((?!SA|SD|SS)[A-Z]{2})$/, '1234 AB'), {
    ...upper,
    // PostNL uses two spaces between postal code and city.
    locality: ({ postalCode, city }) => [joined('  ', postalCode, city)],
    postalCodeIsStreet: true,
  }),
  NO: continental(code(/^(\d{4})$/, '0150'), { ...upper, ...comma }),
  NZ: english(code(/^(\d{4})$/, '6011'), {
    unitBefore: true,
    upperCaseCity: false,
    localityInSecondLine: true,
    locality: ({ city, postalCode }) => [joined(' ', city, postalCode)],
  }),
  PL: continental(code(/^(\d{2})(\d{3})$/, '00-950', { separator: '-' }), { ...upper, ...slash }),
  PR: american('PR', false),
  PT: continental(code(/^([1-9]\d{3})(\d{3})$/, '1000-205', { separator: '-' }), upper),
  PW: american('PW', true),
  RO: continental(code(/^(\d{6})$/, '010011'), upper),
  SE: continental(code(/^([1-9]\d{2})(\d{2})$/, '113 49'), { ...upper, abroadPrefix: 'SE-' }),
  SI: continental(code(fourDigits, '1000'), { ...upper, ...attached }),
  SK: continental(code(/^([089]\d{2})(\d{2})$/, '811 01'), { ...slash }),
  US: english(code(/^(\d{5})(\d{4})?$/, '10001', { separator: '-' }), {
    region: true,
    locality: cityRegionCode(' '),
  }),
  VI: american('VI', false),
}

/** Rules of other countries, without checks and with lines in the country's order. */
const ordered = new Map<string, CountryRule>()
const orderedRule = (country: string): CountryRule => {
  let rule = ordered.get(country)
  if (!rule) {
    rule = {
      houseNumber: false,
      region: false,
      upperCaseCity: true,
      unitAbove: frenchPost.has(country),
      ...orderOf(country),
    }
    ordered.set(country, rule)
  }
  return rule
}

/** Overseas France, where units are above the street as in France. */
const frenchPost = new Set('BL GF GP MF MQ NC PF PM RE TF WF YT'.split(' '))

/** Countries where a flat's number follows a sign, without a word: `12/5`, `12-5`. */
const flatsBySign = new Set(['AT', 'PL', 'EE', 'LV', 'LT'])

/** True if a bare number would not be recognised as a unit. */
export const unitNeedsWord = (country: string): boolean => {
  const { unitBefore, boxWord } = ruleOf(country)
  return !flatsBySign.has(country) && unitBefore !== true && boxWord === undefined
}

export const ruleOf = (country: string): CountryRule =>
  Object.hasOwn(countryRules, country) ? countryRules[country]! : orderedRule(country)
