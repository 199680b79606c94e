import { sessionIdleMs } from '../../../engine/access/session.ts'
import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import type { Where } from '../../../kernel/query.ts'
import { gt } from '../../../kernel/query.ts'
import { type SessionRow, sessionsTable } from '../../../model/people.ts'
import { everyone } from '../../../ports/store.ts'
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
  list: defineList(sessionsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {},
  }),
  output: listOf(sessionSchema),
  async handler({ rows, services, caller, sessionId }, { list }) {
    const idle = services.clock.now() - sessionIdleMs(services)
    const where: Where<SessionRow> = [
      {
        userId: caller.id,
        // Idle sessions have ended; retention removes them.
        lastSeenAt: gt(idle),
      },
      list.where,
    ]
    const page = await rows.sessions.list(everyone, { ...list, where })
    return toList(list, page, (session) => sessionToWire(session, sessionId))
  },
})
