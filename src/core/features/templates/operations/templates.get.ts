import { defineOperation } from '../../../engine/operation.ts'
import { templateParams, templateSchema } from '../schema.ts'
import { oneTemplateToWire, templateById } from '../template.ts'

export const getTemplate = defineOperation({
  id: 'templates.get',
  method: 'GET',
  path: '/templates/{id}',
  summary: 'Get a template',
  permission: 'templates.read',
  effect: 'read',
  params: templateParams,
  output: templateSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return oneTemplateToWire(context, await templateById(context, params.id))
  },
})
