import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertHolds } from '../granting.ts'
import { ownRoleToWire } from '../own-roles.ts'
import { maxRoles, roleInput, roleSchema } from '../schema.ts'
import { peopleProblems } from '../sentences.ts'

export const createRole = defineOperation({
  id: 'roles.create',
  method: 'POST',
  path: '/organisation/roles',
  summary: 'Make a role of the organisation’s own',
  description: `A set of permissions that you have yourself. Up to ${maxRoles} roles.`,
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
      throw problem(peopleProblems.say('invalid_state.too_many_roles', { limit: maxRoles }))
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
    return ownRoleToWire(role)
  },
})
