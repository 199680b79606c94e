import * as v from 'valibot'
import { authenticateSession } from '../../../engine/access/session.ts'
import type { SecurityEvent } from '../../../engine/audit/security-log.ts'
import { type Client, hashOfKey } from '../../../engine/caller.ts'
import type { ProcessContext, PublicContext } from '../../../engine/context.ts'
import type { Services } from '../../../engine/services.ts'
import { invalid, Problem, problem } from '../../../kernel/errors.ts'
import { described } from '../../../kernel/wire-schema.ts'
import type { UserRow } from '../../../model/people.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { anyPassword, hashPassword, verifyPassword } from '../accounts/password.ts'
import { checkSecondFactor, type Passed } from '../accounts/second-factor.ts'
import { countAttempt, newDevice } from '../accounts/sign-in-attempts.ts'
import { emailKeyOf, userByEmail, userById } from '../accounts/users.ts'
import { factorCode } from '../schema.ts'
import { peopleProblems, peopleSentences } from '../sentences.ts'
import { beginSession, endOtherSessions } from './sessions.ts'

/** Throws 403 for requests from other sites, which could sign the browser in to the attacker's account. */
export const refuseOtherSites = (client: Client): void => {
  if (client.origin === 'own') return
  throw problem(peopleProblems.sentence('cross_site_refused.sign_in'))
}

interface PasswordPassed {
  user: UserRow
  /** Locks the user. Throws 401 if the password changed or the account was disabled since the check. */
  confirm(rows: WritableRows): Promise<void>
  /** Undoes the counted attempt; `confirm` does so too. */
  forgive(rows: WritableRows): Promise<void>
}

/**
 * Checks a password and counts the attempt. Throws the same 401 for wrong passwords, unknown addresses and
 * disabled accounts; and 429.
 */
export const checkPassword = async (
  services: Services,
  client: Client,
  email: string,
  password: string,
): Promise<PasswordPassed> => {
  // Logged by id, because users sometimes type the password into the address field.
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
      // The password may have changed since it was checked, or the account may have been disabled.
      if (now?.passwordHash !== user.passwordHash || now.status !== 'ACTIVE') throw signInFailed()
      if (rehashed !== undefined) await rows.users.update(everyone, user.id, { passwordHash: rehashed })
      await attempt.forgive(rows)
    },
  }
}

/**
 * Checks a password and the second factor. Only a caller with the right password learns whether there is a
 * second factor. A wrong code counts as a wrong password and towards the limits of `checkSecondFactor`.
 * Throws 401 and 429.
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
 * Checks the caller's password and second factor again. Throws 422 on `currentPassword` or `code`, not 401,
 * because the session is valid; and 429.
 */
export const reauthenticate = async (
  services: Services,
  client: Client,
  caller: { name: string },
  { currentPassword, code }: { currentPassword: string; code?: string | undefined },
): Promise<Passed & { user: UserRow }> => {
  const rethrow = (error: unknown): never => {
    throw asParameterError(error)
  }
  const signIn = { email: caller.name, password: currentPassword, code }
  const { user, confirm } = await checkSignIn(services, client, signIn).catch(rethrow)
  return { user, confirm: (rows) => confirm(rows).catch(rethrow) }
}

/** Returns a 422 that names the parameter to correct for a refused sign-in; other errors unchanged. */
export const asParameterError = (error: unknown): unknown => {
  if (!(error instanceof Problem)) return error
  if (error.code === 'sign_in_failed') {
    return invalid('currentPassword', peopleSentences.sentence('wrong.password'))
  }
  if (error.code === 'second_factor_required') {
    return invalid('code', peopleSentences.sentence('required.second_factor'))
  }
  return error.code === 'second_factor_failed'
    ? invalid('code', peopleSentences.sentence('wrong.second_factor'))
    : error
}

const signInFailed = () => problem(peopleProblems.sentence('sign_in_failed.password'))

/** Begins a session and makes the browser a known one. */
export const signIn = async (
  { services, client, changeSession }: Pick<PublicContext, 'services' | 'client' | 'changeSession'>,
  rows: WritableRows,
  { id }: Pick<UserRow, 'id'>,
  organisationId: string | null = null,
) => {
  const { session, change } = await beginSession(services, rows, { userId: id, client, organisationId })
  await rows.users.update(everyone, id, { lastSignInAt: services.clock.now() })
  // Read again, because the password may just have been set.
  changeSession({ ...change, deviceToken: newDevice(services, await userById(rows, id)) })
  return session
}

/**
 * Ends all other sessions after a change of password or second factor. Gives the browser a new device token,
 * because the change invalidated all of them.
 */
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
 * Returns the id of the session's user; undefined without a valid session. Throws 403 for a session that may
 * only set up a second factor.
 */
export const signedInUser = async (services: Services, client: Client): Promise<string | undefined> => {
  if (client.sessionToken === undefined) return undefined
  const known = await authenticateSession(services, client.sessionToken, {}).catch(() => undefined)
  if (known?.confined) throw known.confined
  return known?.caller.id
}

/**
 * Throws 401 unless the session exists in this transaction: its user may have been promoted or disabled since
 * it was read, and a new session must not outlive that.
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

/** Fields with which a portal user confirms a change of where live mail goes. */
export const proofFields = {
  currentPassword: described(
    v.optional(anyPassword),
    'The user’s own password. Required from a portal session if live mail or a stored secret is redirected; keys send none.',
  ),
  code: described(v.optional(factorCode), 'The code of the user’s second factor, if the account has one.'),
}
export const proofSchema = v.object(proofFields)

export type Proof = Awaited<ReturnType<typeof reauthenticate>>

/**
 * Returns the proof of a portal user; undefined for keys and without a password. Throws as `reauthenticate`.
 */
export const proofOf = async (
  { caller, services, client }: Pick<ProcessContext, 'caller' | 'services' | 'client'>,
  { currentPassword, code }: v.InferOutput<typeof proofSchema>,
): Promise<Proof | undefined> =>
  caller.kind === 'user' && currentPassword !== undefined
    ? reauthenticate(services, client, caller, { currentPassword, code })
    : undefined

/**
 * Throws 422 on `currentPassword` for a portal user without proof: an unattended session must not redirect
 * live mail.
 */
export const assertProven = ({ caller }: Pick<ProcessContext, 'caller'>, proof: Proof | undefined): void => {
  if (caller.kind !== 'user' || proof) return
  throw invalid('currentPassword', peopleSentences.sentence('required.own_password'))
}
