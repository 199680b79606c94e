import { ownerRole } from '../../../engine/access/permissions.ts'
import { defineList, idFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { membersTable } from '../../../model/people.ts'
import {
  assertOwnerStays,
  assertVerified,
  memberById,
  membersToWire,
  removeMember,
} from '../membership/members.ts'
import { assertHolds, permissionsOfMember, permissionsOfNamed } from '../membership/roles.ts'
import { memberPatch, memberSchema } from '../schema.ts'

export const listMembers = defineOperation({
  id: 'members.list',
  method: 'GET',
  path: '/organisation/members',
  summary: 'List members',
  permission: 'organisation.read',
  audience: 'portal',
  effect: 'read',
  list: defineList(membersTable, {
    sort: { createdAt: 'createdAt', updatedAt: 'updatedAt' },
    defaultSort: 'createdAt',
    filters: {
      userId: { ...idFilter, description: 'The user, `usr_…`.' },
      createdAt: periodFilter,
    },
  }),
  output: listOf(memberSchema),
  async handler({ rows, shared }, { list }) {
    const page = await rows.members.list(shared, list)
    const wire = new Map((await membersToWire(rows, page.rows)).map((member) => [member.id, member]))
    return toList(list, page, ({ id }) => wire.get(id)!)
  },
})

export const getMember = defineOperation({
  id: 'members.get',
  method: 'GET',
  path: '/organisation/members/{id}',
  summary: 'Get a member',
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

export const patchMember = defineOperation({
  id: 'members.patch',
  method: 'PATCH',
  path: '/organisation/members/{id}',
  summary: 'Change a member’s roles',
  description:
    'Takes effect with the member’s next request. Callers can grant and remove only permissions that they have; the last owner remains an owner. If a mail server is configured, only members with a verified address (`emailVerified`) can gain permissions.',
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

export const removeMemberOperation = defineOperation({
  id: 'members.remove',
  method: 'DELETE',
  path: '/organisation/members/{id}',
  summary: 'Remove a member',
  description: 'Keys that the member created stay valid, because they belong to the organisation.',
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
