import type { Core } from '../../src/core/app/index.ts'
import {
  createAccount,
  listUsers,
  type NewAccount,
  resetLinkOf,
  resetSecondFactor,
  setOperator,
  setUserStatus,
} from '../../src/core/features/people/user-admin.ts'
import { toDateTime, toDateTimeOrNull } from '../../src/core/kernel/time.ts'
import type { UserRow } from '../../src/core/model/people.ts'

/** The commands about users. */
export const userCommands = {
  'user.create': async ({ services }: Core, args: NewAccount) => {
    const { user, permissions, link, mailed } = await createAccount(services, args)
    return { ...userToJson(user), permissions, link, mailed }
  },
  'user.list': async ({ services }: Core) => (await listUsers(services)).map(userToJson),
  'user.status': async ({ services }: Core, args: { email: string; status: UserRow['status'] }) =>
    userToJson(await setUserStatus(services, args.email, args.status)),
  'user.resetLink': async ({ services }: Core, { email }: { email: string }) => ({
    email,
    link: await resetLinkOf(services, email),
  }),
  'user.resetSecondFactor': async ({ services }: Core, { email }: { email: string }) =>
    userToJson(await resetSecondFactor(services, email)),
  'user.operator': async (
    { services }: Core,
    { email, ...given }: { email: string; scopes: string[]; existing: boolean },
  ) => {
    const { user, link, mailed } = await setOperator(services, email, given)
    return { ...userToJson(user), link, mailed }
  },
}

/** A user without the password's hash. */
const userToJson = (user: UserRow) => ({
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
