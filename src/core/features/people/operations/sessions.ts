import { sessionIdleMs } from '../../../engine/access/session.ts'
import { userActor } from '../../../engine/audit/actor.ts'
import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { transact } from '../../../engine/transact.ts'
import { idParams } from '../../../engine/wire.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { gt, type Where } from '../../../kernel/query.ts'
import { type SessionRow, sessionsTable } from '../../../model/people.ts'
import { everyone } from '../../../ports/store.ts'
import { isThisMachine, openLink } from '../accounts/links.ts'
import { deadLink } from '../accounts/users.ts'
import { currentSessionSchema, sessionSchema, signInInput, signInLinkInput } from '../schema.ts'
import { peopleProblems } from '../sentences.ts'
import { currentSession, endOtherSessions, sessionToWire } from '../sessions/sessions.ts'
import { checkSignIn, refuseOtherSites, signIn } from '../sessions/sign-in.ts'

export const getSession = defineOperation({
  id: 'session.get',
  method: 'GET',
  path: '/session',
  summary: 'Get the current session',
  description:
    'The signed-in user, their organisations and permissions. Does not count as use of the session.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'read',
  passive: true,
  withoutSecondFactor: true,
  output: currentSessionSchema,
  async handler({ rows, services, sessionId }) {
    const session = await rows.sessions.get(everyone, sessionId!)
    if (!session) throw problem(peopleProblems.sentence('session_invalid.over'))
    // The portal calls this when it opens, and most of its screens show paper.
    services.renderer.warm()
    return currentSession(services, rows, session)
  },
})

export const createSession = defineOperation({
  id: 'session.create',
  method: 'POST',
  path: '/session',
  summary: 'Sign in to the portal',
  description:
    'Always sets a new session cookie. A wrong password, an unknown address and a disabled account get the same answer. If the password is right and the account has a second factor, 401 `second_factor_required` requests the same with `code`. Requires `X-Csrf-Protection: 1`.',
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

export const createSessionByLink = defineOperation({
  id: 'session.createByLink',
  method: 'POST',
  path: '/session/link',
  summary: 'Sign in to the demo with its link',
  description:
    'The link works once, and only from the machine that runs the demo; no other server makes such links. Sets the session cookie. Requires `X-Csrf-Protection: 1`.',
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
        // Leaves out idle sessions: they have ended, and retention removes them later.
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
