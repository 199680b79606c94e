import { memoryHash } from '../../src/adapters/memory/sign-in.ts'
import type { Scope } from '../../src/core/engine/access/permissions.ts'
import type { Client } from '../../src/core/engine/caller.ts'
import { newUser } from '../../src/core/features/people/accounts/users.ts'
import { newMember } from '../../src/core/features/people/membership/members.ts'
import type { UserRow } from '../../src/core/model/people.ts'
import type { TestResponse, TestShop } from './shop.ts'

export const password = 'correct horse battery'

/**
 * Creates a user with a password and, unless `roles` is empty, with roles in an organisation (by default the
 * shop's).
 */
export const person = async (
  shop: TestShop,
  email: string,
  options: {
    roles?: string[]
    organisationId?: string
    status?: UserRow['status']
    passwordHash?: string
    verified?: boolean
  } = {},
): Promise<UserRow> => {
  const user: UserRow = {
    ...newUser(shop.services, {
      email,
      name: 'Ada',
      passwordHash: options.passwordHash ?? memoryHash(password),
      verified: options.verified ?? true,
    }),
    status: options.status ?? 'ACTIVE',
  }
  const member = newMember(
    shop.services,
    { organisationId: options.organisationId ?? shop.organisation.id },
    user.id,
    options.roles ?? ['owner'],
  )
  await shop.services.store.write(async (rows) => {
    await rows.users.insert(user)
    if (member.roles.length > 0) await rows.members.insert(member)
  })
  return user
}

/** Returns a browser on a page of the portal; it keeps the cookies that answers set. */
export const browser = (shop: TestShop, address = '192.0.2.1') => {
  const client: Partial<Client> = { address, origin: 'own', userAgent: 'Test' }
  return {
    client,
    async call(operation: string, body?: unknown, params?: Record<string, string>): Promise<TestResponse> {
      const answer = await shop.call(operation, { body, client, ...(params ? { params } : {}) })
      if (answer.session) {
        client.sessionToken = answer.session.sessionToken ?? undefined
        client.deviceToken = answer.session.deviceToken ?? client.deviceToken
      }
      return answer
    },
    signIn(email: string, given = password) {
      return this.call('session.create', { email, password: given })
    },
  }
}

/** Returns the token after the `#` of a link, as a portal page reads it. */
export const tokenIn = (text: string): string => /#([\w-]+)/.exec(text)![1]!

/** Creates a member with exactly these permissions. `dismiss` removes the membership. */
export const memberOf = async (shop: TestShop, permissions: Scope[]) => {
  const session = await shop.portal({ permissions })
  return {
    session,
    dismiss: () =>
      shop.services.store.write((rows) =>
        rows.members.remove({ organisationId: shop.organisation.id }, { userId: session.user.id }),
      ),
  }
}
