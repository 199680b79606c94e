import { defineOperation } from '../../../engine/operation.ts'
import { acceptAsNew, acceptAsUser } from '../accepting.ts'
import { acceptInput } from '../invitation-schema.ts'
import { openInvitation } from '../invitations.ts'
import { currentSessionSchema } from '../schema.ts'
import { refuseOtherSites } from '../sign-in.ts'
import { userByEmail } from '../users.ts'

export const acceptInvitation = defineOperation({
  id: 'invitations.accept',
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Join an organisation with an invitation’s link',
  description:
    'A person without an account gives a `name` and a `password`. A person with one is signed in to it, or gives its password, and the `code` of its second factor: the link alone does not open it. Needs `X-Csrf-Protection: 1`.',
  permission: 'public',
  effect: 'public',
  body: acceptInput,
  output: currentSessionSchema,
  status: 201,
  location: '/session',
  errors: [
    'cross_site_refused',
    'sign_in_failed',
    'second_factor_required',
    'second_factor_failed',
    'second_factor_not_set_up',
  ],
  async handler(context, { body }) {
    const { services, client } = context
    refuseOtherSites(client)
    const { invitation, user } = await services.store.read(async (rows) => {
      const open = await openInvitation(services, rows, body.token)
      return { ...open, user: await userByEmail(rows, open.invitation.email) }
    })
    return user
      ? acceptAsUser(context, { ...body, invitation, user })
      : acceptAsNew(context, { ...body, invitation })
  },
})
