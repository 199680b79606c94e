import * as v from 'valibot'
import { dateTime, fields } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { mode as modeSchema, organisationStatus } from '../../model/wire-enums.ts'

export const whoamiSchema = namedObject('Whoami', 'What a key or session is, and what it may do.', {
  key: described(
    v.nullable(
      v.object({
        id: described(v.string(), 'The key’s id, `key_…`.'),
        name: described(v.string(), 'Name for people.'),
        prefix: described(v.string(), 'The first characters of the key, by which people tell keys apart.'),
        createdAt: fields.createdAt,
      }),
    ),
    'The key that asks; null for a portal session.',
  ),
  user: described(
    v.nullable(
      v.object({
        id: described(v.string(), 'The user, `usr_…`.'),
        email: described(v.string(), 'Their e-mail address.'),
      }),
    ),
    'Who is signed in; null for a key.',
  ),
  mode: described(modeSchema, 'Which mode it looks at.'),
  scopes: described(v.array(v.string()), 'What it may do; `all` is written out.'),
  organisation: described(
    v.object({
      id: described(v.string(), 'The organisation, `org_…`.'),
      name: described(v.string(), 'Its name.'),
      status: described(organisationStatus, 'Whether it can write.'),
      timeZone: described(v.string(), 'Its time zone (IANA), e.g. `Europe/Amsterdam`.'),
    }),
    'The organisation that it is about.',
  ),
  now: described(dateTime, 'What the clock of the mode shows, RFC 3339 in UTC: in test mode the test clock.'),
})

const testClock = {
  now: described(dateTime, 'What the test clock shows, RFC 3339 in UTC.'),
  realNow: described(dateTime, 'Real time, RFC 3339 in UTC.'),
  offsetMs: described(v.pipe(v.number(), v.integer()), 'How far it is ahead of real time, in ms.'),
  nextCutoffAt: described(
    v.nullable(dateTime),
    'The earliest cutoff of an open test run that holds items, RFC 3339 in UTC; null if there is none.',
  ),
  advancingTo: described(
    v.nullable(dateTime),
    'Where an advance that took longer than two seconds is going, RFC 3339 in UTC; null if none is under way.',
  ),
  waitingJobs: described(
    v.pipe(v.number(), v.integer()),
    'Jobs of test mode that are due and have not ended yet.',
  ),
}
export const testClockSchema = namedObject('TestClock', 'The organisation’s clock of test mode.', testClock)

export const testClockAdvanceInput = namedStrictObject(
  'TestClockAdvance',
  'How far to advance: exactly one of `to` and `by`.',
  {
    to: described(
      v.optional(v.pipe(v.string(), v.maxLength(40))),
      'A time to come, RFC 3339, or `next-cutoff`.',
    ),
    by: described(
      v.optional(v.pipe(v.string(), v.maxLength(40))),
      'ISO 8601 duration of weeks, days, hours, minutes and seconds, e.g. `P3D`.',
    ),
  },
)

export const testClockAdvanceSchema = namedObject('TestClockAdvanced', 'The test clock after an advance.', {
  ...testClock,
  done: described(v.boolean(), 'False if it takes longer than two seconds: the rest goes on by itself.'),
  ranJobs: described(v.pipe(v.number(), v.integer()), 'How many jobs ran on the way.'),
})

export const simulatedEvents = [
  'RETURNED',
  'NOT_SENT',
  'FAILED',
  'SCAN',
  'HANDED_TO_CARRIER',
  'COMPLETED',
] as const

export const simulateInput = namedStrictObject('ItemSimulate', 'What to simulate.', {
  event: described(v.picklist(simulatedEvents), 'What happens to the item.'),
})
