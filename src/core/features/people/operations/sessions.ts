import { sessionIdleMs } from '../../../engine/access/session.ts'
import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { notFound } from '../../../kernel/errors.ts'
import { gt, type Where } from '../../../kernel/query.ts'
import { type SessionRow, sessionsTable } from '../../../model/people.ts'
import { everyone } from '../../../ports/store.ts'
import { sessionSchema } from '../schema.ts'
import { endOtherSessions, sessionToWire } from '../sessions/sessions.ts'

export const listSessions = defineOperation({
  id: 'sessions.list',
  method: 'GET',
  path: '/sessions',
  summary: 'List your sessions',
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

export const revokeSession = defineOperation({
  id: 'sessions.remove',
  method: 'DELETE',
  path: '/sessions/{id}',
  summary: 'End one of your sessions',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  params: idParams('The session, `ses_…`.'),
  output: 'empty',
  errors: ['not_found'],
  async handler({ rows, caller, sessionId, changeSession }, { params }) {
    const removed = await rows.sessions.remove(everyone, { id: params.id, userId: caller.id })
    if (removed === 0) throw notFound('session')
    if (params.id === sessionId) changeSession({ sessionToken: null, maxAgeSeconds: 0 })
    return undefined
  },
})

export const revokeOtherSessions = defineOperation({
  id: 'sessions.removeOthers',
  method: 'DELETE',
  path: '/sessions',
  summary: 'End your other sessions',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  output: 'empty',
  async handler({ rows, caller, sessionId }) {
    await endOtherSessions(rows, caller.id, sessionId)
    return undefined
  },
})
