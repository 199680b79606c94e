import * as v from 'valibot'
import { operatorScopes } from '../access/scopes.ts'
import { operatorActor } from '../audit/changes.ts'
import { invalid, problem } from '../errors.ts'
import { everyone } from '../ports/store.ts'
import type { Services } from '../services.ts'
import { transact } from '../transact.ts'
import { parse } from '../validate.ts'
import { permissionsOfNamed } from './granting.ts'
import { linkTo, setupLinkMs } from './links.ts'
import { membershipOf, newMember } from './members.ts'
import { assertUsablePassword, hashPassword, newPassword } from './password.ts'
import { newResetLink } from './resets.ts'
import type { UserRow } from './store.ts'
import { emailAddress, newUser, personName, userByEmail } from './users.ts'

/** What whoever runs the instance does from its command line. */

const accountInput = v.strictObject({
  email: emailAddress,
  name: v.optional(personName),
  organisationId: v.optional(v.pipe(v.string(), v.maxLength(40))),
  roles: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(10)), ['owner']),
  password: v.optional(newPassword),
  operator: v.optional(v.boolean(), false),
})
export type NewAccount = v.InferInput<typeof accountInput>

export interface CreatedAccount {
  user: UserRow
  /** Where no password was given: where to set one. */
  link: string | null
}

/**
 * Makes a user, or lets one who is there into another organisation, or makes them an operator. Throws 404 for an unknown
 * organisation, 422 for what is wrong in the input, 409 where nothing is left to do.
 */
export const createAccount = async (services: Services, input: NewAccount): Promise<CreatedAccount> => {
  const { email, name, organisationId, roles, password, operator } = parse(accountInput, input, 'body')
  if (password !== undefined) assertUsablePassword(password, email)
  if (organisationId === undefined && !operator) {
    throw invalid('organisationId', 'Say which organisation, or make the user an operator.', 'required')
  }
  const passwordHash = password === undefined ? null : await hashPassword(services, password)
  return transact(
    services,
    async ({ rows }) => {
      const there = await userByEmail(rows, email)
      if (there && password !== undefined) {
        throw problem(
          'invalid_state',
          `${there.email} has a password already; user reset-link sets a new one.`,
        )
      }
      const scopes = operator ? operatorScopes : []
      const user =
        there ??
        newUser(services, { email, name: name ?? email.split('@')[0]!, passwordHash, operatorScopes: scopes })
      if (!there) await rows.users.insert(user)
      else if (operator) await rows.users.update(everyone, user.id, { operatorScopes: [...operatorScopes] })
      if (organisationId !== undefined) {
        const shared = { organisationId }
        if (!(await rows.organisations.get(everyone, organisationId))) {
          throw problem('not_found', `There is no organisation ${organisationId}.`)
        }
        await permissionsOfNamed(rows, shared, roles)
        if (await membershipOf(rows, shared, user.id)) {
          throw problem('invalid_state', `${user.email} is a member of it already.`)
        }
        await rows.members.insert(newMember(services, shared, user.id, roles))
      }
      const link = user.passwordHash === null ? await newResetLink(services, rows, user.id) : undefined
      return { user, link: link ? linkTo(services, 'reset-password', link.id) : null }
    },
    operatorActor,
  )
}

/** Oldest first. */
export const listUsers = (services: Services): Promise<UserRow[]> =>
  services.store.read((rows) => rows.users.find(everyone, [], { order: [{ field: 'createdAt' }] }))

/** Every session ends with this answer; `ACTIVE` lets the user sign in again. Throws 404 for an unknown address. */
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
        await rows.sessions.remove(everyone, [{ field: 'userId', op: 'eq', value: user.id }])
      }
      return { ...user, status }
    },
    operatorActor,
  )

const operatorInput = v.strictObject({ scopes: v.array(v.picklist(operatorScopes)) })

/** Makes a user an operator of the instance, or with no scopes no longer. Throws 422 for a scope that is none of them. */
export const setOperator = async (
  services: Services,
  email: string,
  scopes: readonly string[],
): Promise<UserRow> => {
  const named = [...new Set(parse(operatorInput, { scopes }, 'body').scopes)]
  return transact(
    services,
    async ({ rows }) => {
      const user = (await userByEmail(rows, email)) ?? unknown(email)
      await rows.users.update(everyone, user.id, {
        operatorScopes: named,
        updatedAt: services.clock.now(),
      })
      return { ...user, operatorScopes: named }
    },
    operatorActor,
  )
}

/** A link that sets a new password, for whoever runs the instance to hand over. */
export const resetLinkOf = (services: Services, email: string): Promise<string> =>
  transact(services, async ({ rows }) => {
    const user = (await userByEmail(rows, email)) ?? unknown(email)
    if (user.status !== 'ACTIVE') throw problem('invalid_state', `${user.email} is DISABLED.`)
    return linkTo(services, 'reset-password', (await newResetLink(services, rows, user.id)).id)
  })

/** The one link that makes the first user; undefined where there is one. Links before it stop working. */
export const newSetupLink = async (services: Services): Promise<string | undefined> => {
  const some = await services.store.read((rows) => rows.users.find(everyone, [], { limit: 1 }))
  if (some.length > 0) return undefined
  const now = services.clock.now()
  const id = services.ids.next('lnk')
  await transact(services, async ({ rows }) => {
    await rows.links.remove(everyone, [{ field: 'purpose', op: 'eq', value: 'SETUP' }])
    const times = { createdAt: now, expiresAt: now + setupLinkMs }
    await rows.links.insert({ id, purpose: 'SETUP', userId: null, ...times })
  })
  return linkTo(services, 'setup', id)
}

const unknown = (email: string): never => {
  throw problem('not_found', `There is no user ${email}.`)
}
