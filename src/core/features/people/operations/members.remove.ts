import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { assertHolds, permissionsOfMember } from '../granting.ts'
import { memberById, removeMember } from '../members.ts'

export const removeMemberOperation = defineOperation({
  id: 'members.remove',
  method: 'DELETE',
  path: '/organisation/members/{id}',
  summary: 'Take a member out of the organisation',
  description: 'Keys that the member made go on: they are the organisation’s.',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The member, `mbr_…`.'),
  output: 'empty',
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, shared, caller }, { params }) {
    const member = await memberById(rows, shared, params.id)
    assertHolds(caller, await permissionsOfMember(rows, member))
    await removeMember(rows, member)
    return undefined
  },
})
