import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { changeUserStatus, userToWire } from '../user-accounts.ts'
import { userInReach } from '../user-in-reach.ts'
import { userAccountSchema } from '../user-schema.ts'

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
