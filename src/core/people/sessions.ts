import { hashOfKey } from '../access/authenticate.ts'
import { sessionMs } from '../access/session.ts'
import type { Client, SessionChange } from '../context.ts'
import { everyone, type WritableRows } from '../ports/store.ts'
import type { Services } from '../services.ts'
import type { SessionRow } from './store.ts'

export interface NewSession {
  userId: string
  client: Client
  /** The organisation to begin in. */
  organisationId?: string | null
}

/** Signs a user in: a new token every time, whatever the browser sent, so that nobody can plant one. */
export const beginSession = async (
  services: Services,
  rows: WritableRows,
  { userId, client, organisationId = null }: NewSession,
): Promise<{ session: SessionRow; change: SessionChange }> => {
  const now = services.clock.now()
  const token = services.ids.secret('lss_')
  const session: SessionRow = {
    id: services.ids.next('ses'),
    userId,
    tokenHash: hashOfKey(services, token),
    organisationId,
    address: client.address,
    userAgent: client.userAgent,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + sessionMs,
  }
  if (client.sessionToken !== undefined) {
    const before = hashOfKey(services, client.sessionToken)
    await rows.sessions.remove(everyone, [{ field: 'tokenHash', op: 'eq', value: before }])
  }
  await rows.sessions.insert(session)
  return { session, change: { sessionToken: token, maxAgeSeconds: sessionMs / 1000 } }
}
