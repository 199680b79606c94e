import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { dropSecondFactor, userToWire } from '../user-accounts.ts'
import { proven, userInReach } from '../user-in-reach.ts'
import { confirmedInput, userAccountSchema } from '../user-schema.ts'

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
