import { userActor } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { transact } from '../../../engine/transact.ts'
import { currentSessionSchema, signInInput } from '../schema.ts'
import { currentSession } from '../sessions.ts'
import { checkSignIn, refuseOtherSites, signIn } from '../sign-in.ts'

export const createSession = defineOperation({
  id: 'session.create',
  method: 'POST',
  path: '/session',
  summary: 'Sign in to the portal',
  description:
    'Sets the session’s cookie, always a new one. A wrong password, an unknown address and a disabled account get the same answer. Where the password is right and the account has a second factor, 401 `second_factor_required` asks for the same again with `code`. Needs `X-Csrf-Protection: 1`.',
  permission: 'public',
  effect: 'public',
  body: signInInput,
  output: currentSessionSchema,
  status: 201,
  location: '/session',
  errors: ['sign_in_failed', 'second_factor_required', 'second_factor_failed', 'cross_site_refused'],
  async handler(context, { body }) {
    const { services, client, requestId } = context
    refuseOtherSites(client)
    const { user, confirm } = await checkSignIn(services, client, body)
    services.renderer.warm()
    return transact(
      services,
      async ({ rows }) => {
        await confirm(rows)
        return currentSession(services, rows, await signIn(context, rows, user))
      },
      userActor(user, { operation: 'session.create', requestId }),
    )
  },
})
