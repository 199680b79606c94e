import { defineOperation } from '../../../engine/operation.ts'
import { toWire } from '../organisation.ts'
import { organisationSchema } from '../schema.ts'

export const getOrganisation = defineOperation({
  id: 'organisation.get',
  method: 'GET',
  path: '/organisation',
  summary: 'The organisation that the key belongs to',
  permission: 'organisation.read',
  effect: 'read',
  output: organisationSchema,
  async handler({ organisation }) {
    return toWire(organisation)
  },
})
