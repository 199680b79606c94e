import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { invitationStatuses, invitationsTable } from '../../../model/people.ts'
import { invitationSchema } from '../invitation-schema.ts'
import { invitationToWire } from '../invitations.ts'

export const listInvitations = defineOperation({
  id: 'invitations.list',
  method: 'GET',
  path: '/organisation/invitations',
  summary: 'List invitations',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'read',
  list: defineList(invitationsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: invitationStatuses, operators: ['eq', 'ne', 'in'] },
      email: { type: 'text', maxLength: 254, operators: ['eq'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(invitationSchema),
  async handler({ rows, shared }, { list }) {
    return toList(list, await rows.invitations.list(shared, list), invitationToWire)
  },
})
