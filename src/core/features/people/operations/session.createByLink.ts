import { userActor } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { transact } from '../../../engine/transact.ts'
import { everyone } from '../../../ports/store.ts'
import { openLink } from '../links.ts'
import { currentSessionSchema, signInLinkInput } from '../schema.ts'
import { currentSession } from '../sessions.ts'
import { refuseOtherSites, signIn } from '../sign-in.ts'
import { isThisMachine } from '../sign-in-links.ts'
import { deadLink } from '../users.ts'

export const createSessionByLink = defineOperation({
  id: 'session.createByLink',
  method: 'POST',
  path: '/session/link',
  summary: 'Sign in to the demo with the link that it prints',
  description:
    'The link works once, and only from the machine on which the demo runs; no other server makes such links. Sets the session’s cookie. Needs `X-Csrf-Protection: 1`.',
  permission: 'public',
  effect: 'public',
  body: signInLinkInput,
  output: currentSessionSchema,
  status: 201,
  location: '/session',
  errors: ['cross_site_refused'],
  async handler(context, { body }) {
    const { services, client, requestId } = context
    refuseOtherSites(client)
    const found = await services.store.read(async (rows) => {
      const link = await openLink(services, rows, body.token, 'SIGN_IN')
      return link?.userId ? rows.users.get(everyone, link.userId) : undefined
    })
    if (found?.status !== 'ACTIVE' || !isThisMachine(client.address)) throw deadLink()
    services.renderer.warm()
    return transact(
      services,
      async ({ rows }) => {
        const link = await openLink(services, rows, body.token, 'SIGN_IN')
        // A concurrent request may have used the link.
        if (!link || (await rows.links.remove(everyone, { id: link.id })) !== 1) throw deadLink()
        return currentSession(services, rows, await signIn(context, rows, found))
      },
      userActor(found, { operation: 'session.createByLink', requestId }),
    )
  },
})
