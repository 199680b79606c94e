import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { changeStatus } from '../manage.ts'
import { toWire } from '../organisation.ts'
import { organisationSchema } from '../schema.ts'

export const resumeOrganisationOperation = defineOperation({
  id: 'organisations.resume',
  method: 'POST',
  path: '/organisations/{id}/resume',
  summary: 'Resume a suspended organisation',
  description: 'For operators. Takes effect with this answer.',
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
