import { ownerRole } from '../../../engine/access/roles.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { newMember } from '../../people/members.ts'
import { insertOrganisation } from '../manage.ts'
import { toWire } from '../organisation.ts'
import { organisationInput, organisationSchema } from '../schema.ts'

export const createOrganisation = defineOperation({
  id: 'organisations.create',
  method: 'POST',
  path: '/organisations',
  summary: 'Make an organisation',
  description:
    'For operators. The user who makes it is its owner, until they invite another owner and leave.',
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
