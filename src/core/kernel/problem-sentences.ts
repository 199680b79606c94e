import { sentences } from './sentences.ts'

/** Why something is not done, whatever it is about. */
export const generalProblems = sentences(
  {
    'not_found.thing': 'There is no such {noun}.',
    'validation_failed.several': '{count} parameters are not valid: {parameters}{more?}.{rest?}',
    'validation_failed.one': '{parameter} is not valid; errors says why.',
    'revision_conflict.thing':
      'The {noun} has revision {revision}: it was changed in the meantime. Read it again and repeat the change.',
    'invalid_state.move': 'This {noun} is {status} and cannot become {to}.',
  },
  {
    more: (count) => ` and ${count} more`,
    rest: () => ' There may be others, which are not named.',
  },
)

/** What schemas refuse in the fields of more than one feature. */
export const ruleSentences = sentences({
  'invalid_value.unprintable': 'Control characters and line breaks cannot be printed.',
  'invalid_value.unstorable': 'The text holds characters that cannot be stored.',
  'invalid_value.day': 'Write a day of the calendar as YYYY-MM-DD.',
  'invalid_value.date_time': 'There is no such day or time.',
  'invalid_format.email': 'Write an e-mail address.',
  'email.address': 'Write an e-mail address.',
  'invalid_format.days': 'days is a whole number from 1 to {limit}.',
  'max_value.days': 'days is a whole number from 1 to {limit}.',
})
