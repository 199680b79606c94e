import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { notFound } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'
import { limitsSchema, limitsToWire } from '../limits.ts'

export const getOrganisationLimits = defineOperation({
  id: 'organisations.limits',
  method: 'GET',
  path: '/organisations/{id}/limits',
  summary: 'How many requests a minute an organisation’s keys may make',
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
