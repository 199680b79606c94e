import { membershipsOf } from '../../../engine/access/memberships.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { found } from '../../../kernel/errors.ts'
import { oneOf } from '../../../kernel/query.ts'
import { everyone } from '../../../ports/store.ts'
import { userToWire } from '../user-accounts.ts'
import { userDetailSchema } from '../user-schema.ts'

export const getUserAccount = defineOperation({
  id: 'users.get',
  method: 'GET',
  path: '/platform/users/{id}',
  summary: 'Get a user with the organisations that they belong to',
  description: 'For operators.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  params: idParams('The user, `usr_…`.'),
  output: userDetailSchema,
  errors: ['not_found'],
  async handler({ rows }, { params }) {
    const user = found(await rows.users.get(everyone, params.id), 'user')
    const members = await membershipsOf(rows, user.id)
    const ids = members.map(({ organisationId }) => organisationId)
    const organisations = ids.length === 0 ? [] : await rows.organisations.find(everyone, { id: oneOf(ids) })
    return {
      ...userToWire(user),
      organisations: organisations.map(({ id, name, status }) => ({
        id,
        name,
        status,
        roles: members.find(({ organisationId }) => organisationId === id)!.roles,
      })),
    }
  },
})
