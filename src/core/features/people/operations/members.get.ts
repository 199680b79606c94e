import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { memberById, membersToWire } from '../members.ts'
import { memberSchema } from '../schema.ts'

export const getMember = defineOperation({
  id: 'members.get',
  method: 'GET',
  path: '/organisation/members/{id}',
  summary: 'One member',
  permission: 'organisation.read',
  audience: 'portal',
  effect: 'read',
  params: idParams('The member, `mbr_…`.'),
  output: memberSchema,
  errors: ['not_found'],
  async handler({ rows, shared }, { params }) {
    const [wire] = await membersToWire(rows, [await memberById(rows, shared, params.id)])
    return wire!
  },
})
