import { sentences } from '../../kernel/sentences.ts'

export const keySentences = sentences({
  'past.expiry': 'Use a time in the future.',
  'required.expiry': 'A key with an operator scope must expire. Set the number of days, at most {limit}.',
  'unknown.scope': 'There is no scope {scope}.',
  'not_allowed.test_cap': 'Test mail costs nothing, so only a live key can have a spending cap.',
})

export const testClockSentences = sentences({
  'required.clock_target': 'Set either to (a time, or next-cutoff) or by (a duration).',
  'exclusive.clock_target': 'Set either to (a time, or next-cutoff) or by (a duration).',
  'past.clock': 'The test clock is at {time} and only moves forward.',
  'too_far.clock': 'One call can advance the test clock by at most 366 days.',
  'invalid.instant': 'Use an RFC 3339 date-time with its offset, or next-cutoff.',
  'invalid.duration': 'Use an ISO 8601 duration of weeks, days, hours, minutes and seconds: P3D, PT90M.',
  no_cutoff: 'No open test run contains items.',
})

export const keyProblems = sentences({
  'invalid_state.ended_key': 'This API key is {status}. Create another one.',
  'not_found.organisation': 'There is no organisation {id}.',
  'not_found.key': 'There is no API key {id}.',
  'invalid_state.too_many_keys': 'The organisation has {limit} active keys. Revoke some first.',
  'insufficient_scope.not_yours':
    'You did not create this API key. Only its creator or a member with organisation.manage can do this.',
})
