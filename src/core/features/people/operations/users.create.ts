import { operatorScopes } from '../../../engine/access/scopes.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { invalid } from '../../../kernel/errors.ts'
import { assertHolds } from '../granting.ts'
import { peopleSentences } from '../sentences.ts'
import { insertAccount, userToWire } from '../user-accounts.ts'
import { proven } from '../user-in-reach.ts'
import { linkAgain, userAccessSchema, userCreateInput } from '../user-schema.ts'

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
