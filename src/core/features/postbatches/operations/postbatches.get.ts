import { defineOperation } from '../../../engine/operation.ts'
import { postbatchById, postbatchToWire } from '../postbatch.ts'
import { postbatchParams, postbatchSchema } from '../schema.ts'

export const getPostbatch = defineOperation({
  id: 'postbatches.get',
  method: 'GET',
  path: '/postbatches/{id}',
  summary: 'One Postbatch, with the counts of its items',
  permission: 'items.read',
  effect: 'read',
  params: postbatchParams,
  output: postbatchSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return postbatchToWire(context, await postbatchById(context.rows, context.scope, params.id))
  },
})
