import { countryRules, ruleOf } from './rules.ts'

/**
 * ISO 3166-1 countries (and Kosovo, which has postal service). Not from the host's `Intl`, so that an item
 * prints the same line on every runtime.
 */
const names = `
  AD Andorra; AE United Arab Emirates; AF Afghanistan; AG Antigua and Barbuda; AI Anguilla; AL Albania;
  AM Armenia; AO Angola; AQ Antarctica; AR Argentina; AS American Samoa; AT Austria; AU Australia;
  AW Aruba; AX Åland Islands; AZ Azerbaijan; BA Bosnia and Herzegovina; BB Barbados; BD Bangladesh;
  BE Belgium; BF Burkina Faso; BG Bulgaria; BH Bahrain; BI Burundi; BJ Benin; BL St. Barthélemy;
  BM Bermuda; BN Brunei; BO Bolivia; BQ Bonaire, Sint Eustatius and Saba; BR Brazil; BS Bahamas;
  BT Bhutan; BV Bouvet Island; BW Botswana; BY Belarus; BZ Belize; CA Canada; CC Cocos (Keeling) Islands;
  CD Democratic Republic of the Congo; CF Central African Republic; CG Republic of the Congo;
  CH Switzerland; CI Côte d’Ivoire; CK Cook Islands; CL Chile; CM Cameroon; CN China; CO Colombia;
  CR Costa Rica; CU Cuba; CV Cape Verde; CW Curaçao; CX Christmas Island; CY Cyprus; CZ Czech Republic;
  DE Germany; DJ Djibouti; DK Denmark; DM Dominica; DO Dominican Republic; DZ Algeria; EC Ecuador;
  EE Estonia; EG Egypt; EH Western Sahara; ER Eritrea; ES Spain; ET Ethiopia; FI Finland; FJ Fiji;
  FK Falkland Islands; FM Micronesia; FO Faroe Islands; FR France; GA Gabon; GB United Kingdom;
  GD Grenada; GE Georgia; GF French Guiana; GG Guernsey; GH Ghana; GI Gibraltar; GL Greenland; GM Gambia;
  GN Guinea; GP Guadeloupe; GQ Equatorial Guinea; GR Greece;
  GS South Georgia and the South Sandwich Islands; GT Guatemala; GU Guam; GW Guinea-Bissau; GY Guyana;
  HK Hong Kong; HM Heard and McDonald Islands; HN Honduras; HR Croatia; HT Haiti; HU Hungary;
  ID Indonesia; IE Ireland; IL Israel; IM Isle of Man; IN India; IO British Indian Ocean Territory;
  IQ Iraq; IR Iran; IS Iceland; IT Italy; JE Jersey; JM Jamaica; JO Jordan; JP Japan; KE Kenya;
  KG Kyrgyzstan; KH Cambodia; KI Kiribati; KM Comoros; KN St. Kitts and Nevis; KP North Korea;
  KR South Korea; KW Kuwait; KY Cayman Islands; KZ Kazakhstan; LA Laos; LB Lebanon; LC St. Lucia;
  LI Liechtenstein; LK Sri Lanka; LR Liberia; LS Lesotho; LT Lithuania; LU Luxembourg; LV Latvia;
  LY Libya; MA Morocco; MC Monaco; MD Moldova; ME Montenegro; MF St. Martin; MG Madagascar;
  MH Marshall Islands; MK North Macedonia; ML Mali; MM Myanmar; MN Mongolia; MO Macao;
  MP Northern Mariana Islands; MQ Martinique; MR Mauritania; MS Montserrat; MT Malta; MU Mauritius;
  MV Maldives; MW Malawi; MX Mexico; MY Malaysia; MZ Mozambique; NA Namibia; NC New Caledonia; NE Niger;
  NF Norfolk Island; NG Nigeria; NI Nicaragua; NL Netherlands; NO Norway; NP Nepal; NR Nauru; NU Niue;
  NZ New Zealand; OM Oman; PA Panama; PE Peru; PF French Polynesia; PG Papua New Guinea; PH Philippines;
  PK Pakistan; PL Poland; PM St. Pierre and Miquelon; PN Pitcairn Islands; PR Puerto Rico; PS Palestine;
  PT Portugal; PW Palau; PY Paraguay; QA Qatar; RE Réunion; RO Romania; RS Serbia; RU Russia; RW Rwanda;
  SA Saudi Arabia; SB Solomon Islands; SC Seychelles; SD Sudan; SE Sweden; SG Singapore; SH St. Helena;
  SI Slovenia; SJ Svalbard and Jan Mayen; SK Slovakia; SL Sierra Leone; SM San Marino; SN Senegal;
  SO Somalia; SR Suriname; SS South Sudan; ST São Tomé and Príncipe; SV El Salvador; SX Sint Maarten;
  SY Syria; SZ Eswatini; TC Turks and Caicos Islands; TD Chad; TF French Southern Territories; TG Togo;
  TH Thailand; TJ Tajikistan; TK Tokelau; TL Timor-Leste; TM Turkmenistan; TN Tunisia; TO Tonga;
  TR Türkiye; TT Trinidad and Tobago; TV Tuvalu; TW Taiwan; TZ Tanzania; UA Ukraine; UG Uganda;
  UM United States Minor Outlying Islands; US United States of America; UY Uruguay; UZ Uzbekistan;
  VA Vatican City; VC St. Vincent and Grenadines; VE Venezuela; VG British Virgin Islands;
  VI United States Virgin Islands; VN Vietnam; VU Vanuatu; WF Wallis and Futuna; WS Samoa; XK Kosovo;
  YE Yemen; YT Mayotte; ZA South Africa; ZM Zambia; ZW Zimbabwe
`

export const countryNames: ReadonlyMap<string, string> = new Map(
  names
    .split(';')
    .map((entry) => entry.trim().replace(/\s+/g, ' '))
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
)

export const isCountry = (code: string): boolean => countryNames.has(code)

/** Common codes that are not ISO 3166-1. */
const meant: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
])

/** Returns the country probably meant by an unknown code; undefined for none. */
export const meantCountry = (code: string): string | undefined => meant.get(code)

/** A country and its required parts, as shown in `/meta/countries`. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  /** In English. */
  name: string
  /** `own`: checked by the country's own rules. `generic`: only names, street and city are required. */
  rules: 'own' | 'generic'
  postalCodeRequired: boolean
  postalCodeExample: string | null
  houseNumberRequired: boolean
  regionRequired: boolean
}

export const countries: readonly Country[] = [...countryNames].map(([code, name]) => {
  const rule = ruleOf(code)
  return {
    code,
    name,
    rules: Object.hasOwn(countryRules, code) ? 'own' : 'generic',
    postalCodeRequired: rule.postalCode?.required ?? false,
    postalCodeExample: rule.postalCode?.example ?? null,
    houseNumberRequired: rule.houseNumber,
    regionRequired: rule.region,
  }
})

/** Carriers price the continent with its islands and microstates as Europe, not only the EU. */
const european: ReadonlySet<string> = new Set(
  (
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GL GR HR HU IE IM IS IT JE LI LT LU LV MC MD ' +
    'ME MK MT NL NO PL PT RO RS SE SI SJ SK SM TR UA VA XK'
  ).split(' '),
)

/** The price zone of a destination, seen from the country of posting. */
export type PriceZone = 'domestic' | 'europe' | 'world'

export const countryZone = (originCountry: string, country: string): PriceZone => {
  if (country === originCountry) return 'domestic'
  return european.has(originCountry) && european.has(country) ? 'europe' : 'world'
}
