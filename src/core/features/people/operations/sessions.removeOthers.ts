import { defineOperation } from '../../../engine/operation.ts'
import { endOtherSessions } from '../sessions.ts'

export const revokeOtherSessions = defineOperation({
  id: 'sessions.removeOthers',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Sign out everywhere else',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  output: 'empty',
  async handler({ rows, caller, sessionId }) {
    await endOtherSessions(rows, caller.id, sessionId)
    return undefined
  },
})
