import { sentences } from '../../kernel/sentences.ts'

/** See docs/api-rules.md#lists. */
export const listLanguageSentences = sentences(
  {
    invalid_cursor:
      'The cursor does not belong to this list with this sort and these filters. Start again without it.',
    'repeated.sort': '{name} is given more than once in sort.',
    'invalid_value.limit': 'limit must be a whole number from 1 to {limit}.',
    'invalid_value.include': 'include takes only total.',
    'invalid_value.sort': '{name} is not one of {known}.{meant?}',
    'invalid_value.no_sort': 'An empty name is not one of {known}.{meant?}',
    'unknown.filter': 'There is no parameter {name}. Write filter[{name}] to filter by it.',
    'unknown_field.filter': 'This list cannot be filtered by {name}. Its filters are {known}.{meant?}',
    'unknown_field.none': 'This list cannot be filtered by {name}. It has no filters.',
    unknown_operator: '{name} takes the operators {operators}.',
    'empty.value': '{parameter}: The value is empty.{several?}',
    'empty.one': '{parameter}: One of the values is empty.{several?}',
    'empty.normalised': '{parameter}: Nothing of the value is left after normalisation.{several?}',
    too_many: '{parameter}: At most {limit} values are allowed; there are {count}.{several?}',
    'too_long.text': '{parameter}: At most {limit} characters are allowed.{several?}',
    too_short: '{parameter}: startsWith takes at least {limit} characters.{several?}',
    'invalid_value.one_of': '{parameter}: {value} is not one of {known}.{meant?}{several?}',
    'invalid_value.integer': '{parameter}: {value} is not a whole number.{several?}',
    'invalid_value.boolean': '{parameter}: {value} is neither true nor false.{several?}',
    'invalid_value.characters': '{parameter}: The value contains characters that cannot be stored.{several?}',
    'invalid_value.entry':
      '{parameter}: {value} is not a name, a colon and a value, such as order:1234.{several?}',
    'invalid_value.time':
      '{parameter}: {value} is neither a date-time such as 2026-01-31T09:30:00Z nor a date such as 2026-01-31.{plus?}{several?}',
  },
  {
    several: (name) => ` Use filter[${name}][in] for several values.`,
    plus: () => ' Write a + in a URL as %2B.',
  },
)
