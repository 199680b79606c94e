import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { userStatuses, usersTable } from '../../../model/people.ts'
import { everyone } from '../../../ports/store.ts'
import { userToWire } from '../user-accounts.ts'
import { userAccountSchema } from '../user-schema.ts'

export const listUserAccounts = defineOperation({
  id: 'users.list',
  method: 'GET',
  path: '/platform/users',
  summary: 'List the people who may sign in',
  description: 'For operators: users of all organisations, the oldest first.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  list: defineList(usersTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: 'createdAt',
    filters: {
      email: {
        type: 'text',
        maxLength: 254,
        operators: ['eq', 'in'],
        column: 'emailKey',
        description: 'The whole address in lower case.',
      },
      search: {
        type: 'text',
        maxLength: 120,
        operators: ['contains'],
        description: 'A part of the name or of the address.',
      },
      status: { type: 'enum', values: userStatuses, operators: ['eq', 'ne'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(userAccountSchema),
  async handler({ rows }, { list }) {
    return toList(list, await rows.users.list(everyone, list), userToWire)
  },
})
