import * as v from 'valibot'
import { allScopes, scopesOf } from '../../engine/access/permissions.ts'
import type { Caller } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { found, invalid, problem } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { ruleSentences } from '../../kernel/problem-sentences.ts'
import { isNotNull, isNull } from '../../kernel/query.ts'
import { fromDateTime, isDateTime, toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import {
  dateTime,
  described,
  fields,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import type { ApiKeyRow } from '../../model/api-keys.ts'
import { mode as modeSchema } from '../../model/wire-enums.ts'
import type { Rows } from '../../ports/store.ts'
import { spendingCap } from '../ledger/spending-caps.ts'
import { keyProblems, keySentences } from './sentences.ts'

/** Limit per organisation. */
export const maxActiveKeys = 100
export const rotation = { defaultHours: 24, maxHours: 168 } as const

const key = {
  id: described(v.string(), 'The key’s id, `key_…`; not the key itself.'),
  name: described(v.string(), 'Display name.'),
  mode: described(modeSchema, 'Mode of the key.'),
  prefix: described(v.string(), 'The first characters of the key, to recognise it, e.g. `svc_test_ab12`.'),
  scopes: described(v.array(v.string()), 'Scopes; `all` is expanded.'),
  status: described(
    named(
      'ApiKeyStatus',
      '`ACTIVE`: works; `EXPIRED`: its expiry has passed; `REVOKED`: revoked.',
      v.picklist(['ACTIVE', 'EXPIRED', 'REVOKED']),
    ),
    'Status of the key.',
  ),
  createdById: described(
    v.nullable(v.string()),
    'The user who created it, `usr_…`; null if created on the command line.',
  ),
  createdAt: fields.createdAt,
  expiresAt: described(v.nullable(dateTime), 'Expiry, RFC 3339 in UTC; null if it does not expire.'),
  revokedAt: described(v.nullable(dateTime), 'Time of revocation, RFC 3339 in UTC; null if not revoked.'),
  spendingCapCents: described(
    v.nullable(integer),
    'Monthly spending cap of its live mail, in cents net of VAT; null without a cap.',
  ),
}
export const apiKeySchema = namedObject('ApiKey', 'An API key, without its text.', key)
export const newApiKeySchema = namedObject(
  'ApiKeyWithSecret',
  'A new API key with its text, which is shown only once.',
  { ...key, ...shownOnce('key') },
)
export const keyAgain: ShownOnce = {
  field: 'key',
  renewal: 'The key was shown once and is not stored. Rotate it with developers.rotateKey to get another.',
}

const expiry = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.check(isDateTime, ruleSentences.message('invalid_value.date_time')),
    ),
  ),
  null,
)

/** Returns the expiry in ms; null for none. Throws 422 for the past. */
export const endOf = (expiresAt: string | null, now: number): number | null => {
  if (expiresAt === null) return null
  const end = fromDateTime(expiresAt)
  if (end <= now) throw invalid('expiresAt', keySentences.sentence('past.expiry'))
  return end
}

export const apiKeyInput = namedStrictObject('ApiKeyCreate', 'A new API key.', {
  name: described(
    v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
    'Display name, 1 to 80 characters.',
  ),
  mode: described(modeSchema, 'Mode of the key, which cannot be changed.'),
  scopes: described(
    v.union([v.literal(allScopes), v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(50))]),
    'Scopes: `all` for every scope of an organisation, including future ones, or names of scopes.',
  ),
  expiresAt: described(expiry, 'Expiry, a future time, RFC 3339; null for none.'),
  spendingCapCents: described(
    v.optional(spendingCap, null),
    'Monthly spending cap of its mail, in cents net of VAT. Items beyond it are HELD (`SPENDING_CAP`). Null for no cap. Only for live keys.',
  ),
})

export const apiKeyPatch = namedStrictObject(
  'ApiKeyUpdate',
  'Changes to an API key. Omitted fields keep their values.',
  {
    spendingCapCents: described(
      v.optional(spendingCap),
      'Monthly spending cap of its mail, in cents net of VAT; null for no cap. Only for live keys.',
    ),
  },
)

export const rotateInput = v.optional(
  namedStrictObject('ApiKeyRotate', 'Options of a rotation.', {
    overlapHours: described(
      v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(rotation.maxHours)),
        rotation.defaultHours,
      ),
      'Hours for which the old key works alongside the new one; 0 ends it immediately.',
    ),
    expiresAt: described(expiry, 'Expiry of the new key, a future time, RFC 3339; null for none.'),
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
  spendingCapCents: row.spendingCapCents,
})

export const isExpired = (row: ApiKeyRow, now: number): boolean =>
  row.expiresAt !== null && row.expiresAt <= now

type Shared = { organisationId: string }

/** Finds a key of either mode. Throws 404. */
export const apiKeyById = async (rows: Rows, shared: Shared, id: string): Promise<ApiKeyRow> =>
  found(await rows.apiKeys.get(shared, id), 'API key')

/** Only the creator and managers may revoke or rotate a key. Throws 403. */
export const assertMayEnd = (caller: Caller, key: ApiKeyRow): void => {
  if (key.createdById === caller.id || caller.scopes.includes('organisation.manage')) return
  throw problem(keyProblems.sentence('insufficient_scope.not_yours'))
}

export const assertRoomForKey = async (rows: Rows, shared: Shared, now: number): Promise<void> => {
  const standing = await rows.apiKeys.find(shared, { revokedAt: isNull })
  if (standing.filter((key) => !isExpired(key, now)).length >= maxActiveKeys) {
    throw problem(keyProblems.sentence('invalid_state.too_many_keys', { limit: maxActiveKeys }))
  }
}

/** Throws 422 for a cap on a test key, whose mail costs nothing. */
export const assertCapFits = (mode: Mode, capCents: number | null | undefined): void => {
  if (mode === 'test' && typeof capCents === 'number') {
    throw invalid('spendingCapCents', keySentences.sentence('not_allowed.test_cap'))
  }
}

/** Stores the number of capped keys with the organisation, so that creating an item needs no query for it. */
export const countCappedKeys = async ({
  rows,
  shared,
}: Pick<WriteContext, 'rows' | 'shared'>): Promise<void> => {
  const cappedKeys = await rows.apiKeys.count(shared, { spendingCapCents: isNotNull })
  await rows.organisations.update(shared, shared.organisationId, { cappedKeys })
}
