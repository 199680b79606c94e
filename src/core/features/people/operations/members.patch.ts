import { ownerRole } from '../../../engine/access/roles.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { assertHolds, permissionsOfMember, permissionsOfNamed } from '../granting.ts'
import { assertOwnerStays, assertVerified, memberById, membersToWire } from '../members.ts'
import { memberPatch, memberSchema } from '../schema.ts'

export const patchMember = defineOperation({
  id: 'members.patch',
  method: 'PATCH',
  path: '/organisation/members/{id}',
  summary: 'Give a member other roles',
  description:
    'Counts with the member’s next request. A member can give or take away only permissions that the member has too; the last owner stays one. Where a mail server is set, more is given to those only who followed a link that was mailed to them (`emailVerified`).',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The member, `mbr_…`.'),
  body: memberPatch,
  output: memberSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, shared, services, caller }, { params, body }) {
    const member = await memberById(rows, shared, params.id)
    const before = await permissionsOfMember(rows, member)
    const after = await permissionsOfNamed(rows, shared, body.roles)
    assertHolds(caller, before)
    assertHolds(caller, after)
    if (after.some((permission) => !before.includes(permission))) await assertVerified(services, rows, member)
    const isOwner = body.roles.includes(ownerRole)
    if (!isOwner) await assertOwnerStays(rows, member)
    const patch = { roles: [...new Set(body.roles)], isOwner, updatedAt: services.clock.now() }
    await rows.members.update(shared, member.id, patch)
    const [wire] = await membersToWire(rows, [{ ...member, ...patch }])
    return wire!
  },
})
