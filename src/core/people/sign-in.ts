import { hashOfKey } from '../access/authenticate.ts'
import { authenticateSession } from '../access/session.ts'
import type { SecurityEvent } from '../audit/security-log.ts'
import type { Client, PublicContext } from '../context.ts'
import { Problem, problem } from '../errors.ts'
import { everyone, type WritableRows } from '../ports/store.ts'
import type { Services } from '../services.ts'
import { countAttempt, newDevice } from './guessing.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { beginSession } from './sessions.ts'
import type { UserRow } from './store.ts'
import { emailKeyOf, userByEmail, userById } from './users.ts'

/** Nobody is signed in by a page of another site: what they then write would be seen by whoever signed them in. */
export const refuseOtherSites = (client: Client): void => {
  if (client.origin === 'own') return
  throw problem('cross_site_refused', 'Send X-Csrf-Protection: 1 from a page of this server.')
}

/**
 * The user whose password this is. Throws 401 the same way for a wrong password, an unknown address and a disabled
 * account, and 429 for too many attempts.
 */
export const checkPassword = async (
  services: Services,
  client: Client,
  email: string,
  password: string,
): Promise<{ user: UserRow; confirm(rows: WritableRows): Promise<void> }> => {
  // By id: what stands in the field for the address may be a password.
  const note = (event: SecurityEvent, known: UserRow | undefined) =>
    services.security.note({ event, subject: known?.id, address: client.address })
  const user = await services.store.read((rows) => userByEmail(rows, email))
  const account = { emailKey: emailKeyOf(email), passwordSetAt: user?.passwordSetAt ?? null }
  const attempt = await countAttempt(services, account, client).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'rate_limited') note('locked_out', user)
    throw error
  })
  const { ok, outdated } = await verifyPassword(services, password, user?.passwordHash)
  if (!ok || user?.status !== 'ACTIVE') {
    note('sign_in_failed', user)
    throw signInFailed()
  }
  const rehashed = outdated ? await hashPassword(services, password) : undefined
  return {
    user,
    async confirm(rows) {
      const now = await rows.users.get(everyone, user.id, { lock: 'wait' })
      // Meanwhile the password may have been changed, or the account disabled.
      if (now?.passwordHash !== user.passwordHash || now.status !== 'ACTIVE') throw signInFailed()
      if (rehashed !== undefined) await rows.users.update(everyone, user.id, { passwordHash: rehashed })
      await attempt.forgive(rows)
    },
  }
}

const signInFailed = () =>
  problem('sign_in_failed', 'E-mail address and password do not fit. Check both, or ask for a reset link.')

/** Begins a session, and lets the browser be known from now on. */
export const signIn = async (
  { services, client, changeSession }: Pick<PublicContext, 'services' | 'client' | 'changeSession'>,
  rows: WritableRows,
  { id }: Pick<UserRow, 'id'>,
  organisationId: string | null = null,
) => {
  const { session, change } = await beginSession(services, rows, { userId: id, client, organisationId })
  await rows.users.update(everyone, id, { lastSignInAt: services.clock.now() })
  // As it is now: the password may be a moment old.
  changeSession({ ...change, deviceToken: newDevice(services, await userById(rows, id)) })
  return session
}

/** The user whose session the browser holds; undefined where there is none that still works. */
export const signedInUser = async (services: Services, client: Client): Promise<string | undefined> => {
  if (client.sessionToken === undefined) return undefined
  try {
    return (await authenticateSession(services, client.sessionToken, {})).caller.id
  } catch {
    return undefined
  }
}

/**
 * Throws 401 unless the browser's session is still there, in the transaction that relies on it: its user may have been promoted or
 * disabled since it was looked at, and a new session must not outlive that.
 */
export const assertStillSignedIn = async (
  services: Services,
  rows: WritableRows,
  { sessionToken = '' }: Client,
  userId: string,
): Promise<void> => {
  await rows.users.get(everyone, userId, { lock: 'wait' })
  const where = [{ field: 'tokenHash', op: 'eq' as const, value: hashOfKey(services, sessionToken) }]
  const [session] = await rows.sessions.find(everyone, where, { limit: 1 })
  if (session?.userId !== userId) throw signInFailed()
}
