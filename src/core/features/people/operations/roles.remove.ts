import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertHolds } from '../granting.ts'
import { ownRoleById } from '../own-roles.ts'
import { peopleProblems } from '../sentences.ts'

export const removeRole = defineOperation({
  id: 'roles.remove',
  method: 'DELETE',
  path: '/organisation/roles/{id}',
  summary: 'Delete a role of the organisation’s own',
  description: 'Refused while a member has it or a pending invitation promises it.',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The role: a built-in one by name, an own one as `rol_…`.'),
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  async handler({ rows, shared, caller }, { params }) {
    const role = await ownRoleById(rows, shared, params.id)
    assertHolds(caller, role.permissions)
    const members = await rows.members.find(shared, {})
    const invited = await rows.invitations.find(shared, { status: 'PENDING' })
    if ([...members, ...invited].some(({ roles }) => roles.includes(role.id))) {
      throw problem(peopleProblems.say('still_referenced.role', { name: role.name }))
    }
    await rows.roles.remove(shared, { id: role.id })
    return undefined
  },
})
