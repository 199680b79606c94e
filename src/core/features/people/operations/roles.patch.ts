import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { assertHolds } from '../granting.ts'
import { ownRoleById, ownRoleToWire } from '../own-roles.ts'
import { rolePatch, roleSchema } from '../schema.ts'

export const patchRole = defineOperation({
  id: 'roles.patch',
  method: 'PATCH',
  path: '/organisation/roles/{id}',
  summary: 'Change a role of the organisation’s own',
  description: 'Counts at once for everybody who has it.',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The role: a built-in one by name, an own one as `rol_…`.'),
  body: rolePatch,
  output: roleSchema,
  errors: ['not_found'],
  async handler({ rows, shared, services, caller }, { params, body }) {
    const role = await ownRoleById(rows, shared, params.id)
    assertHolds(caller, [...role.permissions, ...(body.permissions ?? [])])
    const patch = {
      name: body.name ?? role.name,
      permissions: [...new Set(body.permissions ?? role.permissions)],
      updatedAt: services.clock.now(),
    }
    await rows.roles.update(shared, role.id, patch)
    return ownRoleToWire({ ...role, ...patch })
  },
})
