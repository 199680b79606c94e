import { sentences } from '../kernel/sentences.ts'
import { countryNames } from './countries/names.ts'

/** Countries whose English name has an article in a sentence. */
const named = new Set(
  'AE AX BS CC CD CF CG CK CX DO FK FO GB GM GS HM IM IO KM KY MH MP MV NL PH SB TC TF UM US VA VG VI'.split(
    ' ',
  ),
)

const articleAndName = (code: string): string => `${named.has(code) ? 'the ' : ''}${countryNames.get(code)!}`

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
    postal_code_elsewhere: '{postalCode} is a postal code of {countryCode}. Check the country.',
    printed_otherwise: '“{given}” is printed as “{printed}”.',
    given_twice: '“{text}” may say the same twice. It is printed as written.',
    numbers_differ:
      '“{street}” has a house number already, and “{number}” is given as well. Both are printed. Check which is right.',
    lines_doubtful:
      'Either “{first}” or “{second}” may be the street. They are printed in this order, “{first}” above “{second}”. Check both lines.',
    invisible_characters: 'The text has characters that cannot be seen ({characters}). They are not printed.',
    combining_marks:
      'The text has too many marks on one letter. Correct it, or set addressOverride to print it.',
    name_order_doubtful:
      '“{name}” is printed as written, with the family name first. Write the name as it goes on the envelope.',
    'city_doubtful.postal_code':
      'The city “{city}” begins or ends with another postal code than {postalCode}. Remove one of them.',
    'city_doubtful.country':
      'The city “{city}” names {countryCode}, and the country is {own}. Correct one of them.',
    region_not_printed: 'The region “{region}” is not printed: addresses in {countryCode} have none.',
    region_unknown: '{region} is not a known state or province of {countryCode}. It is printed as written.',
    line_too_long: 'The line “{line}” has {length} characters; on paper there is room for {limit}.',
    too_many_lines: 'The address has {lines} lines; on paper there is room for {limit}.',
  },
  {
    countryCode: (code) => articleAndName(String(code)),
    own: (code) => articleAndName(String(code)),
  },
)

/** What a schema refuses in an address. */
export const addressRuleSentences = sentences({
  'invalid_format.country': 'Write the country as two letters (ISO 3166-1).',
  'invalid_value.country': 'There is no country with this code (ISO 3166-1 alpha-2).',
})

/** What is doubtful about a value that is printed. */
export const doubtSentences = sentences({
  'placeholder.value':
    '“{value}” stands for a missing value. Correct it, or confirm that it is printed as it is.',
  'spreadsheet_value.value':
    '“{value}” looks like a number that a spreadsheet changed into a date or a decimal. Write the number, or confirm that it is printed as it is.',
  'unlikely_text.value':
    '“{value}” looks garbled or out of place. Correct it, or confirm that it is printed as it is.',
  'form_of_address.value':
    '“{value}” is only a form of address, and the letter begins with it. Write the whole salutation, or confirm that it is printed as it is.',
  'no_mail.value':
    '“{value}” says that nothing is to be sent to this recipient. Leave the row out, or confirm that it is sent all the same.',
  'no_mail.recipient':
    '“{value}” says that this person died. Correct the name, or confirm that the item is sent.',
  'no_mail.refused':
    '“{value}” says that nothing is to be sent to this person. Correct the name, or confirm that the item is sent.',
})
