import { membershipsOf } from '../../../engine/access/memberships.ts'
import type { OperatorScope } from '../../../engine/access/scopes.ts'
import { defineList, idFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { oneOf } from '../../../kernel/query.ts'
import { organisationStatuses, organisationsTable } from '../../../model/organisations.ts'
import { everyone } from '../../../ports/store.ts'
import { toWire } from '../organisation.ts'
import { organisationSchema } from '../schema.ts'

/** Operators who steer runs or organisations see whose they are. */
const seeingAll: readonly string[] = [
  'tenants.read',
  'platform.admin',
  'runs.manage',
] satisfies OperatorScope[]

export const listOrganisations = defineOperation({
  id: 'organisations.list',
  method: 'GET',
  path: '/organisations',
  summary: 'The organisations that you belong to; all of them for an operator',
  permission: 'authenticated',
  audience: 'user',
  effect: 'read',
  list: defineList(organisationsTable, {
    sort: { createdAt: 'createdAt', name: 'name' },
    defaultSort: 'createdAt',
    filters: {
      id: idFilter,
      name: { type: 'text', maxLength: 120, operators: ['eq', 'contains'] },
      status: { type: 'enum', values: organisationStatuses, operators: ['eq', 'ne', 'in'] },
    },
  }),
  output: listOf(organisationSchema),
  async handler({ rows, caller }, { list }) {
    const user = await rows.users.get(everyone, caller.id)
    if (user?.operatorScopes.some((scope) => seeingAll.includes(scope))) {
      return toList(list, await rows.organisations.list(everyone, list), toWire)
    }
    const members = await membershipsOf(rows, caller.id)
    const own = oneOf(members.map((member) => member.organisationId))
    const page = await rows.organisations.list(everyone, { ...list, where: [{ id: own }, list.where] })
    return toList(list, page, toWire)
  },
})
