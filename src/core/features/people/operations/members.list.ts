import { defineList, idFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { membersTable } from '../../../model/people.ts'
import { membersToWire } from '../members.ts'
import { memberSchema } from '../schema.ts'

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
