import * as v from 'valibot'
import { operatorScopes } from '../../engine/access/scopes.ts'
import { operatorActor } from '../../engine/audit/changes.ts'
import { takeOrganisations } from '../../engine/locks.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { invalid, problem } from '../../kernel/errors.ts'
import type { UserRow } from '../../model/people.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import { permissionsOfNamed } from './granting.ts'
import { linkTo, setupLinkMs } from './links.ts'
import { membershipOf, newMember } from './members.ts'
import { assertUsablePassword, hashPassword, newPassword } from './password.ts'
import { gains, type Promoted, promote } from './promotion.ts'
import { endResetLinks, newResetLink } from './resets.ts'
import { removeFactors } from './second-factor.ts'
import { endOtherSessions } from './sessions.ts'
import { emailAddress, newUser, personName, userByEmail } from './users.ts'

/** User accounts as operators manage them from the command line. */

const accountInput = v.strictObject({
  email: emailAddress,
  name: v.optional(personName),
  organisationId: v.optional(v.pipe(v.string(), v.maxLength(40))),
  roles: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(10)), ['owner']),
  password: v.optional(newPassword),
  operator: v.optional(v.boolean(), false),
  /** Refers to an existing account instead of a new one. */
  existing: v.optional(v.boolean(), false),
})
export type NewAccount = v.InferInput<typeof accountInput>
type Account = v.InferOutput<typeof accountInput>

export interface CreatedAccount extends Promoted {
  /** Permissions of the user in the named organisation; empty where none was named. */
  permissions: readonly string[]
}

/**
 * Creates a user. With `existing`, adds an existing user to another organisation or makes that user an
 * operator. Throws 404 for an unknown organisation or user, 422 for invalid input, 409 where there is nothing
 * to change and where the address has an account although `existing` is not set.
 */
export const createAccount = async (services: Services, input: NewAccount): Promise<CreatedAccount> => {
  const account = parse(accountInput, input, 'body')
  const { email, organisationId, password, operator } = account
  if (password !== undefined) await assertUsablePassword(password, email)
  if (organisationId === undefined && !operator) {
    throw invalid('organisationId', 'Name an organisation, or make the user an operator.', 'required')
  }
  const passwordHash = password === undefined ? null : await hashPassword(services, password)
  return transact(
    services,
    async (transaction) => {
      const { rows } = transaction
      const there = await accountThere(rows, account)
      const user =
        there ?? newUser(services, { email, name: account.name ?? email.split('@')[0]!, passwordHash })
      if (!there) await rows.users.insert(user)
      const permissions = organisationId === undefined ? [] : await letIn(services, rows, user, account)
      const scopes = operator ? operatorScopes : user.operatorScopes
      const anew = there !== undefined && (gains(there, scopes) || there.verifiedAt === null)
      return { ...(await promote(services, transaction, user, { scopes, anew })), permissions }
    },
    operatorActor,
  )
}

/** The account of this address, where an existing one is meant. */
const accountThere = async (
  rows: Rows,
  { email, password, existing }: Account,
): Promise<UserRow | undefined> => {
  const there = await userByEmail(rows, email)
  if (!there) return existing ? unknown(email) : undefined
  if (password !== undefined) {
    throw problem('invalid_state', `${there.email} has an account; user reset-link sets a new password.`)
  }
  if (!existing) throw hasAccount(there)
  assertActive(there)
  return there
}

/** Makes a user a member of the named organisation; returns the resulting permissions. */
const letIn = async (
  services: Services,
  rows: WritableRows,
  user: UserRow,
  { organisationId = '', roles }: Account,
): Promise<string[]> => {
  const shared = { organisationId }
  // A new beginning for the account also ends the API keys that the user made, in every organisation.
  const made = await rows.apiKeys.find(everyone, { createdById: user.id }, { lock: 'none' })
  await takeOrganisations(rows, [organisationId, ...made.map((key) => key.organisationId)])
  if (!(await rows.organisations.get(everyone, organisationId))) {
    throw problem('not_found', `There is no organisation ${organisationId}.`)
  }
  const permissions = await permissionsOfNamed(rows, shared, roles)
  if (await membershipOf(rows, shared, user.id)) {
    throw problem('invalid_state', `${user.email} is a member of it already.`)
  }
  await rows.members.insert(newMember(services, shared, user.id, roles))
  return permissions
}

/** All users, the oldest first. */
export const listUsers = (services: Services): Promise<UserRow[]> =>
  services.store.read((rows) => rows.users.find(everyone, {}, { order: [{ field: 'createdAt' }] }))

/**
 * Enables or disables a user, and ends every session and reset link of the user. Throws 404 for an unknown
 * address.
 */
export const setUserStatus = (
  services: Services,
  email: string,
  status: UserRow['status'],
): Promise<UserRow> =>
  transact(
    services,
    async ({ rows }) => {
      const user = (await userByEmail(rows, email)) ?? unknown(email)
      await rows.users.update(everyone, user.id, { status, updatedAt: services.clock.now() })
      if (status === 'DISABLED') {
        await endResetLinks(rows, user.id)
        await endOtherSessions(rows, user.id, undefined)
      }
      return { ...user, status }
    },
    operatorActor,
  )

const operatorInput = v.strictObject({
  scopes: v.array(v.picklist(operatorScopes)),
  existing: v.optional(v.boolean(), false),
})

/**
 * Sets the operator scopes of a user; an empty list ends them. Giving scopes requires `existing`, because the
 * account may belong to a person other than the owner of the address. Throws 404 for an unknown address, 409
 * without `existing`, 422 for an unknown scope.
 */
export const setOperator = async (
  services: Services,
  email: string,
  input: { scopes: readonly string[]; existing?: boolean },
): Promise<Promoted> => {
  const { scopes, existing } = parse(operatorInput, input, 'body')
  return transact(
    services,
    async (transaction) => {
      const user = (await userByEmail(transaction.rows, email)) ?? unknown(email)
      const anew = gains(user, scopes)
      if (anew && !existing) throw hasAccount(user)
      if (anew) assertActive(user)
      return promote(services, transaction, user, { scopes: [...new Set(scopes)], anew })
    },
    operatorActor,
  )
}

/** A link that sets a new password, for an operator to hand over. Throws 404 for an unknown address. */
export const resetLinkOf = (services: Services, email: string): Promise<string> =>
  transact(services, async ({ rows }) => {
    const user = (await userByEmail(rows, email)) ?? unknown(email)
    assertActive(user)
    return linkTo(
      services,
      'reset-password',
      (await newResetLink(services, rows, user.id, { mailed: false })).id,
    )
  })

/**
 * Removes the second factor of a user who has lost the authenticator and the recovery codes. All sessions and
 * reset links of the user end; the next sign-in needs the password alone. Throws 404 for an unknown address,
 * 409 for a user without a second factor.
 */
export const resetSecondFactor = (services: Services, email: string): Promise<UserRow> =>
  transact(
    services,
    async ({ rows }) => {
      const { id } = (await userByEmail(rows, email)) ?? unknown(email)
      const user = (await rows.users.get(everyone, id, { lock: 'wait' }))!
      if (user.secondFactorAt === null) {
        throw problem('invalid_state', `${user.email} has no second factor.`)
      }
      const patch = { secondFactorAt: null, updatedAt: services.clock.now() }
      await rows.users.update(everyone, id, patch)
      await removeFactors(rows, id)
      await endResetLinks(rows, id)
      await endOtherSessions(rows, id, undefined)
      return { ...user, ...patch }
    },
    operatorActor,
  )

/** A link that creates the first user; undefined where a user exists. Earlier links stop working. */
export const newSetupLink = async (services: Services): Promise<string | undefined> => {
  const some = await services.store.read((rows) => rows.users.find(everyone, {}, { limit: 1 }))
  if (some.length > 0) return undefined
  const now = services.clock.now()
  const id = services.ids.next('lnk')
  await transact(services, async ({ rows }) => {
    await rows.links.remove(everyone, { purpose: 'SETUP' })
    const times = { createdAt: now, expiresAt: now + setupLinkMs }
    await rows.links.insert({ id, purpose: 'SETUP', userId: null, mailed: false, ...times })
  })
  return linkTo(services, 'setup', id)
}

const assertActive = (user: UserRow): void => {
  if (user.status !== 'ACTIVE') throw problem('invalid_state', `${user.email} is DISABLED.`)
}

const hasAccount = ({ email, verifiedAt }: UserRow) =>
  problem(
    'invalid_state',
    `${email} has an account already, and ${
      verifiedAt === null
        ? 'that address was never verified: another person may have made the account'
        : 'it may belong to another person by now'
    }. If you mean this account, say --existing.`,
  )

const unknown = (email: string): never => {
  throw problem('not_found', `There is no user ${email}.`)
}
