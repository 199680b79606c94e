import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { changeUserStatus, userToWire } from '../user-accounts.ts'
import { userInReach } from '../user-in-reach.ts'
import { userAccountSchema } from '../user-schema.ts'

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
