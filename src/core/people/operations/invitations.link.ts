import { defineOperation } from '../../operation.ts'
import { toDateTime } from '../../time.ts'
import { assertHolds, permissionsOfNamed } from '../granting.ts'
import { invitationById, invitationLifecycle } from '../invitations.ts'
import { linkTo } from '../links.ts'
import { idParams, linkSchema } from '../schema.ts'

export const invitationLink = defineOperation({
  id: 'invitations.link',
  method: 'GET',
  path: '/organisation/invitations/{id}/link',
  summary: 'The link of a pending invitation, to hand over',
  description:
    'For mail that got lost. Whoever has it can join, so it is shown to those only who could invite the same.',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'read',
  params: idParams,
  output: linkSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, shared, services, caller }, { params }) {
    const invitation = await invitationById(rows, shared, params.id)
    invitationLifecycle.assert(invitation.status, 'ACCEPTED')
    assertHolds(caller, await permissionsOfNamed(rows, shared, invitation.roles))
    return {
      link: linkTo(services, 'accept-invitation', invitation.id),
      expiresAt: toDateTime(invitation.expiresAt),
    }
  },
})
