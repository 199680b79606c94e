import { defineOperation } from '../../operation.ts'
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
  async handler({ services, rows, scope }, { params }) {
    return renderToWire(services, await renderById(rows, scope, params.id))
  },
})
