import { sentences } from '../kernel/sentences.ts'
import { countryNames } from './countries/names.ts'

/** Countries whose English name takes an article. */
const named = new Set(
  'AE AX BS CC CD CF CG CK CX DO FK FO GB GM GS HM IM IO KM KY MH MP MV NL PH SB TC TF UM US VA VG VI'.split(
    ' ',
  ),
)

const articleAndName = (code: string): string => `${named.has(code) ? 'the ' : ''}${countryNames.get(code)!}`

export const addressSentences = sentences(
  {
    country_unsupported: '{country} is not an ISO 3166-1 country.{meant?}',
    'unknown.country': '{country} is not an ISO 3166-1 country.{meant?}',
    recipient_name_missing: 'The address needs a name or a company name.',
    recipient_name_incomplete: '“{name}” does not name a person. Add a first or last name.',
    street_missing: 'The address needs a street.',
    house_number_missing: 'An address in {countryCode} needs a house number.',
    city_missing: 'The address needs a city.',
    region_missing: 'An address in {countryCode} needs a state or province.',
    postal_code_missing: 'An address in {countryCode} needs a postal code.',
    postal_code_invalid: '{postalCode} is not a postal code of {countryCode}. Use the format of {example}.',
    carrier_code_uncertain:
      'No KIX code is printed, because “{door}” does not identify a door with certainty. Enter number and suffix separately to print one.',
    postal_code_elsewhere: '{postalCode} is a postal code of {countryCode}. Check the country.',
    printed_otherwise: '“{given}” is printed as “{printed}”.',
    given_twice: '“{text}” may be repeated. It is printed as written.',
    numbers_differ:
      '“{street}” already has a house number, and “{number}” is given too. Both are printed. Check which is correct.',
    lines_doubtful:
      'Either “{first}” or “{second}” may be the street. They are printed in this order, “{first}” above “{second}”. Check both lines.',
    invisible_characters: 'The text has invisible characters ({characters}). They are not printed.',
    combining_marks:
      'The text has too many marks on one letter. Correct it, or set addressOverride to print it.',
    name_order_doubtful:
      '“{name}” is printed as written, with the family name first. Enter the name as it should appear on the envelope.',
    'city_doubtful.postal_code':
      'The city “{city}” begins or ends with another postal code than {postalCode}. Remove one of them.',
    'city_doubtful.country':
      'The city “{city}” names {countryCode}, but the country is {own}. Correct one of them.',
    region_not_printed: 'The region “{region}” is not printed: addresses in {countryCode} have none.',
    region_unknown: '{region} is not a known state or province of {countryCode}. It is printed as written.',
    line_too_long: 'The line “{line}” has {length} characters; the maximum is {limit}.',
    too_many_lines: 'The address has {lines} lines; the maximum is {limit}.',
  },
  {
    countryCode: (code) => articleAndName(String(code)),
    own: (code) => articleAndName(String(code)),
  },
)

export const addressRuleSentences = sentences({
  'invalid_format.country': 'Enter the country as two letters (ISO 3166-1).',
  'invalid_value.country': 'No country has this code (ISO 3166-1 alpha-2).',
})
