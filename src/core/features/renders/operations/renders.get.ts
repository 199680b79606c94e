import { defineOperation } from '../../../engine/operation.ts'
import { renderById, renderToWire } from '../render.ts'
import { renderParams, renderSchema } from '../schema.ts'

export const getRender = defineOperation({
  id: 'renders.get',
  method: 'GET',
  path: '/renders/{id}',
  summary: 'Get a preview',
  permission: 'templates.read',
  effect: 'read',
  params: renderParams,
  output: renderSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return renderToWire(context, await renderById(context.rows, context.scope, params.id))
  },
})
