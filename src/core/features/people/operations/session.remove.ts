import { defineOperation } from '../../../engine/operation.ts'
import { everyone } from '../../../ports/store.ts'

export const removeSession = defineOperation({
  id: 'session.remove',
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  withoutSecondFactor: true,
  output: 'empty',
  async handler({ rows, sessionId, changeSession }) {
    await rows.sessions.remove(everyone, { id: sessionId! })
    changeSession({ sessionToken: null, maxAgeSeconds: 0 })
    return undefined
  },
})
