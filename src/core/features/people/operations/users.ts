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
  linkForPassword,
  proven,
  userInReach,
  userToWire,
} from '../administration/user-accounts.ts'
import {
  confirmedInput,
  linkAgain,
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
  summary: 'List the people who may sign in',
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
  summary: 'Get a user with the organisations that they belong to',
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

const nothingGiven = () => invalid('organisationId', peopleSentences.say('required.organisation_or_operator'))

export const createUserAccount = defineOperation({
  id: 'users.create',
  method: 'POST',
  path: '/platform/users',
  summary: 'Give a person access to an organisation, or make one an operator of this instance',
  description:
    'For operators, who prove with their password that they ask. A link that sets the new user’s password is mailed, or shown once where no mail server is set. An operator gives operator scopes only that they have too. An address that has an account is refused without `existing`.',
  permission: 'platform.admin',
  rateClass: 'invite',
  audience: 'user',
  effect: 'process',
  body: userCreateInput,
  rules: ({ body }) =>
    body.organisationId === undefined && body.operator !== true ? [...nothingGiven().errors] : [],
  output: userAccessSchema,
  shownOnce: linkAgain,
  status: 201,
  location: '/platform/users/{id}',
  errors: ['not_found', 'invalid_state'],
  async handler(context, { body }) {
    const { services, caller, transact } = context
    const { currentPassword, code, ...account } = body
    if (account.organisationId === undefined && !account.operator) throw nothingGiven()
    if (account.operator) assertHolds(caller, operatorScopes)
    const { confirm } = await proven(context, { currentPassword, code })
    return transact(async (transaction) => {
      await confirm(transaction.rows)
      const made = await insertAccount(services, transaction, account, { say: '`existing: true`' })
      const { user, permissions, link, mailed } = made
      return { ...userToWire(user), permissions: [...permissions], link, mailed }
    })
  },
})

export const enableUserAccount = defineOperation({
  id: 'users.enable',
  method: 'POST',
  path: '/platform/users/{id}/enable',
  summary: 'Enable a user who was disabled',
  description: 'For operators. Sessions and links that ended do not come back.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  params: idParams('The user, `usr_…`.'),
  output: userAccountSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, services, caller }, { params }) {
    const user = await userInReach(rows, caller, params.id)
    return userToWire(await changeUserStatus(services, rows, user, 'ACTIVE'))
  },
})

export const disableUserAccount = defineOperation({
  id: 'users.disable',
  method: 'POST',
  path: '/platform/users/{id}/disable',
  summary: 'Disable a user: they are signed out everywhere and cannot sign in',
  description:
    'For operators. Ends every session and reset link of the user, with this answer. Not of oneself, nor of an operator with scopes that the caller lacks.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  params: idParams('The user, `usr_…`.'),
  output: userAccountSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, services, caller }, { params }) {
    const user = await userInReach(rows, caller, params.id)
    return userToWire(await changeUserStatus(services, rows, user, 'DISABLED'))
  },
})

export const setOperatorScopes = defineOperation({
  id: 'users.setOperatorScopes',
  method: 'PUT',
  path: '/platform/users/{id}/operator-scopes',
  summary: 'Make a user an operator of this instance, or no longer',
  description:
    'For operators, who prove with their password that they ask. They give and take only scopes that they have too, and none of their own. A user who gains one begins anew: password, second factor, sessions, links and operators’ keys of before end, and a link that sets a password is mailed, or shown once where no mail server is set.',
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
    const { confirm } = await proven(context, body)
    return transact(async (transaction) => {
      await confirm(transaction.rows)
      const user = await userInReach(transaction.rows, caller, params.id)
      const change = { scopes, existing, say: '`existing: true`' }
      const { link, mailed, ...given } = await changeOperatorScopes(services, transaction, user, change)
      return { ...userToWire(given.user), permissions: [], link, mailed }
    })
  },
})

export const makeResetLink = defineOperation({
  id: 'users.resetLink',
  method: 'POST',
  path: '/platform/users/{id}/reset-link',
  summary: 'Make a link that sets a new password, to hand over',
  description:
    'For operators, who prove with their password that they ask. Anyone who has the link can act as the user, unless a second factor stands in the way: make sure who gets it. Earlier links stop working. It is in the platform’s audit log.',
  permission: 'platform.admin',
  rateClass: 'invite',
  audience: 'user',
  effect: 'process',
  params: idParams('The user, `usr_…`.'),
  body: confirmedInput,
  output: resetLinkSchema,
  shownOnce: linkAgain,
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params, body }) {
    const { services, caller, transact } = context
    const { confirm } = await proven(context, body)
    return transact(async ({ rows }) => {
      await confirm(rows)
      const user = await userInReach(rows, caller, params.id)
      const { link, row } = await linkForPassword(services, rows, user)
      return { link, expiresAt: toDateTime(row.expiresAt) }
    })
  },
})

export const resetSecondFactorOperation = defineOperation({
  id: 'users.resetSecondFactor',
  method: 'POST',
  path: '/platform/users/{id}/reset-second-factor',
  summary: 'Let a user who lost authenticator and recovery codes sign in with the password alone',
  description:
    'For operators, who prove with their password that they ask. Find out who asks you first: others may read the user’s mailbox. Ends every session and reset link of the user.',
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
    const { confirm } = await proven(context, body)
    return transact(async ({ rows }) => {
      await confirm(rows)
      const user = await userInReach(rows, caller, params.id)
      return userToWire(await dropSecondFactor(services, rows, user.id))
    })
  },
})
