import { defineOperation } from '../../../engine/operation.ts'
import { postflowById, postflowToWire } from '../postflow.ts'
import { postflowParams, postflowSchema } from '../schema.ts'

export const getPostflow = defineOperation({
  id: 'postflows.get',
  method: 'GET',
  path: '/postflows/{id}',
  summary: 'Read a Postflow',
  permission: 'items.read',
  effect: 'read',
  params: postflowParams,
  output: postflowSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    return postflowToWire(await postflowById(rows, scope, params.id))
  },
})
