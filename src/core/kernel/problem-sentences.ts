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
