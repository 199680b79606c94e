import { hashOfKey } from '../../engine/access/known.ts'
import { authenticateSession } from '../../engine/access/session.ts'
import type { SecurityEvent } from '../../engine/audit/security-log.ts'
import type { PublicContext } from '../../engine/context.ts'
import type { Client } from '../../engine/scope.ts'
import type { Services } from '../../engine/services.ts'
import { invalid, Problem, problem } from '../../kernel/errors.ts'
import type { UserRow } from '../../model/people.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { countAttempt, newDevice } from './guessing.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { checkSecondFactor, type Passed } from './second-factor.ts'
import { beginSession, endOtherSessions } from './sessions.ts'
import { emailKeyOf, userByEmail, userById } from './users.ts'

/** Nobody is signed in by a page of another site: what they then write would be seen by whoever signed them in. */
export const refuseOtherSites = (client: Client): void => {
  if (client.origin === 'own') return
  throw problem('cross_site_refused', 'Send X-Csrf-Protection: 1 from a page of this server.')
}

/** A password that was right when it was looked at. */
interface PasswordPassed {
  user: UserRow
  /** Throws 401 where it is so no longer. */
  confirm(rows: WritableRows): Promise<void>
  /** What `confirm` does too: the attempt was no guess. */
  forgive(rows: WritableRows): Promise<void>
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
): Promise<PasswordPassed> => {
  // By id: what stands in the field for the address may be a password.
  const note = (event: SecurityEvent, known: UserRow | undefined) =>
    services.security.note({ event, subject: known?.id, address: client.address })
  const user = await services.store.read((rows) => userByEmail(rows, email))
  const account = user ?? { emailKey: emailKeyOf(email), passwordSetAt: null, secondFactorAt: null }
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
    forgive: attempt.forgive,
    async confirm(rows) {
      const now = await rows.users.get(everyone, user.id, { lock: 'wait' })
      // Meanwhile the password may have been changed, or the account disabled.
      if (now?.passwordHash !== user.passwordHash || now.status !== 'ACTIVE') throw signInFailed()
      if (rehashed !== undefined) await rows.users.update(everyone, user.id, { passwordHash: rehashed })
      await attempt.forgive(rows)
    },
  }
}

/**
 * The same, with the code of who has a second factor. Whether an account has one shows only to who knows the password; a wrong
 * code counts as a wrong password does, and besides as `checkSecondFactor` says.
 */
export const checkSignIn = async (
  services: Services,
  client: Client,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
): Promise<Passed & { user: UserRow }> => {
  const first = await checkPassword(services, client, email, password)
  const second = await checkSecondFactor(services, client, first.user, code).catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'second_factor_required') {
      await services.store.write((rows) => first.forgive(rows))
    }
    throw error
  })
  return {
    user: first.user,
    async confirm(rows) {
      await first.confirm(rows)
      await second.confirm(rows)
    },
  }
}

/**
 * Whoever is signed in, once more: with the password, and the code of who has a second factor. Throws 422 on `currentPassword` or
 * `code`, since the session itself is good, and 429.
 */
export const checkOneself = async (
  services: Services,
  client: Client,
  caller: { name: string },
  { currentPassword, code }: { currentPassword: string; code?: string | undefined },
): Promise<Passed & { user: UserRow }> => {
  const told = (error: unknown): never => {
    throw asParameter(error)
  }
  const signIn = { email: caller.name, password: currentPassword, code }
  const { user, confirm } = await checkSignIn(services, client, signIn).catch(told)
  return { user, confirm: (rows) => confirm(rows).catch(told) }
}

/** What sign-in refuses, as an error of the parameter that a signed-in person has to mend. */
export const asParameter = (error: unknown): unknown => {
  if (!(error instanceof Problem)) return error
  if (error.code === 'sign_in_failed') {
    return invalid('currentPassword', 'This is not your present password.', 'wrong')
  }
  if (error.code === 'second_factor_required') return invalid('code', error.message, 'required')
  return error.code === 'second_factor_failed' ? invalid('code', error.message, 'wrong') : error
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

/** Every other session ends; the browser's goes on, and the browser is known anew, after what makes others unknown (`guessing.ts`). */
export const keepSession = async (
  { services, client, changeSession }: Pick<PublicContext, 'services' | 'client' | 'changeSession'>,
  rows: WritableRows,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> => {
  await endOtherSessions(rows, userId, sessionId)
  const session = await rows.sessions.get(everyone, sessionId)
  if (!session || client.sessionToken === undefined) return
  changeSession({
    sessionToken: client.sessionToken,
    maxAgeSeconds: Math.ceil((session.expiresAt - services.clock.now()) / 1000),
    deviceToken: newDevice(services, await userById(rows, userId)),
  })
}

/**
 * The user whose session the browser holds; undefined where there is none that still works. Throws 403 where it is good for setting up
 * a second factor only.
 */
export const signedInUser = async (services: Services, client: Client): Promise<string | undefined> => {
  if (client.sessionToken === undefined) return undefined
  const known = await authenticateSession(services, client.sessionToken, {}).catch(() => undefined)
  if (known?.confined) throw known.confined
  return known?.caller.id
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
  const where = { tokenHash: hashOfKey(services, sessionToken) }
  const [session] = await rows.sessions.find(everyone, where, { limit: 1 })
  if (session?.userId !== userId) throw signInFailed()
}
