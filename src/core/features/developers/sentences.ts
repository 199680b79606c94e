import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with an API key. */
export const keySentences = sentences({
  'past.expiry': 'Name a time to come.',
  'required.expiry': 'A key with an operator’s scope must end: say in how many days, at most {limit}.',
  'unknown.scope': 'There is no scope {scope}.',
  'not_allowed.test_cap': 'Mail of test mode costs nothing: only a live key can have a spending cap.',
})

/** What is wrong with what is asked of the test clock. */
export const testClockSentences = sentences({
  'required.clock_target': 'Say either to (an instant, or next-cutoff) or by (a duration).',
  'exclusive.clock_target': 'Say either to (an instant, or next-cutoff) or by (a duration).',
  'past.clock': 'The test clock shows {time} and only moves forward.',
  'too_far.clock': 'One call moves the test clock by at most 366 days.',
  'invalid.instant': 'Write an RFC 3339 date-time with its offset, or next-cutoff.',
  'invalid.duration': 'Write an ISO 8601 duration of weeks, days, hours, minutes and seconds: P3D, PT90M.',
  no_cutoff: 'No open test run holds items.',
})

/** Why an API key is not made, changed or found. */
export const keyProblems = sentences({
  'invalid_state.ended_key': 'This API key is {status}. Create another one.',
  'not_found.organisation': 'There is no organisation {id}.',
  'not_found.key': 'There is no API key {id}.',
  'invalid_state.too_many_keys': 'The organisation has {limit} keys that work: revoke some first.',
  'insufficient_scope.not_yours':
    'You did not make this API key. Its maker may do this, or a member with organisation.manage.',
})
