import { sentences } from '../kernel/sentences.ts'
import { countryNames } from './country-names.ts'

/** Countries whose English name has an article in a sentence. */
const named = new Set(
  'AE AX BS CC CD CF CG CK CX DO FK FO GB GM GS HM IM IO KM KY MH MP MV NL PH SB TC TF UM US VA VG VI'.split(
    ' ',
  ),
)

/** What is wrong with an address. */
export const addressSentences = sentences(
  {
    country_unsupported: '{country} is no ISO 3166-1 country.{meant?}',
    'unknown.country': '{country} is no ISO 3166-1 country.{meant?}',
    recipient_name_missing: 'The address needs a name or a company name.',
    recipient_name_incomplete: '“{name}” names no person: add a first or last name.',
    street_missing: 'The address needs a street.',
    house_number_missing: 'An address in {countryCode} needs a house number.',
    city_missing: 'The address needs a city.',
    region_missing: 'An address in {countryCode} needs a state or province.',
    postal_code_missing: 'An address in {countryCode} needs a postal code.',
    postal_code_invalid: '{postalCode} is no postal code of {countryCode}; one looks like {example}.',
    carrier_code_uncertain:
      'No KIX code is printed, because “{door}” does not say for certain which door is meant. Enter number and addition separately to print one.',
    line_too_long: 'The line “{line}” has {length} characters; on paper there is room for {limit}.',
    too_many_lines: 'The address has {lines} lines; on paper there is room for {limit}.',
  },
  { countryCode: (code) => `${named.has(String(code)) ? 'the ' : ''}${countryNames.get(String(code))!}` },
)

/** What a schema refuses in an address. */
export const addressRuleSentences = sentences({
  'invalid_format.country': 'Write the country as two letters (ISO 3166-1).',
  'invalid_value.country': 'There is no country with this code (ISO 3166-1 alpha-2).',
})
