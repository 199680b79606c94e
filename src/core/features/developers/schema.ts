import * as v from 'valibot'
import { dateTime, described, fields, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { mode as modeSchema, organisationStatus } from '../../model/wire-enums.ts'

export const whoamiSchema = namedObject('Whoami', 'A key or session and its permissions.', {
  key: described(
    v.nullable(
      v.object({
        id: described(v.string(), 'The key’s id, `key_…`.'),
        name: described(v.string(), 'Display name.'),
        prefix: described(v.string(), 'The first characters of the key, to recognise it.'),
        createdAt: fields.createdAt,
      }),
    ),
    'The calling key; null for a portal session.',
  ),
  user: described(
    v.nullable(
      v.object({
        id: described(v.string(), 'The user, `usr_…`.'),
        email: described(v.string(), 'The user’s e-mail address.'),
      }),
    ),
    'The signed-in user; null for a key.',
  ),
  mode: described(modeSchema, 'Mode of the call.'),
  scopes: described(v.array(v.string()), 'Scopes; `all` is expanded.'),
  organisation: described(
    v.object({
      id: described(v.string(), 'The organisation, `org_…`.'),
      name: described(v.string(), 'Name of the organisation.'),
      status: described(organisationStatus, 'Status of the organisation.'),
      timeZone: described(v.string(), 'Time zone (IANA), e.g. `Europe/Amsterdam`.'),
    }),
    'The organisation of the call.',
  ),
  now: described(dateTime, 'Current time of the mode, RFC 3339 in UTC; in test mode that of the test clock.'),
})

const testClock = {
  now: described(dateTime, 'Time of the test clock, RFC 3339 in UTC.'),
  realNow: described(dateTime, 'Real time, RFC 3339 in UTC.'),
  offsetMs: described(v.pipe(v.number(), v.integer()), 'Offset from real time in ms.'),
  nextCutoffAt: described(
    v.nullable(dateTime),
    'The earliest cutoff of an open test run with items, RFC 3339 in UTC; null if there is none.',
  ),
  advancingTo: described(
    v.nullable(dateTime),
    'Target of an unfinished advance that took longer than two seconds, RFC 3339 in UTC; null if there is none.',
  ),
  waitingJobs: described(v.pipe(v.number(), v.integer()), 'Due jobs of test mode that have not ended.'),
}
export const testClockSchema = namedObject('TestClock', 'The organisation’s clock of test mode.', testClock)

export const testClockAdvanceInput = namedStrictObject(
  'TestClockAdvance',
  'How far to advance: either `to` or `by`.',
  {
    to: described(
      v.optional(v.pipe(v.string(), v.maxLength(40))),
      'A future time, RFC 3339, or `next-cutoff`.',
    ),
    by: described(
      v.optional(v.pipe(v.string(), v.maxLength(40))),
      'ISO 8601 duration of weeks, days, hours, minutes and seconds, e.g. `P3D`.',
    ),
  },
)

export const testClockAdvanceSchema = namedObject('TestClockAdvanced', 'The test clock after an advance.', {
  ...testClock,
  done: described(
    v.boolean(),
    'False if the advance takes longer than two seconds and continues in the background.',
  ),
  ranJobs: described(v.pipe(v.number(), v.integer()), 'Number of jobs that ran.'),
})

export const simulatedEvents = [
  'RETURNED',
  'NOT_SENT',
  'FAILED',
  'SCAN',
  'HANDED_TO_CARRIER',
  'COMPLETED',
] as const

export const simulateInput = namedStrictObject('ItemSimulate', 'An event to simulate.', {
  event: described(v.picklist(simulatedEvents), 'The event.'),
})
