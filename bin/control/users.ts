import type { Core } from '../../src/core/index.ts'
import {
  createAccount,
  listUsers,
  type NewAccount,
  resetLinkOf,
  setOperator,
  setUserStatus,
} from '../../src/core/people/accounts.ts'
import type { UserRow } from '../../src/core/people/store.ts'
import { toDateTime, toDateTimeOrNull } from '../../src/core/time.ts'

/** People, as the command line asks for them. */
export const userCommands = {
  'user.create': async ({ services }: Core, args: NewAccount) => {
    const { user, link } = await createAccount(services, args)
    return { ...userToJson(user), link }
  },
  'user.list': async ({ services }: Core) => (await listUsers(services)).map(userToJson),
  'user.status': async ({ services }: Core, args: { email: string; status: UserRow['status'] }) =>
    userToJson(await setUserStatus(services, args.email, args.status)),
  'user.resetLink': async ({ services }: Core, { email }: { email: string }) => ({
    email,
    link: await resetLinkOf(services, email),
  }),
  'user.operator': async ({ services }: Core, args: { email: string; scopes: string[] }) =>
    userToJson(await setOperator(services, args.email, args.scopes)),
}

/** Without the password's hash. */
const userToJson = (user: UserRow) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  status: user.status,
  operatorScopes: user.operatorScopes,
  createdAt: toDateTime(user.createdAt),
  lastSignInAt: toDateTimeOrNull(user.lastSignInAt),
})
