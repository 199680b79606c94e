import * as v from 'valibot'

const dateTime = v.pipe(v.string(), v.isoTimestamp())

/** What a key, or a session, is told about itself. */
export const whoamiSchema = v.object({
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
  mode: v.picklist(['live', 'test']),
  /** Every scope it has, `all` written out. */
  scopes: v.array(v.string()),
  organisation: v.object({
    id: v.string(),
    name: v.string(),
    status: v.picklist(['ACTIVE', 'SUSPENDED']),
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
export const testClockSchema = v.object(testClock)

export const testClockAdvanceInput = v.strictObject({
  /** RFC 3339, or `next-cutoff`. */
  to: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** ISO 8601 duration of weeks, days, hours, minutes and seconds, e.g. `P3D`. */
  by: v.optional(v.pipe(v.string(), v.maxLength(40))),
})

export const testClockAdvanceSchema = v.object({
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

export const simulateInput = v.strictObject({ event: v.picklist(simulatedEvents) })
