import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'
import { currentSessionSchema } from '../schema.ts'
import { peopleProblems } from '../sentences.ts'
import { currentSession } from '../sessions.ts'

export const getSession = defineOperation({
  id: 'session.get',
  method: 'GET',
  path: '/session',
  summary: 'Who is signed in, where they belong and what they may do',
  description: 'Does not count as use of the session.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'read',
  passive: true,
  withoutSecondFactor: true,
  output: currentSessionSchema,
  async handler({ rows, services, sessionId }) {
    const session = await rows.sessions.get(everyone, sessionId!)
    if (!session) throw problem(peopleProblems.say('session_invalid.over'))
    // The portal asks when it is opened, and shows paper on most of its screens.
    services.renderer.warm()
    return currentSession(services, rows, session)
  },
})
