import { defineOperation } from '../../../engine/operation.ts'
import { entryById, suppressionToWire } from '../entry.ts'
import { suppressionParams, suppressionSchema } from '../schema.ts'

export const getSuppression = defineOperation({
  id: 'suppressions.get',
  method: 'GET',
  path: '/suppressions/{id}',
  summary: 'Read a suppression entry',
  permission: 'items.read',
  effect: 'read',
  liveForMembers: true,
  params: suppressionParams,
  output: suppressionSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    return suppressionToWire(await entryById(rows, scope, params.id))
  },
})
