import { builtInRoles } from '../../../engine/access/permissions.ts'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertHolds, customRoleById, customRoleToWire } from '../membership/roles.ts'
import { maxRoles, roleInput, rolePatch, roleSchema } from '../schema.ts'
import { peopleProblems } from '../sentences.ts'

export const listRoles = defineOperation({
  id: 'roles.list',
  method: 'GET',
  path: '/organisation/roles',
  summary: 'List built-in and custom roles',
  permission: 'organisation.read',
  audience: 'portal',
  effect: 'read',
  output: wholeListOf(roleSchema),
  async handler({ rows, shared }) {
    const own = await rows.roles.find(shared, {}, { order: [{ field: 'createdAt' }] })
    const builtIn = builtInRoles.map((role) => ({
      ...role,
      permissions: [...role.permissions],
      builtIn: true,
    }))
    return { data: [...builtIn, ...own.map(customRoleToWire)] }
  },
})

export const createRole = defineOperation({
  id: 'roles.create',
  method: 'POST',
  path: '/organisation/roles',
  summary: 'Create a custom role',
  description: `You can include only permissions that you have. At most ${maxRoles} roles.`,
  permission: 'members.manage',
  audience: 'portal',
  effect: 'write',
  body: roleInput,
  output: roleSchema,
  status: 201,
  errors: ['invalid_state'],
  async handler({ rows, shared, services, caller }, { body }) {
    assertHolds(caller, body.permissions)
    if ((await rows.roles.count(shared, {})) >= maxRoles) {
      throw problem(peopleProblems.sentence('invalid_state.too_many_roles', { limit: maxRoles }))
    }
    const now = services.clock.now()
    const role = {
      id: services.ids.next('rol'),
      ...shared,
      name: body.name,
      permissions: [...new Set(body.permissions)],
      createdAt: now,
      updatedAt: now,
    }
    await rows.roles.insert(role)
    return customRoleToWire(role)
  },
})

export const patchRole = defineOperation({
  id: 'roles.patch',
  method: 'PATCH',
  path: '/organisation/roles/{id}',
  summary: 'Change a custom role',
  description: 'Takes effect immediately for all members with the role.',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The role: a built-in one by name, an own one as `rol_…`.'),
  body: rolePatch,
  output: roleSchema,
  errors: ['not_found'],
  async handler({ rows, shared, services, caller }, { params, body }) {
    const role = await customRoleById(rows, shared, params.id)
    assertHolds(caller, [...role.permissions, ...(body.permissions ?? [])])
    const patch = {
      name: body.name ?? role.name,
      permissions: [...new Set(body.permissions ?? role.permissions)],
      updatedAt: services.clock.now(),
    }
    await rows.roles.update(shared, role.id, patch)
    return customRoleToWire({ ...role, ...patch })
  },
})

export const removeRole = defineOperation({
  id: 'roles.remove',
  method: 'DELETE',
  path: '/organisation/roles/{id}',
  summary: 'Delete a custom role',
  description: 'Refused while a member or a pending invitation has the role.',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The role: a built-in one by name, an own one as `rol_…`.'),
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  async handler({ rows, shared, caller }, { params }) {
    const role = await customRoleById(rows, shared, params.id)
    assertHolds(caller, role.permissions)
    const members = await rows.members.find(shared, {})
    const invited = await rows.invitations.find(shared, { status: 'PENDING' })
    if ([...members, ...invited].some(({ roles }) => roles.includes(role.id))) {
      throw problem(peopleProblems.sentence('still_referenced.role', { name: role.name }))
    }
    await rows.roles.remove(shared, { id: role.id })
    return undefined
  },
})
