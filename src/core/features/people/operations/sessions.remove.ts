import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { notFound } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'

export const revokeSession = defineOperation({
  id: 'sessions.remove',
  method: 'DELETE',
  path: '/sessions/{id}',
  summary: 'Sign out one of your browsers',
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
