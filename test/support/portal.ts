import { memoryHash } from '../../src/adapters/memory/sign-in.ts'
import type { Scope } from '../../src/core/engine/access/permissions.ts'
import { type OperatorScope, operatorScopes } from '../../src/core/engine/access/permissions.ts'
import { noClient } from '../../src/core/engine/caller.ts'
import type { Services } from '../../src/core/engine/services.ts'
import { newUser } from '../../src/core/features/people/accounts/users.ts'
import { beginSession } from '../../src/core/features/people/sessions/sessions.ts'
import type { UserRow } from '../../src/core/model/people.ts'
import { password } from './people.ts'

export interface PortalOptions {
  /** Built-in roles; by default `owner`, but none for an operator or with `permissions`. */
  role?: string | string[]
  /** Exact permissions, as a custom role of the organisation. */
  permissions?: Scope[]
  /** An operator of the instance, with every operator scope or the named ones. */
  operator?: boolean | OperatorScope[]
  /** Id of the organisation; the shop's own by default. */
  organisationId?: string
  email?: string
}

/** A signed-in user, as `shop.call(op, { session })` accepts it. */
export interface PortalSession {
  token: string
  user: UserRow
  id: string
}

/** Creates a user, makes them a member of the organisation if they have roles, and signs them in. */
export const signIn = async (services: Services, options: PortalOptions & { organisationId: string }) => {
  const { operator, organisationId } = options
  const now = services.clock.now()
  const email = options.email ?? `person-${services.ids.secret('').slice(0, 8)}@example.com`
  const user = newUser(services, {
    email,
    name: email.split('@')[0]!,
    passwordHash: memoryHash(password),
    operatorScopes: operator === true ? [...operatorScopes] : operator || [],
    verified: true,
  })
  const own = options.permissions && { id: services.ids.next('rol'), permissions: options.permissions }
  const named = options.role ?? (own || operator ? [] : 'owner')
  const roles = [...(Array.isArray(named) ? named : [named]), ...(own ? [own.id] : [])]
  const memberId = services.ids.next('mbr')
  const times = { createdAt: now, updatedAt: now }
  return services.store.write(async (rows): Promise<PortalSession> => {
    await rows.users.insert(user)
    if (own) await rows.roles.insert({ ...own, organisationId, name: 'Special', ...times })
    if (roles.length > 0) {
      const isOwner = roles.includes('owner')
      await rows.members.insert({
        id: memberId,
        organisationId,
        userId: user.id,
        roles,
        isOwner,
        notices: null,
        ...times,
      })
    }
    const { session, change } = await beginSession(services, rows, {
      userId: user.id,
      client: noClient,
      organisationId,
    })
    return { token: change.sessionToken!, user, id: session.id }
  })
}
