import { builtInRoles } from '../../../engine/access/roles.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { previewInput, previewSchema } from '../invitation-schema.ts'
import { openInvitation } from '../invitations.ts'
import { userByEmail } from '../users.ts'

export const previewInvitation = defineOperation({
  id: 'invitations.preview',
  method: 'POST',
  path: '/invitations/preview',
  summary: 'What an invitation’s link is about',
  permission: 'public',
  effect: 'public',
  body: previewInput,
  output: previewSchema,
  async handler({ services }, { body }) {
    return services.store.read(async (rows) => {
      const { invitation, organisation, inviter } = await openInvitation(services, rows, body.token)
      return {
        email: invitation.email,
        organisationName: organisation.name,
        invitedByName: inviter.name,
        roles: [...builtInRoles, ...inviter.ownRoles]
          .filter(({ id }) => invitation.roles.includes(id))
          .map(({ id, name }) => ({ id, name })),
        hasAccount: (await userByEmail(rows, invitation.email)) !== undefined,
        expiresAt: toDateTime(invitation.expiresAt),
      }
    })
  },
})
