import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { linkForPassword } from '../user-accounts.ts'
import { proven, userInReach } from '../user-in-reach.ts'
import { confirmedInput, linkAgain, resetLinkSchema } from '../user-schema.ts'

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
