import type { ApiKeyRow } from '../../model/api-keys.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import { isOperatorScope } from './scopes.ts'

/** Revokes a key for good and returns its row; a revoked key stays as it is. */
export const markRevoked = async (
  services: Services,
  rows: WritableRows,
  key: ApiKeyRow,
): Promise<ApiKeyRow> => {
  if (key.revokedAt !== null) return key
  const revokedAt = services.clock.now()
  await rows.apiKeys.update(key, key.id, { revokedAt })
  return { ...key, revokedAt }
}

/** Revokes every key with an operator's scope that this user created. */
export const revokeOperatorKeys = async (
  services: Services,
  rows: WritableRows,
  userId: string,
): Promise<void> => {
  const made = await rows.apiKeys.find(everyone, { createdById: userId })
  for (const key of made.filter(({ scopes }) => scopes.some(isOperatorScope))) {
    await markRevoked(services, rows, key)
  }
}
