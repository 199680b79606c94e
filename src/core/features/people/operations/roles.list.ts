import { builtInRoles } from '../../../engine/access/roles.ts'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { ownRoleToWire } from '../own-roles.ts'
import { roleSchema } from '../schema.ts'

export const listRoles = defineOperation({
  id: 'roles.list',
  method: 'GET',
  path: '/organisation/roles',
  summary: 'List roles: built-in ones first, then the organisation’s own',
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
    return { data: [...builtIn, ...own.map(ownRoleToWire)] }
  },
})
