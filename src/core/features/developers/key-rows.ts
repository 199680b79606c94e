import type { Caller } from '../../engine/caller.ts'
import { found, problem } from '../../kernel/errors.ts'
import { isNull } from '../../kernel/query.ts'
import type { ApiKeyRow } from '../../model/api-keys.ts'
import type { Rows } from '../../ports/store.ts'
import { isExpired, maxActiveKeys } from './key-schema.ts'

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
  throw problem(
    'insufficient_scope',
    'You did not make this API key. Its maker may do this, or a member with organisation.manage.',
  )
}

export const assertRoomForKey = async (rows: Rows, shared: Shared, now: number): Promise<void> => {
  const standing = await rows.apiKeys.find(shared, { revokedAt: isNull })
  if (standing.filter((key) => !isExpired(key, now)).length >= maxActiveKeys) {
    throw problem('invalid_state', `The organisation has ${maxActiveKeys} keys that work: revoke some first.`)
  }
}
