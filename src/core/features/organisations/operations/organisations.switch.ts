import { knownSession } from '../../../engine/access/session.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { problem } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'
import { takeWithMemberships } from '../../people/members.ts'
import { currentSessionSchema } from '../../people/schema.ts'
import { currentSession } from '../../people/sessions.ts'
import { organisationProblems } from '../sentences.ts'

export const switchOrganisation = defineOperation({
  id: 'organisations.switch',
  method: 'POST',
  path: '/organisations/{id}/switch',
  summary: 'Look at another organisation from now on',
  description: 'What this session’s requests are about where `X-Organisation-Id` names no other.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  params: idParams('The organisation, `org_…`.'),
  output: currentSessionSchema,
  errors: ['not_found'],
  async handler({ rows, services, caller, sessionId }, { params }) {
    // An operator may view an organisation of which they are no member.
    await takeWithMemberships(rows, caller.id, params.id)
    const session = await rows.sessions.get(everyone, sessionId!)
    const known = session && (await knownSession(rows, session, params.id))
    if (!session || !known?.organisation)
      throw problem(organisationProblems.say('not_found.own_organisation'))
    await rows.sessions.update(everyone, session.id, { organisationId: params.id })
    return currentSession(services, rows, { ...session, organisationId: params.id })
  },
})
