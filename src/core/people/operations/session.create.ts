import { defineOperation } from '../../operation.ts'
import { currentSessionSchema, signInInput } from '../schema.ts'
import { currentSession } from '../sessions.ts'
import { checkPassword, refuseOtherSites, signIn } from '../sign-in.ts'

export const createSession = defineOperation({
  id: 'session.create',
  method: 'POST',
  path: '/session',
  summary: 'Sign in to the portal',
  description:
    'Sets the session’s cookie, always a new one. A wrong password, an unknown address and a disabled account get the same answer. Needs `X-Csrf-Protection: 1`.',
  permission: 'public',
  effect: 'public',
  body: signInInput,
  output: currentSessionSchema,
  status: 201,
  location: '/session',
  errors: ['sign_in_failed', 'cross_site_refused'],
  async handler(context, { body }) {
    const { services, client, transact } = context
    refuseOtherSites(client)
    const { user, confirm } = await checkPassword(services, client, body.email, body.password)
    return transact(async ({ rows }) => {
      await confirm(rows)
      const session = await signIn(context, rows, user)
      return currentSession(rows, session)
    })
  },
})
