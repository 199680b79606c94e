import { sentences } from '../kernel/sentences.ts'

/** Valibot's type names in terms of JSON. */
const typeWords: Readonly<Record<string, string>> = {
  Array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  Object: 'an object',
  string: 'text',
}
const inWords = (type: string | number) => (Object.hasOwn(typeWords, type) ? typeWords[type] : String(type))

const plurals: Readonly<Record<string, string>> = { character: 'characters', entry: 'entries' }

export const validationSentences = sentences(
  {
    'unknown.field': 'There is no field {name}.{meant?}',
    'unknown.parameter': 'There is no parameter {name}.{meant?}',
    reserved: '{parameter} is a reserved name. Choose another.',
    'max_length.overfull': '{parameter} has at most {limit} entries.',
    'invalid_type.list': '{parameter}: expected an object, received a list.{wrapper?}',
    'required.value': '{parameter} is required.',
    'min_length.counted': '{parameter} has at least {limit} {unit}; this has {length}.',
    'max_length.counted': '{parameter} has at most {limit} {unit}; this has {length}.',
    'max_entries.counted': '{parameter} has at most {limit} {unit}; this has {length}.',
    min_value: '{parameter} must be at least {limit}.',
    'max_value.number': '{parameter} must be at most {limit}.',
    integer: '{parameter} must be a whole number.',
    safe_integer: '{parameter} must be a whole number.',
    'invalid_type.expected': '{parameter}: expected {expected}, received {received}.{meant?}',
    'invalid_value.expected': '{parameter}: expected {expected}, received {received}.{meant?}',
    'invalid_format.expected': '{parameter}: expected {expected}, received {received}.{meant?}',
    'iso_timestamp.expected': '{parameter}: expected {expected}, received {received}.{meant?}',
    too_deep: 'The value nests deeper than {limit} levels.',
    'invalid_characters.field':
      '{parameter} contains characters that can’t be stored: NUL, or half a surrogate pair.',
    'invalid_characters.body':
      'The body contains characters that can’t be stored: NUL, or half a surrogate pair.',
  },
  {
    expected: inWords,
    received: inWords,
    unit: (unit, { limit }) => (limit === 1 ? String(unit) : plurals[unit]),
    wrapper: (field) => ` Send {"${field}": […]}.`,
  },
)
