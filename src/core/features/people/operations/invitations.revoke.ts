import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { invitationSchema } from '../invitation-schema.ts'
import { endInvitation, invitationById, invitationToWire } from '../invitations.ts'

export const revokeInvitation = defineOperation({
  id: 'invitations.revoke',
  method: 'POST',
  path: '/organisation/invitations/{id}/revoke',
  summary: 'Take an invitation back',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The invitation, `ivt_…`.'),
  output: invitationSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, shared, services }, { params }) {
    const invitation = await invitationById(rows, shared, params.id)
    return invitationToWire(await endInvitation(services, rows, invitation, 'REVOKED'))
  },
})
