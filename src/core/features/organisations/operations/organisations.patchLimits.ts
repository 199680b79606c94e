import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { limitsPatch, limitsSchema, limitsToWire } from '../limits.ts'
import { changeRateLimits } from '../manage.ts'

export const patchOrganisationLimits = defineOperation({
  id: 'organisations.patchLimits',
  method: 'PATCH',
  path: '/organisations/{id}/limits',
  summary: 'Change how many requests a minute an organisation’s keys may make',
  description: 'For operators. Counts with the next request; `null` gives a class its default back.',
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
