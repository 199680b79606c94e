import * as v from 'valibot'

const dateTime = v.pipe(v.string(), v.isoTimestamp())

/** SPEC "Envelope": the same in the feed and in every delivery. `data` by type: `data.ts`. */
export const envelopeSchema = v.object({
  id: v.string(),
  type: v.string(),
  version: v.pipe(v.number(), v.integer()),
  createdAt: dateTime,
  organisationId: v.string(),
  /** True for what happened in test mode. */
  isTest: v.boolean(),
  data: v.record(v.string(), v.unknown()),
})
/** An event as the feed and every delivery have it (SPEC "Envelope"): times are RFC 3339, `data` is of its type. */
export type Envelope = v.InferOutput<typeof envelopeSchema>

export const eventParams = v.strictObject({ id: v.pipe(v.string(), v.maxLength(40)) })
