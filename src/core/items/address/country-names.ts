/**
 * ISO 3166-1 countries (and Kosovo, which the posts serve) with the English names that they print, by
 * postal zone. Data of our own instead of the host's `Intl`, so that the same item prints the same line on
 * every runtime.
 */
const europe = `
  AD Andorra; AL Albania; AT Austria; AX Åland Islands; BA Bosnia and Herzegovina; BE Belgium;
  BG Bulgaria; BY Belarus; CH Switzerland; CY Cyprus; CZ Czech Republic; DE Germany; DK Denmark;
  EE Estonia; ES Spain; FI Finland; FO Faroe Islands; FR France; GB United Kingdom; GG Guernsey;
  GI Gibraltar; GL Greenland; GR Greece; HR Croatia; HU Hungary; IE Ireland; IM Isle of Man; IS Iceland;
  IT Italy; JE Jersey; LI Liechtenstein; LT Lithuania; LU Luxembourg; LV Latvia; MC Monaco; MD Moldova;
  ME Montenegro; MK North Macedonia; MT Malta; NL Netherlands; NO Norway; PL Poland; PT Portugal;
  RO Romania; RS Serbia; RU Russia; SE Sweden; SI Slovenia; SJ Svalbard and Jan Mayen; SK Slovakia;
  SM San Marino; TR Türkiye; UA Ukraine; VA Vatican City; XK Kosovo
`

const world = `
  AE United Arab Emirates; AF Afghanistan; AG Antigua and Barbuda; AI Anguilla; AM Armenia; AO Angola;
  AQ Antarctica; AR Argentina; AS American Samoa; AU Australia; AW Aruba; AZ Azerbaijan; BB Barbados;
  BD Bangladesh; BF Burkina Faso; BH Bahrain; BI Burundi; BJ Benin; BL St. Barthélemy; BM Bermuda;
  BN Brunei; BO Bolivia; BQ Bonaire, Sint Eustatius and Saba; BR Brazil; BS Bahamas; BT Bhutan;
  BV Bouvet Island; BW Botswana; BZ Belize; CA Canada; CC Cocos (Keeling) Islands;
  CD Democratic Republic of the Congo; CF Central African Republic; CG Republic of the Congo;
  CI Côte d’Ivoire; CK Cook Islands; CL Chile; CM Cameroon; CN China; CO Colombia; CR Costa Rica;
  CU Cuba; CV Cape Verde; CW Curaçao; CX Christmas Island; DJ Djibouti; DM Dominica;
  DO Dominican Republic; DZ Algeria; EC Ecuador; EG Egypt; EH Western Sahara; ER Eritrea; ET Ethiopia;
  FJ Fiji; FK Falkland Islands; FM Micronesia; GA Gabon; GD Grenada; GE Georgia; GF French Guiana;
  GH Ghana; GM Gambia; GN Guinea; GP Guadeloupe; GQ Equatorial Guinea;
  GS South Georgia and the South Sandwich Islands; GT Guatemala; GU Guam; GW Guinea-Bissau; GY Guyana;
  HK Hong Kong; HM Heard and McDonald Islands; HN Honduras; HT Haiti; ID Indonesia; IL Israel; IN India;
  IO British Indian Ocean Territory; IQ Iraq; IR Iran; JM Jamaica; JO Jordan; JP Japan; KE Kenya;
  KG Kyrgyzstan; KH Cambodia; KI Kiribati; KM Comoros; KN St. Kitts and Nevis; KP North Korea;
  KR South Korea; KW Kuwait; KY Cayman Islands; KZ Kazakhstan; LA Laos; LB Lebanon; LC St. Lucia;
  LK Sri Lanka; LR Liberia; LS Lesotho; LY Libya; MA Morocco; MF St. Martin; MG Madagascar;
  MH Marshall Islands; ML Mali; MM Myanmar; MN Mongolia; MO Macao; MP Northern Mariana Islands;
  MQ Martinique; MR Mauritania; MS Montserrat; MU Mauritius; MV Maldives; MW Malawi; MX Mexico;
  MY Malaysia; MZ Mozambique; NA Namibia; NC New Caledonia; NE Niger; NF Norfolk Island; NG Nigeria;
  NI Nicaragua; NP Nepal; NR Nauru; NU Niue; NZ New Zealand; OM Oman; PA Panama; PE Peru;
  PF French Polynesia; PG Papua New Guinea; PH Philippines; PK Pakistan; PM St. Pierre and Miquelon;
  PN Pitcairn Islands; PR Puerto Rico; PS Palestine; PW Palau; PY Paraguay; QA Qatar; RE Réunion;
  RW Rwanda; SA Saudi Arabia; SB Solomon Islands; SC Seychelles; SD Sudan; SG Singapore; SH St. Helena;
  SL Sierra Leone; SN Senegal; SO Somalia; SR Suriname; SS South Sudan; ST São Tomé and Príncipe;
  SV El Salvador; SX Sint Maarten; SY Syria; SZ Eswatini; TC Turks and Caicos Islands; TD Chad;
  TF French Southern Territories; TG Togo; TH Thailand; TJ Tajikistan; TK Tokelau; TL Timor-Leste;
  TM Turkmenistan; TN Tunisia; TO Tonga; TT Trinidad and Tobago; TV Tuvalu; TW Taiwan; TZ Tanzania;
  UG Uganda; UM United States Minor Outlying Islands; US United States of America; UY Uruguay;
  UZ Uzbekistan; VC St. Vincent and Grenadines; VE Venezuela; VG British Virgin Islands;
  VI United States Virgin Islands; VN Vietnam; VU Vanuatu; WF Wallis and Futuna; WS Samoa; YE Yemen;
  YT Mayotte; ZA South Africa; ZM Zambia; ZW Zimbabwe
`

const read = (text: string): Map<string, string> =>
  new Map(
    text
      .split(';')
      .map((entry) => entry.trim())
      .map((entry) => [entry.slice(0, 2), entry.slice(3).replace(/\s+/g, ' ')]),
  )

const european = read(europe)

/** Two capital letters → English name, by code. */
export const countryNames: ReadonlyMap<string, string> = new Map(
  [...european, ...read(world)].sort(([a], [b]) => (a < b ? -1 : 1)),
)

export const isCountry = (code: string): boolean => countryNames.has(code)

/** Whether the posts count it as Europe when they price a piece. */
export const isEuropean = (code: string): boolean => european.has(code)
