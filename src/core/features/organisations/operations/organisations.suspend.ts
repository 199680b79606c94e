import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { changeStatus } from '../manage.ts'
import { toWire } from '../organisation.ts'
import { organisationSchema, suspensionInput } from '../schema.ts'

export const suspendOrganisationOperation = defineOperation({
  id: 'organisations.suspend',
  method: 'POST',
  path: '/organisations/{id}/suspend',
  summary: 'Suspend an organisation: from now on it can only read',
  description:
    'For operators. Takes effect with this answer. The reason is shown to the members of the organisation and kept in its audit log.',
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
