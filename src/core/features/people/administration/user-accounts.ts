import * as v from 'valibot'
import { revokeOperatorKeys } from '../../../engine/access/authority.ts'
import { type OperatorScope, operatorScopes } from '../../../engine/access/permissions.ts'
import type { Caller, Client } from '../../../engine/caller.ts'
import type { Transaction } from '../../../engine/context.ts'
import type { Services } from '../../../engine/services.ts'
import { takeOrganisations } from '../../../engine/transact.ts'
import { found, problem } from '../../../kernel/errors.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import { id } from '../../../kernel/wire-fields.ts'
import { described } from '../../../kernel/wire-schema.ts'
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
import { checkOneself } from '../sessions/sign-in.ts'

/** A user after an operator gave the user a role or scopes. */
export interface Promoted {
  user: UserRow
  /** A link that sets a password; null where one is set, and where the link is mailed. */
  link: string | null
  mailed: boolean
}

/** Whether these scopes include one that the user does not have. */
const gains = (user: UserRow, scopes: readonly string[]): boolean =>
  scopes.some((scope) => !user.operatorScopes.includes(scope))

/**
 * Sets the operator scopes of a user. With `anew`, an account that another person may have prepared is reset
 * first: its password, second factor, sessions, links and operators' keys stop working, and the link for a
 * new password is mailed to the address where a mail server is set.
 */
const promote = async (
  services: Services,
  transaction: Transaction,
  user: UserRow,
  { scopes, anew }: { scopes: readonly string[]; anew: boolean },
): Promise<Promoted> => {
  const { rows } = transaction
  const patch = {
    operatorScopes: [...scopes],
    updatedAt: services.clock.now(),
    ...(anew ? { passwordHash: null, secondFactorAt: null } : {}),
  }
  await rows.users.update(everyone, user.id, patch)
  if (anew) {
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

/*
 * What operators do with the accounts of users, each as part of a transaction: the operations and the command line
 * (`user-admin.ts`) share it.
 */

/** What the command line and the API say about a new account. */
export const accountEntries = {
  email: described(emailAddress, 'The address that the user signs in with.'),
  name: described(
    v.optional(personName),
    'What the user is called, 1 to 120 characters; by default the first part of the address.',
  ),
  organisationId: described(
    v.optional(id),
    'The organisation to make the user a member of, `org_…`. This or `operator`, or both.',
  ),
  roles: described(
    v.optional(roles, ['owner']),
    'The roles in that organisation: built-in ones by name, own ones by id.',
  ),
  operator: described(
    v.optional(v.boolean(), false),
    `Whether the user becomes an operator of the instance, with ${operatorScopes.join(' and ')}.`,
  ),
  existing: described(
    v.optional(v.boolean(), false),
    'True where the address has an account, and that one is meant. If it becomes an operator’s, or its address was never verified, what was set up with it ends: password, second factor, sessions, links and operators’ keys.',
  ),
}
export const accountInput = v.strictObject({ ...accountEntries, password: v.optional(newPassword) })
export type NewAccount = v.InferInput<typeof accountInput>
type Account = v.InferOutput<typeof accountInput>

export interface CreatedAccount extends Promoted {
  /** Permissions of the user in the named organisation; empty where none was named. */
  permissions: readonly string[]
}

/** A user without the password's hash. */
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

/** How a caller says that an existing account is meant: `--existing`, or a field. */
type Saying = string

/** Creates a user; see `createAccount`. */
export const insertAccount = async (
  services: Services,
  transaction: Transaction,
  account: Omit<Account, 'password'>,
  { passwordHash = null, say }: { passwordHash?: string | null; say: Saying },
): Promise<CreatedAccount> => {
  const { rows } = transaction
  const { email, organisationId, operator } = account
  const there = await accountThere(rows, account, passwordHash !== null, say)
  const user = there ?? newUser(services, { email, name: account.name ?? email.split('@')[0]!, passwordHash })
  if (!there) await rows.users.insert(user)
  const permissions = organisationId === undefined ? [] : await letIn(services, rows, user, account)
  const scopes = operator ? operatorScopes : user.operatorScopes
  const anew = there !== undefined && (gains(there, scopes) || there.verifiedAt === null)
  return { ...(await promote(services, transaction, user, { scopes, anew })), permissions }
}

/** The account of this address, where an existing one is meant. */
const accountThere = async (
  rows: Rows,
  { email, existing }: Omit<Account, 'password'>,
  hasPassword: boolean,
  say: Saying,
): Promise<UserRow | undefined> => {
  const there = await userByEmail(rows, email)
  if (!there) return existing ? unknownUser(email) : undefined
  if (hasPassword) {
    throw problem(peopleProblems.say('invalid_state.has_password', { email: there.email }))
  }
  if (!existing) throw hasAccount(there, say)
  assertActive(there)
  return there
}

/** Makes a user a member of the named organisation; returns the resulting permissions. */
const letIn = async (
  services: Services,
  rows: WritableRows,
  user: UserRow,
  { organisationId = '', roles }: Pick<Account, 'organisationId' | 'roles'>,
): Promise<string[]> => {
  const shared = { organisationId }
  // A new beginning for the account also ends the API keys that the user made, in every organisation.
  const made = await rows.apiKeys.find(everyone, { createdById: user.id }, { lock: 'none' })
  await takeOrganisations(rows, [organisationId, ...made.map((key) => key.organisationId)])
  if (!(await rows.organisations.get(everyone, organisationId))) {
    throw problem(peopleProblems.say('not_found.organisation', { id: organisationId }))
  }
  const permissions = await permissionsOfNamed(rows, shared, roles)
  if (await membershipOf(rows, shared, user.id)) {
    throw problem(peopleProblems.say('invalid_state.is_member', { email: user.email }))
  }
  await rows.members.insert(newMember(services, shared, user.id, roles))
  return permissions
}

/** Enables or disables a user; a disabled one loses every session and reset link. */
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

/** Sets the operator scopes of a user; see `setOperator`. */
export const changeOperatorScopes = async (
  services: Services,
  transaction: Transaction,
  user: UserRow,
  { scopes, existing, say }: { scopes: readonly OperatorScope[]; existing: boolean; say: Saying },
): Promise<Promoted> => {
  const anew = gains(user, scopes)
  if (anew && !existing) throw hasAccount(user, say)
  if (anew) assertActive(user)
  return promote(services, transaction, user, { scopes: [...new Set(scopes)], anew })
}

/** A link that sets a new password, for an operator to hand over. Throws 409 for a disabled user. */
export const linkForPassword = async (
  services: Services,
  rows: WritableRows,
  user: UserRow,
): Promise<{ link: string; row: LinkRow }> => {
  assertActive(user)
  const row = await newResetLink(services, rows, user.id, { mailed: false })
  return { link: linkTo(services, 'reset-password', row.id), row }
}

/** Removes the second factor of a user; see `resetSecondFactor`. */
export const dropSecondFactor = async (
  services: Services,
  rows: WritableRows,
  id: string,
): Promise<UserRow> => {
  const user = (await rows.users.get(everyone, id, { lock: 'wait' }))!
  if (user.secondFactorAt === null) {
    throw problem(peopleProblems.say('invalid_state.user_without_factor', { email: user.email }))
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
    throw problem(peopleProblems.say('invalid_state.user_disabled', { email: user.email }))
}

const hasAccount = ({ email, verifiedAt }: UserRow, say: Saying) =>
  problem(
    peopleProblems.say(`invalid_state.${verifiedAt === null ? 'unverified_account' : 'account_of_another'}`, {
      email,
      how: say,
    }),
  )

export const unknownUser = (email: string): never => {
  throw problem(peopleProblems.say('not_found.user', { email }))
}

type Proof = { currentPassword: string; code?: string | undefined }

/**
 * Proof that the operator asks who is signed in: a step that gives access away takes more than a session that
 * was left open. Throws 422 and 429 as `checkOneself` does.
 */
export const proven = (
  { services, client, caller }: { services: Services; client: Client; caller: Caller },
  proof: Proof,
): Promise<Passed> => checkOneself(services, client, caller, proof)

/**
 * Another user whom the caller may do this to. Throws 404 for an unknown id; 409 for the caller, who must not
 * lose what the instance is run with by mistake; 403 for an operator with scopes that the caller lacks.
 */
export const userInReach = async (rows: Rows, caller: Caller, id: string): Promise<UserRow> => {
  const user = found(await rows.users.get(everyone, id), 'user')
  if (user.id === caller.id) {
    throw problem(peopleProblems.say('invalid_state.own_account'))
  }
  assertHolds(caller, user.operatorScopes)
  return user
}
