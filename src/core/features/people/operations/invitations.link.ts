import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { problem } from '../../../kernel/errors.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { assertHolds, permissionsOfNamed } from '../granting.ts'
import { linkSchema } from '../invitation-schema.ts'
import { invitationById, invitationLifecycle } from '../invitations.ts'
import { linkTo } from '../links.ts'
import { peopleProblems } from '../sentences.ts'

const { say } = peopleProblems

export const invitationLink = defineOperation({
  id: 'invitations.link',
  method: 'GET',
  path: '/organisation/invitations/{id}/link',
  summary: 'The link of a pending invitation, to hand over',
  description:
    'Where no mail server is set. Anyone who has it can join, so it is shown only to members who could make the same invitation. One that goes by mail is never shown, since following it proves that the address is read: where the mail got lost, invite the address again.',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'read',
  params: idParams('The invitation, `ivt_…`.'),
  output: linkSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, shared, services, caller }, { params }) {
    const invitation = await invitationById(rows, shared, params.id)
    invitationLifecycle.assert(invitation.status, 'ACCEPTED')
    assertHolds(caller, await permissionsOfNamed(rows, shared, invitation.roles))
    if (invitation.mailed || services.mailer.available) {
      const { mailed, email } = invitation
      throw problem(
        mailed ? say('invalid_state.invitation_mailed', { email }) : say('invalid_state.links_mailed'),
      )
    }
    return {
      link: linkTo(services, 'accept-invitation', invitation.id),
      expiresAt: toDateTime(invitation.expiresAt),
    }
  },
})
