import { listOf, toList } from '../../list/page.ts'
import { defineOperation } from '../../operation.ts'
import { everyone } from '../../ports/store.ts'
import { sessionSchema } from '../schema.ts'
import { sessionToWire } from '../sessions.ts'

export const listSessions = defineOperation({
  id: 'sessions.list',
  method: 'GET',
  path: '/sessions',
  summary: 'The browsers that you are signed in with',
  permission: 'authenticated',
  audience: 'user',
  effect: 'read',
  list: { sort: { createdAt: 'createdAt' }, defaultSort: '-createdAt', filters: {} },
  output: listOf(sessionSchema),
  async handler({ rows, caller, sessionId }, { list }) {
    const own = { field: 'userId', op: 'eq' as const, value: caller.id }
    const page = await rows.sessions.list(everyone, { ...list, where: [own, ...list.where] })
    return toList(list, page, (session) => sessionToWire(session, sessionId))
  },
})
