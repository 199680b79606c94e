import { operatorScopes } from '../../../engine/access/permissions.ts'
import { membershipsOf } from '../../../engine/access/session.ts'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { found, invalid } from '../../../kernel/errors.ts'
import { oneOf } from '../../../kernel/query.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { userStatuses, usersTable } from '../../../model/people.ts'
import { everyone } from '../../../ports/store.ts'
import {
  changeOperatorScopes,
  changeUserStatus,
  dropSecondFactor,
  insertAccount,
  manageableUser,
  passwordLink,
  proveIdentity,
  userToWire,
} from '../administration/user-accounts.ts'
import {
  confirmedInput,
  linkRenewal,
  operatorScopesInput,
  resetLinkSchema,
  userAccessSchema,
  userAccountSchema,
  userCreateInput,
  userDetailSchema,
} from '../administration/user-schema.ts'
import { assertHolds } from '../membership/roles.ts'
import { peopleSentences } from '../sentences.ts'

export const listUserAccounts = defineOperation({
  id: 'users.list',
  method: 'GET',
  path: '/platform/users',
  summary: 'List users',
  description: 'For operators: users of all organisations, the oldest first.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  list: defineList(usersTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: 'createdAt',
    filters: {
      email: {
        type: 'text',
        maxLength: 254,
        operators: ['eq', 'in'],
        column: 'emailKey',
        description: 'The whole address in lower case.',
      },
      search: {
        type: 'text',
        maxLength: 120,
        operators: ['contains'],
        description: 'A part of the name or of the address.',
      },
      status: { type: 'enum', values: userStatuses, operators: ['eq', 'ne'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(userAccountSchema),
  async handler({ rows }, { list }) {
    return toList(list, await rows.users.list(everyone, list), userToWire)
  },
})

export const getUserAccount = defineOperation({
  id: 'users.get',
  method: 'GET',
  path: '/platform/users/{id}',
  summary: 'Get a user with their organisations',
  description: 'For operators.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  params: idParams('The user, `usr_…`.'),
  output: userDetailSchema,
  errors: ['not_found'],
  async handler({ rows }, { params }) {
    const user = found(await rows.users.get(everyone, params.id), 'user')
    const members = await membershipsOf(rows, user.id)
    const ids = members.map(({ organisationId }) => organisationId)
    const organisations = ids.length === 0 ? [] : await rows.organisations.find(everyone, { id: oneOf(ids) })
    return {
      ...userToWire(user),
      organisations: organisations.map(({ id, name, status }) => ({
        id,
        name,
        status,
        roles: members.find(({ organisationId }) => organisationId === id)!.roles,
      })),
    }
  },
})

const nothingGiven = () =>
  invalid('organisationId', peopleSentences.sentence('required.organisation_or_operator'))

export const createUserAccount = defineOperation({
  id: 'users.create',
  method: 'POST',
  path: '/platform/users',
  summary: 'Create a user',
  description:
    'For operators, who confirm with their password. The user joins an organisation, becomes an operator, or both. The link to set a password is mailed, or shown once without a mail server. Operators can grant only operator scopes that they have. An address with an account is refused without `existing`.',
  permission: 'platform.admin',
  rateClass: 'invite',
  audience: 'user',
  effect: 'process',
  body: userCreateInput,
  rules: ({ body }) =>
    body.organisationId === undefined && body.operator !== true ? [...nothingGiven().errors] : [],
  output: userAccessSchema,
  shownOnce: linkRenewal,
  status: 201,
  location: '/platform/users/{id}',
  errors: ['not_found', 'invalid_state'],
  async handler(context, { body }) {
    const { services, caller, transact } = context
    const { currentPassword, code, ...account } = body
    if (account.organisationId === undefined && !account.operator) throw nothingGiven()
    if (account.operator) assertHolds(caller, operatorScopes)
    const { confirm } = await proveIdentity(context, { currentPassword, code })
    return transact(async (transaction) => {
      await confirm(transaction.rows)
      const made = await insertAccount(services, transaction, account, { how: '`existing: true`' })
      const { user, permissions, link, mailed } = made
      return { ...userToWire(user), permissions: [...permissions], link, mailed }
    })
  },
})

export const enableUserAccount = defineOperation({
  id: 'users.enable',
  method: 'POST',
  path: '/platform/users/{id}/enable',
  summary: 'Enable a disabled user',
  description: 'For operators. Ended sessions and links stay ended.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  params: idParams('The user, `usr_…`.'),
  output: userAccountSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, services, caller }, { params }) {
    const user = await manageableUser(rows, caller, params.id)
    return userToWire(await changeUserStatus(services, rows, user, 'ACTIVE'))
  },
})

export const disableUserAccount = defineOperation({
  id: 'users.disable',
  method: 'POST',
  path: '/platform/users/{id}/disable',
  summary: 'Disable a user',
  description:
    'For operators. Immediately ends every session and reset link of the user, who can no longer sign in. Operators cannot disable themselves or operators with scopes that they lack.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  params: idParams('The user, `usr_…`.'),
  output: userAccountSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, services, caller }, { params }) {
    const user = await manageableUser(rows, caller, params.id)
    return userToWire(await changeUserStatus(services, rows, user, 'DISABLED'))
  },
})

export const setOperatorScopes = defineOperation({
  id: 'users.setOperatorScopes',
  method: 'PUT',
  path: '/platform/users/{id}/operator-scopes',
  summary: 'Set a user’s operator scopes',
  description:
    'For operators, who confirm with their password. They can grant and remove only scopes that they have, and not their own. A user who gains a scope is reset: password, second factor, sessions, links and operator keys end, and a link to set a password is mailed, or shown once without a mail server.',
  permission: 'platform.admin',
  rateClass: 'invite',
  audience: 'user',
  effect: 'process',
  params: idParams('The user, `usr_…`.'),
  body: operatorScopesInput,
  output: userAccessSchema,
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params, body }) {
    const { services, caller, transact } = context
    const { scopes, existing } = body
    assertHolds(caller, scopes)
    const { confirm } = await proveIdentity(context, body)
    return transact(async (transaction) => {
      await confirm(transaction.rows)
      const user = await manageableUser(transaction.rows, caller, params.id)
      const change = { scopes, existing, how: '`existing: true`' }
      const { link, mailed, ...given } = await changeOperatorScopes(services, transaction, user, change)
      return { ...userToWire(given.user), permissions: [], link, mailed }
    })
  },
})

export const makeResetLink = defineOperation({
  id: 'users.resetLink',
  method: 'POST',
  path: '/platform/users/{id}/reset-link',
  summary: 'Create a password reset link',
  description:
    'For operators, who confirm with their password. Anyone with the link can act as the user, unless the account has a second factor, so make sure who receives it. Earlier links stop working. Recorded in the platform’s audit log.',
  permission: 'platform.admin',
  rateClass: 'invite',
  audience: 'user',
  effect: 'process',
  params: idParams('The user, `usr_…`.'),
  body: confirmedInput,
  output: resetLinkSchema,
  shownOnce: linkRenewal,
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params, body }) {
    const { services, caller, transact } = context
    const { confirm } = await proveIdentity(context, body)
    return transact(async ({ rows }) => {
      await confirm(rows)
      const user = await manageableUser(rows, caller, params.id)
      const { link, row } = await passwordLink(services, rows, user)
      return { link, expiresAt: toDateTime(row.expiresAt) }
    })
  },
})

export const resetSecondFactorOperation = defineOperation({
  id: 'users.resetSecondFactor',
  method: 'POST',
  path: '/platform/users/{id}/reset-second-factor',
  summary: 'Remove a user’s second factor',
  description:
    'For operators, who confirm with their password, for a user who lost the authenticator and the recovery codes. Verify the user’s identity first: others may read the user’s mailbox. Ends every session and reset link of the user, who then signs in with the password alone.',
  permission: 'platform.admin',
  rateClass: 'invite',
  audience: 'user',
  effect: 'process',
  params: idParams('The user, `usr_…`.'),
  body: confirmedInput,
  output: userAccountSchema,
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params, body }) {
    const { services, caller, transact } = context
    const { confirm } = await proveIdentity(context, body)
    return transact(async ({ rows }) => {
      await confirm(rows)
      const user = await manageableUser(rows, caller, params.id)
      return userToWire(await dropSecondFactor(services, rows, user.id))
    })
  },
})
