import * as v from 'valibot'
import { revokeOperatorKeys } from '../../../engine/access/authority.ts'
import { type OperatorScope, operatorScopes } from '../../../engine/access/permissions.ts'
import type { Caller, Client } from '../../../engine/caller.ts'
import type { Transaction } from '../../../engine/context.ts'
import type { Services } from '../../../engine/services.ts'
import { takeOrganisations } from '../../../engine/transact.ts'
import { found, problem } from '../../../kernel/errors.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import { described, id } from '../../../kernel/wire-schema.ts'
import type { LinkRow, UserRow } from '../../../model/people.ts'
import { everyone, type Rows, type WritableRows } from '../../../ports/store.ts'
import { linkTo } from '../accounts/links.ts'
import { newPassword } from '../accounts/password.ts'
import { type Passed, removeFactors } from '../accounts/second-factor.ts'
import { emailAddress, newUser, personName, userByEmail } from '../accounts/users.ts'
import { membershipOf, newMember } from '../membership/members.ts'
import { assertHolds, permissionsOfNamed } from '../membership/roles.ts'
import { roles } from '../schema.ts'
import { peopleProblems } from '../sentences.ts'
import { endResetLinks, newResetLink, offerPassword } from '../sessions/password-reset.ts'
import { endOtherSessions } from '../sessions/sessions.ts'
import { reauthenticate } from '../sessions/sign-in.ts'

export interface Promoted {
  user: UserRow
  /** Link to set a password; null if a password is set or the link is mailed. */
  link: string | null
  mailed: boolean
}

const gains = (user: UserRow, scopes: readonly string[]): boolean =>
  scopes.some((scope) => !user.operatorScopes.includes(scope))

/**
 * Sets a user's operator scopes. `reset` is for an account that another user may have prepared: its password,
 * second factor, sessions, links and operator keys stop working, and the link for a new password is mailed if
 * possible.
 */
const promote = async (
  services: Services,
  transaction: Transaction,
  user: UserRow,
  { scopes, reset }: { scopes: readonly string[]; reset: boolean },
): Promise<Promoted> => {
  const { rows } = transaction
  const patch = {
    operatorScopes: [...scopes],
    updatedAt: services.clock.now(),
    ...(reset ? { passwordHash: null, secondFactorAt: null } : {}),
  }
  await rows.users.update(everyone, user.id, patch)
  if (reset) {
    await endOtherSessions(rows, user.id, undefined)
    await endResetLinks(rows, user.id)
    await removeFactors(rows, user.id)
    await revokeOperatorKeys(services, rows, user.id)
  }
  const now: UserRow = { ...user, ...patch }
  if (now.passwordHash !== null) return { user: now, link: null, mailed: false }
  const link = await offerPassword(services, transaction, now)
  return { user: now, link, mailed: link === null }
}

/* The rest is shared by the operations and the command line (`user-admin.ts`), within a transaction. */

export const accountEntries = {
  email: described(emailAddress, 'The address that the user signs in with.'),
  name: described(
    v.optional(personName),
    'The user’s name, 1 to 120 characters. Default: the local part of the address.',
  ),
  organisationId: described(
    v.optional(id),
    'The organisation that the user joins, `org_…`. Set this, `operator` or both.',
  ),
  roles: described(
    v.optional(roles, ['owner']),
    'Roles in that organisation: built-in roles by name, custom roles by id.',
  ),
  operator: described(
    v.optional(v.boolean(), false),
    `Whether the user becomes an operator of the instance, with ${operatorScopes.join(' and ')}.`,
  ),
  existing: described(
    v.optional(v.boolean(), false),
    'True to use the existing account of this address. If it becomes an operator’s, or its address was never verified, its credentials end: password, second factor, sessions, links and operator keys.',
  ),
}
export const accountInput = v.strictObject({ ...accountEntries, password: v.optional(newPassword) })
export type NewAccount = v.InferInput<typeof accountInput>
type Account = v.InferOutput<typeof accountInput>

export interface CreatedAccount extends Promoted {
  /** Permissions in the named organisation; empty if none was named. */
  permissions: readonly string[]
}

export const userToWire = (user: UserRow) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  status: user.status,
  operatorScopes: user.operatorScopes,
  emailVerified: user.verifiedAt !== null,
  secondFactorEnabled: user.secondFactorAt !== null,
  createdAt: toDateTime(user.createdAt),
  lastSignInAt: toDateTimeOrNull(user.lastSignInAt),
})

/** How to confirm that an existing account is meant: the flag `--existing`, or a field. */
type ExistingHint = string

export const insertAccount = async (
  services: Services,
  transaction: Transaction,
  account: Omit<Account, 'password'>,
  { passwordHash = null, how }: { passwordHash?: string | null; how: ExistingHint },
): Promise<CreatedAccount> => {
  const { rows } = transaction
  const { email, organisationId, operator } = account
  const existing = await existingAccount(rows, account, passwordHash !== null, how)
  const user =
    existing ?? newUser(services, { email, name: account.name ?? email.split('@')[0]!, passwordHash })
  if (!existing) await rows.users.insert(user)
  const permissions = organisationId === undefined ? [] : await addMembership(services, rows, user, account)
  const scopes = operator ? operatorScopes : user.operatorScopes
  const reset = existing !== undefined && (gains(existing, scopes) || existing.verifiedAt === null)
  return { ...(await promote(services, transaction, user, { scopes, reset })), permissions }
}

/**
 * Returns the existing account that is meant; undefined for a new one. Throws 404 if `existing` is set for an
 * unknown address, and 409 if an existing account is disabled, is not meant, or would get a password.
 */
const existingAccount = async (
  rows: Rows,
  { email, existing }: Omit<Account, 'password'>,
  hasPassword: boolean,
  how: ExistingHint,
): Promise<UserRow | undefined> => {
  const known = await userByEmail(rows, email)
  if (!known) return existing ? unknownUser(email) : undefined
  if (hasPassword) {
    throw problem(peopleProblems.sentence('invalid_state.has_password', { email: known.email }))
  }
  if (!existing) throw hasAccount(known, how)
  assertActive(known)
  return known
}

/**
 * Adds a user to an organisation and returns the resulting permissions. Throws 404, 409 for a member, and 422
 * for unknown roles.
 */
const addMembership = async (
  services: Services,
  rows: WritableRows,
  user: UserRow,
  { organisationId = '', roles }: Pick<Account, 'organisationId' | 'roles'>,
): Promise<string[]> => {
  const shared = { organisationId }
  // A reset of the account also revokes the API keys that the user made in any organisation.
  const made = await rows.apiKeys.find(everyone, { createdById: user.id }, { lock: 'none' })
  await takeOrganisations(rows, [organisationId, ...made.map((key) => key.organisationId)])
  if (!(await rows.organisations.get(everyone, organisationId))) {
    throw problem(peopleProblems.sentence('not_found.organisation', { id: organisationId }))
  }
  const permissions = await permissionsOfNamed(rows, shared, roles)
  if (await membershipOf(rows, shared, user.id)) {
    throw problem(peopleProblems.sentence('invalid_state.is_member', { email: user.email }))
  }
  await rows.members.insert(newMember(services, shared, user.id, roles))
  return permissions
}

/** Changes a user's status. Disabling ends every session and reset link. */
export const changeUserStatus = async (
  services: Services,
  rows: WritableRows,
  user: UserRow,
  status: UserRow['status'],
): Promise<UserRow> => {
  await rows.users.update(everyone, user.id, { status, updatedAt: services.clock.now() })
  if (status === 'DISABLED') {
    await endResetLinks(rows, user.id)
    await endOtherSessions(rows, user.id, undefined)
  }
  return { ...user, status }
}

export const scopesInput = v.array(v.picklist(operatorScopes))

export const changeOperatorScopes = async (
  services: Services,
  transaction: Transaction,
  user: UserRow,
  { scopes, existing, how }: { scopes: readonly OperatorScope[]; existing: boolean; how: ExistingHint },
): Promise<Promoted> => {
  const reset = gains(user, scopes)
  if (reset && !existing) throw hasAccount(user, how)
  if (reset) assertActive(user)
  return promote(services, transaction, user, { scopes: [...new Set(scopes)], reset })
}

/** Returns a link for a new password, which the operator hands over. Throws 409 for a disabled user. */
export const passwordLink = async (
  services: Services,
  rows: WritableRows,
  user: UserRow,
): Promise<{ link: string; row: LinkRow }> => {
  assertActive(user)
  const row = await newResetLink(services, rows, user.id, { mailed: false })
  return { link: linkTo(services, 'reset-password', row.id), row }
}

export const dropSecondFactor = async (
  services: Services,
  rows: WritableRows,
  id: string,
): Promise<UserRow> => {
  const user = (await rows.users.get(everyone, id, { lock: 'wait' }))!
  if (user.secondFactorAt === null) {
    throw problem(peopleProblems.sentence('invalid_state.user_without_factor', { email: user.email }))
  }
  const patch = { secondFactorAt: null, updatedAt: services.clock.now() }
  await rows.users.update(everyone, id, patch)
  await removeFactors(rows, id)
  await endResetLinks(rows, id)
  await endOtherSessions(rows, id, undefined)
  return { ...user, ...patch }
}

const assertActive = (user: UserRow): void => {
  if (user.status !== 'ACTIVE')
    throw problem(peopleProblems.sentence('invalid_state.user_disabled', { email: user.email }))
}

const hasAccount = ({ email, verifiedAt }: UserRow, how: ExistingHint) =>
  problem(
    peopleProblems.sentence(
      `invalid_state.${verifiedAt === null ? 'unverified_account' : 'account_of_another'}`,
      {
        email,
        how,
      },
    ),
  )

export const unknownUser = (email: string): never => {
  throw problem(peopleProblems.sentence('not_found.user', { email }))
}

type Proof = { currentPassword: string; code?: string | undefined }

/**
 * Requires the caller's password and second factor, since an unattended session must not grant access. Throws
 * as `reauthenticate`.
 */
export const proveIdentity = (
  { services, client, caller }: { services: Services; client: Client; caller: Caller },
  proof: Proof,
): Promise<Passed> => reauthenticate(services, client, caller, proof)

/**
 * Returns a user whom the caller may manage. Throws 404, 409 for the caller's own account, and 403 for users
 * with operator scopes that the caller lacks.
 */
export const manageableUser = async (rows: Rows, caller: Caller, id: string): Promise<UserRow> => {
  const user = found(await rows.users.get(everyone, id), 'user')
  if (user.id === caller.id) {
    throw problem(peopleProblems.sentence('invalid_state.own_account'))
  }
  assertHolds(caller, user.operatorScopes)
  return user
}
