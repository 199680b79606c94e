import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { assertHolds } from '../granting.ts'
import { changeOperatorScopes, userToWire } from '../user-accounts.ts'
import { proven, userInReach } from '../user-in-reach.ts'
import { operatorScopesInput, userAccessSchema } from '../user-schema.ts'

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
