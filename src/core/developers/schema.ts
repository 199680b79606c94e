import * as v from 'valibot'

const dateTime = v.pipe(v.string(), v.isoTimestamp())

/** What a key is told about itself. */
export const whoamiSchema = v.object({
  key: v.object({
    id: v.string(),
    name: v.string(),
    /** The first characters of the key, by which people tell keys apart. */
    prefix: v.string(),
    createdAt: dateTime,
  }),
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
