import type { OperatorScope } from '../../../engine/access/permissions.ts'
import { ownerRole } from '../../../engine/access/permissions.ts'
import { knownSession, membershipsOf } from '../../../engine/access/session.ts'
import { defineList, idFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { oneOf } from '../../../kernel/query.ts'
import { organisationStatuses, organisationsTable } from '../../../model/organisations.ts'
import { everyone } from '../../../ports/store.ts'
import {
  membershipOf,
  newMember,
  removeMember,
  takeWithMemberships,
} from '../../people/membership/members.ts'
import { currentSessionSchema } from '../../people/schema.ts'
import { currentSession } from '../../people/sessions/sessions.ts'
import { changeStatus, insertOrganisation, toWire } from '../manage.ts'
import { changeRateLimits, limitsPatch, limitsSchema, limitsToWire } from '../rate-limits.ts'
import { organisationInput, organisationSchema, suspensionInput } from '../schema.ts'
import { organisationProblems } from '../sentences.ts'

const seeingAll: readonly string[] = [
  'tenants.read',
  'platform.admin',
  'runs.manage',
] satisfies OperatorScope[]

export const listOrganisations = defineOperation({
  id: 'organisations.list',
  method: 'GET',
  path: '/organisations',
  summary: 'List your organisations',
  permission: 'authenticated',
  audience: 'user',
  effect: 'read',
  list: defineList(organisationsTable, {
    sort: { createdAt: 'createdAt', name: 'name' },
    defaultSort: 'createdAt',
    filters: {
      id: idFilter,
      name: { type: 'text', maxLength: 120, operators: ['eq', 'contains'] },
      status: { type: 'enum', values: organisationStatuses, operators: ['eq', 'ne', 'in'] },
    },
  }),
  output: listOf(organisationSchema),
  async handler({ rows, caller }, { list }) {
    const user = await rows.users.get(everyone, caller.id)
    if (user?.operatorScopes.some((scope) => seeingAll.includes(scope))) {
      return toList(list, await rows.organisations.list(everyone, list), toWire)
    }
    const members = await membershipsOf(rows, caller.id)
    const own = oneOf(members.map((member) => member.organisationId))
    const page = await rows.organisations.list(everyone, { ...list, where: [{ id: own }, list.where] })
    return toList(list, page, toWire)
  },
})

export const createOrganisation = defineOperation({
  id: 'organisations.create',
  method: 'POST',
  path: '/organisations',
  summary: 'Create an organisation',
  description: 'For operators. The user who creates it becomes its owner.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  body: organisationInput,
  output: organisationSchema,
  status: 201,
  async handler({ rows, work, services, caller }, { body }) {
    const organisation = await insertOrganisation(services, { rows, work }, body)
    const shared = { organisationId: organisation.id }
    await rows.members.insert(newMember(services, shared, caller.id, [ownerRole]))
    return toWire(organisation)
  },
})

export const leaveOrganisation = defineOperation({
  id: 'organisations.leave',
  method: 'POST',
  path: '/organisations/{id}/leave',
  summary: 'Leave an organisation',
  description: 'The last owner cannot leave.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  params: idParams('The organisation, `org_…`.'),
  output: 'empty',
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, caller }, { params }) {
    const member = await membershipOf(rows, { organisationId: params.id }, caller.id)
    if (!member) throw notFound('organisation of yours')
    await removeMember(rows, member)
    return undefined
  },
})

export const getOrganisationLimits = defineOperation({
  id: 'organisations.limits',
  method: 'GET',
  path: '/organisations/{id}/limits',
  summary: 'Get the rate limits of an organisation',
  description: 'For operators.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  params: idParams('The organisation, `org_…`.'),
  output: limitsSchema,
  errors: ['not_found'],
  async handler({ rows }, { params }) {
    const organisation = await rows.organisations.get(everyone, params.id)
    if (!organisation) throw notFound('organisation')
    return limitsToWire(organisation)
  },
})

export const patchOrganisationLimits = defineOperation({
  id: 'organisations.patchLimits',
  method: 'PATCH',
  path: '/organisations/{id}/limits',
  summary: 'Change the rate limits of an organisation',
  description: 'For operators. Takes effect with the next request; `null` restores the default of a class.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  params: idParams('The organisation, `org_…`.'),
  body: limitsPatch,
  output: limitsSchema,
  errors: ['not_found'],
  async handler({ rows, services }, { params, body }) {
    return limitsToWire(await changeRateLimits(services, rows, params.id, body.rateLimits))
  },
})

export const resumeOrganisationOperation = defineOperation({
  id: 'organisations.resume',
  method: 'POST',
  path: '/organisations/{id}/resume',
  summary: 'Resume a suspended organisation',
  description: 'For operators. Takes effect immediately.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  params: idParams('The organisation, `org_…`.'),
  output: organisationSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, work, services }, { params }) {
    return toWire(await changeStatus(services, { rows, work }, params.id, 'ACTIVE'))
  },
})

export const suspendOrganisationOperation = defineOperation({
  id: 'organisations.suspend',
  method: 'POST',
  path: '/organisations/{id}/suspend',
  summary: 'Suspend an organisation',
  description:
    'For operators. The organisation can then only read; this takes effect immediately. The reason is shown to the organisation’s members and recorded in its audit log.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  params: idParams('The organisation, `org_…`.'),
  body: suspensionInput,
  output: organisationSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, work, services }, { params, body }) {
    const { reason = null } = body
    return toWire(await changeStatus(services, { rows, work }, params.id, 'SUSPENDED', reason))
  },
})

export const switchOrganisation = defineOperation({
  id: 'organisations.switch',
  method: 'POST',
  path: '/organisations/{id}/switch',
  summary: 'Select the session’s organisation',
  description: 'Sets the organisation of this session’s requests without `X-Organisation-Id`.',
  permission: 'authenticated',
  audience: 'user',
  effect: 'write',
  params: idParams('The organisation, `org_…`.'),
  output: currentSessionSchema,
  errors: ['not_found'],
  async handler({ rows, services, caller, sessionId }, { params }) {
    // An operator may view organisations without being a member.
    await takeWithMemberships(rows, caller.id, params.id)
    const session = await rows.sessions.get(everyone, sessionId!)
    const known = session && (await knownSession(rows, session, params.id))
    if (!session || !known?.organisation)
      throw problem(organisationProblems.sentence('not_found.own_organisation'))
    await rows.sessions.update(everyone, session.id, { organisationId: params.id })
    return currentSession(services, rows, { ...session, organisationId: params.id })
  },
})
