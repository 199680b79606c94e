import type { Core } from '../../src/core/app/index.ts'
import { userToWire } from '../../src/core/features/people/user-accounts.ts'
import {
  createAccount,
  listUsers,
  type NewAccount,
  resetLinkOf,
  resetSecondFactor,
  setOperator,
  setUserStatus,
} from '../../src/core/features/people/user-admin.ts'
import type { UserRow } from '../../src/core/model/people.ts'

/** The commands about users. */
export const userCommands = {
  'user.create': async ({ services }: Core, args: NewAccount) => {
    const { user, permissions, link, mailed } = await createAccount(services, args)
    return { ...userToWire(user), permissions, link, mailed }
  },
  'user.list': async ({ services }: Core) => (await listUsers(services)).map(userToWire),
  'user.status': async ({ services }: Core, args: { email: string; status: UserRow['status'] }) =>
    userToWire(await setUserStatus(services, args.email, args.status)),
  'user.resetLink': async ({ services }: Core, { email }: { email: string }) => ({
    email,
    link: await resetLinkOf(services, email),
  }),
  'user.resetSecondFactor': async ({ services }: Core, { email }: { email: string }) =>
    userToWire(await resetSecondFactor(services, email)),
  'user.operator': async (
    { services }: Core,
    { email, ...given }: { email: string; scopes: string[]; existing: boolean },
  ) => {
    const { user, link, mailed } = await setOperator(services, email, given)
    return { ...userToWire(user), link, mailed }
  },
}
