import * as v from 'valibot'
import { allScopes, scopesOf } from '../../engine/access/scopes.ts'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { ApiKeyRow } from '../../model/access.ts'
import { mode as modeSchema } from '../../model/wire-enums.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())

/** Keys that work at once, in one organisation. */
export const maxActiveKeys = 100
export const rotation = { defaultHours: 24, maxHours: 168 } as const

const key = {
  id: v.string(),
  name: v.string(),
  mode: modeSchema,
  /** The first characters, by which people tell keys apart. */
  prefix: v.string(),
  scopes: v.array(v.string()),
  status: named(
    'ApiKeyStatus',
    '`ACTIVE`: works; `EXPIRED`: its time is over; `REVOKED`: taken out of use.',
    v.picklist(['ACTIVE', 'EXPIRED', 'REVOKED']),
  ),
  /** The user who made it; null where the command line did. */
  createdById: v.nullable(v.string()),
  createdAt: dateTime,
  expiresAt: v.nullable(dateTime),
  revokedAt: v.nullable(dateTime),
}
export const apiKeySchema = namedObject('ApiKey', 'An API key, without its text.', key)
export const newApiKeySchema = namedObject(
  'ApiKeyWithSecret',
  'A new API key with its text, which is shown this once.',
  { ...key, ...shownOnce('key') },
)
export const keyAgain: ShownOnce = {
  field: 'key',
  again: 'The key was shown once and is kept nowhere. Rotate it (developers.rotateKey) to get another.',
}

export const apiKeyInput = namedStrictObject('ApiKeyCreate', 'A new API key.', {
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  mode: modeSchema,
  /** `all`: every scope of an organisation, later ones too; or names. */
  scopes: v.union([v.literal(allScopes), v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(50))]),
})

export const rotateInput = v.optional(
  namedStrictObject('ApiKeyRotate', 'How long the old key keeps working.', {
    /** How long the old key goes on beside the new one. */
    overlapHours: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(rotation.maxHours)),
      rotation.defaultHours,
    ),
  }),
  {},
)

export const apiKeyToWire = (row: ApiKeyRow, now: number): v.InferOutput<typeof apiKeySchema> => ({
  id: row.id,
  name: row.name,
  mode: row.mode,
  prefix: row.prefix,
  scopes: scopesOf(row),
  status: row.revokedAt !== null ? 'REVOKED' : isExpired(row, now) ? 'EXPIRED' : 'ACTIVE',
  createdById: row.createdById,
  createdAt: toDateTime(row.createdAt),
  expiresAt: toDateTimeOrNull(row.expiresAt),
  revokedAt: toDateTimeOrNull(row.revokedAt),
})

export const isExpired = (row: ApiKeyRow, now: number): boolean =>
  row.expiresAt !== null && row.expiresAt <= now
