import * as v from 'valibot'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { mode as modeSchema, organisationStatus } from '../../model/wire-enums.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())

export const whoamiSchema = namedObject('Whoami', 'What a key or session is, and what it may do.', {
  /** null of a portal session. */
  key: v.nullable(
    v.object({
      id: v.string(),
      name: v.string(),
      /** The first characters of the key, by which people tell keys apart. */
      prefix: v.string(),
      createdAt: dateTime,
    }),
  ),
  /** Who is signed in; null of a key. */
  user: v.nullable(v.object({ id: v.string(), email: v.string() })),
  mode: modeSchema,
  /** Every scope it has, `all` written out. */
  scopes: v.array(v.string()),
  organisation: v.object({
    id: v.string(),
    name: v.string(),
    status: organisationStatus,
    timeZone: v.string(),
  }),
  /** What the clock of the key's mode shows: of a test key, the organisation's test clock. */
  now: dateTime,
})

const testClock = {
  /** What the test clock shows. */
  now: dateTime,
  realNow: dateTime,
  /** ms that it is ahead of real time. */
  offsetMs: v.pipe(v.number(), v.integer()),
  /** The earliest cutoff of an open test run that holds items; null where there is none. */
  nextCutoffAt: v.nullable(dateTime),
  /** Where an advance that took longer than two seconds is going; null when none is under way. */
  advancingTo: v.nullable(dateTime),
  /** Jobs of test mode that are due and have not ended yet. */
  waitingJobs: v.pipe(v.number(), v.integer()),
}
export const testClockSchema = namedObject('TestClock', 'The organisation’s clock of test mode.', testClock)

export const testClockAdvanceInput = namedStrictObject(
  'TestClockAdvance',
  'How far to advance: exactly one of `to` and `by`.',
  {
    /** RFC 3339, or `next-cutoff`. */
    to: v.optional(v.pipe(v.string(), v.maxLength(40))),
    /** ISO 8601 duration of weeks, days, hours, minutes and seconds, e.g. `P3D`. */
    by: v.optional(v.pipe(v.string(), v.maxLength(40))),
  },
)

export const testClockAdvanceSchema = namedObject('TestClockAdvanced', 'The test clock after an advance.', {
  ...testClock,
  /** False where it takes longer than two seconds: what is due goes on by itself. */
  done: v.boolean(),
  ranJobs: v.pipe(v.number(), v.integer()),
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
  event: v.picklist(simulatedEvents),
})
