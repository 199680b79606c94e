import { defineOperation } from '../../../engine/operation.ts'
import { readableRender, renderToWire } from '../render.ts'
import { renderParams, renderSchema } from '../schema.ts'

export const getRender = defineOperation({
  id: 'renders.get',
  method: 'GET',
  path: '/renders/{id}',
  summary: 'Get a preview',
  description: 'That of an item needs `items.read` as well.',
  permission: 'templates.read',
  effect: 'read',
  params: renderParams,
  output: renderSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return renderToWire(context, await readableRender(context.rows, context, params.id))
  },
})
