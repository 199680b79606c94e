import type { ApiKeyRow } from '../../model/access.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import { isOperatorScope } from './scopes.ts'

/** Revoked for good; what is revoked already stays as it is. */
export const markRevoked = async (
  services: Services,
  rows: WritableRows,
  key: ApiKeyRow,
): Promise<ApiKeyRow> => {
  if (key.revokedAt !== null) return key
  const revokedAt = services.clock.now()
  await rows.apiKeys.update(everyone, key.id, { revokedAt })
  return { ...key, revokedAt }
}

/** Takes every key of a person's out of use that holds an operator's scope. */
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
