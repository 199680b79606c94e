import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { notFound } from '../../../kernel/errors.ts'
import { membershipOf, removeMember } from '../../people/members.ts'

export const leaveOrganisation = defineOperation({
  id: 'organisations.leave',
  method: 'POST',
  path: '/organisations/{id}/leave',
  summary: 'Belong to an organisation no longer',
  description: 'The last owner stays.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  params: idParams('The organisation, `org_…`.'),
  output: 'empty',
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, caller }, { params }) {
    const member = await membershipOf(rows, { organisationId: params.id }, caller.id)
    if (!member) throw notFound('organisation of yours')
    await removeMember(rows, member)
    return undefined
  },
})
