import type { Caller } from '../../engine/caller.ts'
import { found, problem } from '../../kernel/errors.ts'
import { isNull } from '../../kernel/query.ts'
import type { ApiKeyRow } from '../../model/api-keys.ts'
import type { Rows } from '../../ports/store.ts'
import { isExpired, maxActiveKeys } from './key-schema.ts'
import { keyProblems } from './sentences.ts'

type Shared = { organisationId: string }

/** The key with this id in either mode. Throws 404. */
export const apiKeyById = async (rows: Rows, shared: Shared, id: string): Promise<ApiKeyRow> =>
  found(await rows.apiKeys.get(shared, id), 'API key')

/**
 * Throws 403 unless the caller created the key or manages the organisation: only they may revoke or rotate
 * it.
 */
export const assertMayEnd = (caller: Caller, key: ApiKeyRow): void => {
  if (key.createdById === caller.id || caller.scopes.includes('organisation.manage')) return
  throw problem(keyProblems.say('insufficient_scope.not_yours'))
}

export const assertRoomForKey = async (rows: Rows, shared: Shared, now: number): Promise<void> => {
  const standing = await rows.apiKeys.find(shared, { revokedAt: isNull })
  if (standing.filter((key) => !isExpired(key, now)).length >= maxActiveKeys) {
    throw problem(keyProblems.say('invalid_state.too_many_keys', { limit: maxActiveKeys }))
  }
}
