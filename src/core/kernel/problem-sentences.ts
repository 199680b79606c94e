import { sentences } from './sentences.ts'

/** Problems of any kind of resource, which `noun` names. */
export const generalProblems = sentences(
  {
    'not_found.thing': 'There is no such {noun}.',
    'validation_failed.several': '{count} parameters are not valid: {parameters}{more?}.{rest?}',
    'validation_failed.one': '{parameter} is not valid. See errors for the reason.',
    'revision_conflict.thing':
      'The {noun} has revision {revision}: it was changed in the meantime. Read it again and repeat the change.',
    'invalid_state.move': 'This {noun} is {status} and cannot become {to}.',
  },
  {
    more: (count) => ` and ${count} more`,
    rest: () => ' There may be others.',
  },
)

/** Rules of schemas that several features use. */
export const ruleSentences = sentences({
  'invalid_value.unprintable': 'Control characters and line breaks cannot be printed.',
  'invalid_value.unstorable': 'The text contains characters that cannot be stored.',
  'invalid_value.day': 'Use a calendar day in the form YYYY-MM-DD.',
  'invalid_value.date_time': 'This day or time does not exist.',
  'invalid_format.email': 'Enter an e-mail address.',
  'email.address': 'Enter an e-mail address.',
  'invalid_format.days': 'days must be a whole number from 1 to {limit}.',
  'max_value.days': 'days must be a whole number from 1 to {limit}.',
})
